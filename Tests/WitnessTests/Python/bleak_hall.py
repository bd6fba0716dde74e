"""A hall of advertisers through bleak's scanner."""
import asyncio

from bleak import BleakScanner


async def main():
    strengths, counters, done = {}, {}, asyncio.Event()

    def detected(device, advertisement):
        strengths.setdefault(device.address, set()).add(advertisement.rssi)
        counters.setdefault(device.address, set()).add(advertisement.manufacturer_data[0xFFFF])
        if len(counters) == 500 and min(map(len, counters.values())) > 2:
            done.set()

    async with BleakScanner(detected):
        await asyncio.wait_for(done.wait(), 60)
    print("heard", len(counters), "of which change", sum(len(s) > 1 for s in strengths.values()))


asyncio.run(main())
