import asyncio
from bleak import BleakClient, BleakScanner

async def main():
    tag = await BleakScanner.find_device_by_name("SensorTag")
    async with BleakClient(tag) as client:
        await client.write_gatt_char("f000aa12-0451-4000-b000-000000000000", b"\x01")
        data = await client.read_gatt_char("f000aa11-0451-4000-b000-000000000000")
        print("x, y and z in 1/64 g:", *memoryview(data).cast("b"))

asyncio.run(main())
