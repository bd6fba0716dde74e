"""A heart-rate strap through bleak, over several links that are lost."""
import asyncio

from bleak import BleakClient, BleakScanner


async def main():
    strap = await BleakScanner.find_device_by_filter(
        lambda _, advertisement: "0000180d-0000-1000-8000-00805f9b34fb"
        in advertisement.service_uuids, timeout=20)
    for link in range(3):
        lost, rates = asyncio.Event(), []
        async with BleakClient(strap, lambda _: lost.set(), timeout=20) as client:
            await client.start_notify("2a37", lambda _, data: rates.append(data[1]))
            await asyncio.wait_for(lost.wait(), 20)
        print("link", link, rates[:3])
        strap = await BleakScanner.find_device_by_address(strap.address, timeout=20)


asyncio.run(main())
