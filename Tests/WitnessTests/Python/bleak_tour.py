"""What bleak sees of a SensorTag that counts: scan, connect, read, write, notify, a lost link."""
import asyncio

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

DATA, ENABLED, PERIOD, CONTROL = (f"f000aa1{n}-0451-4000-b000-000000000000" for n in "123f")


def signed(data) -> list[int]:
    return list(memoryview(bytes(data)).cast("b"))


async def scan():
    found = asyncio.get_running_loop().create_future()

    def detected(device, advertisement):
        if device.name == "SensorTag" and not found.done():
            found.set_result((device, advertisement))

    async with BleakScanner(detected, service_uuids=["f000aa10-0451-4000-b000-000000000000"]):
        device, advertisement = await asyncio.wait_for(found, 20)
    print("found", device.address, advertisement.local_name, advertisement.rssi,
          advertisement.service_uuids)
    return device


async def follow(client, count):
    """The steps between notified counters, which are 1 when nothing is lost or doubled."""
    values, done = [], asyncio.Event()

    def receive(_, data):
        values.append(signed(data)[0])
        if len(values) == count:
            done.set()

    await client.start_notify(DATA, receive)
    await asyncio.wait_for(done.wait(), 20)
    await client.stop_notify(DATA)
    print("notified steps", sorted({b - a for a, b in zip(values, values[1:])}))


async def main():
    device = await scan()
    lost = asyncio.Event()
    client = BleakClient(device, disconnected_callback=lambda _: lost.set())
    await client.connect()
    print("connected", client.is_connected)
    for service in client.services:
        print("service", service.uuid)
        for characteristic in sorted(service.characteristics, key=lambda one: one.uuid):
            print(" ", characteristic.uuid, sorted(characteristic.properties),
                  [descriptor.uuid for descriptor in characteristic.descriptors])
    print("off", signed(await client.read_gatt_char(DATA)))
    await client.write_gatt_char(ENABLED, b"\x01", response=True)
    await client.write_gatt_char(PERIOD, b"\x0a", response=True)
    print("written", list(await client.read_gatt_char(PERIOD)))
    print("on", signed(await client.read_gatt_char(DATA))[1:])
    await follow(client, 5)
    try:
        await client.write_gatt_char(PERIOD, b"\x01", response=True)
    except BleakError as error:
        print("refused", "ATT error 0x80" if "0x80" in str(error) else error)
    await client.write_gatt_char(CONTROL, b"\x01", response=True)
    await asyncio.wait_for(lost.wait(), 20)
    print("lost", not client.is_connected)
    await client.connect()
    print("connected again", client.is_connected)
    await follow(client, 5)
    await client.disconnect()
    print("disconnected", not client.is_connected)


asyncio.run(main())
