#!/usr/bin/env python3
"""A second client of a peripheral that another program has connected: second_client.py ADDRESS

Connects with bleak, reads, is notified a few times, and leaves. Ends with 0 if all of it worked.
"""
import asyncio
import sys

from bleak import BleakClient
from bleak.backends.device import BLEDevice

VALUE = "0000ff11-0000-1000-8000-00805f9b34fb"
TICKS = "0000ff16-0000-1000-8000-00805f9b34fb"


async def main(address: str) -> int:
    # It is connected, so it does not advertise, and a scan would not find it.
    path = "/org/bluez/hci0/dev_" + address.replace(":", "_")
    device = BLEDevice(address, None, {"path": path, "props": {"Adapter": "/org/bluez/hci0"}})
    async with BleakClient(device, timeout=60) as client:
        print("bleak read", await client.read_gatt_char(VALUE))
        seen = asyncio.Queue()
        await client.start_notify(TICKS, lambda _sender, data: seen.put_nowait(bytes(data)))
        for _ in range(3):
            print("bleak heard", await asyncio.wait_for(seen.get(), 30))
        await client.stop_notify(TICKS)
    return 0


sys.exit(asyncio.run(asyncio.wait_for(main(sys.argv[1]), 100)))
