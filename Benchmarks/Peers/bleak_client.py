"""The central's work with bleak: bleak_client.py READS NOTIFICATIONS"""
import asyncio
import resource
import struct
import sys
import time

from bleak import BleakClient, BleakScanner

DATA, WRITABLE, CONTROL = (f"f000aa1{n}-0451-4000-b000-000000000000" for n in (1, 2, 3))


def processor_time() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def measure_notifications(client: BleakClient, wanted: int, route: str, **options) -> None:
    count, done = 0, asyncio.Event()

    def receive(_characteristic, _value) -> None:
        nonlocal count
        count += 1
        if count == wanted:
            done.set()

    await client.start_notify(DATA, receive, **options)
    start, spent = time.perf_counter(), processor_time()
    await client.write_gatt_char(CONTROL, struct.pack("<I", wanted), response=True)
    await asyncio.wait_for(done.wait(), 60)
    print(f"notify_{route}_per_s {count / (time.perf_counter() - start):.0f}")
    print(f"notify_{route}_cpu_us {(processor_time() - spent) / count * 1e6:.2f}")
    await client.stop_notify(DATA)


async def main() -> None:
    reads, notifications = int(sys.argv[1]), int(sys.argv[2])
    # Each device is announced once when the discovery starts, so a filter could miss it.
    devices = await BleakScanner.discover(timeout=1)
    start = time.perf_counter()
    async with BleakClient(devices[0]) as client:
        print(f"connect_ms {(time.perf_counter() - start) * 1e3:.2f}")
        for _ in range(100):
            await client.read_gatt_char(DATA)

        start = time.perf_counter()
        for _ in range(reads):
            await client.read_gatt_char(DATA)
        print(f"read_us {(time.perf_counter() - start) / reads * 1e6:.1f}")

        start = time.perf_counter()
        for _ in range(reads):
            await client.write_gatt_char(WRITABLE, b"\1\2\3", response=True)
        print(f"write_us {(time.perf_counter() - start) / reads * 1e6:.1f}")

        await measure_notifications(client, notifications, "signals", bluez={"use_start_notify": True})
        await measure_notifications(client, notifications, "socket", bluez={"use_start_notify": False})
    print(f"rss_mb {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}")


asyncio.run(main())
