"""The central's work with bleak: bleak_client.py WORKLOAD COUNT"""
import asyncio
import resource
import statistics
import struct
import sys
import time

from bleak import BleakClient, BleakScanner

DATA, WRITABLE, CONTROL = (f"f000aa1{n}-0451-4000-b000-000000000000" for n in (1, 2, 3))
WARM_UP = 100


def processor_time() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def measure(name: str, count: int, request) -> None:
    for _ in range(WARM_UP):
        await request()
    start = time.perf_counter()
    for _ in range(count):
        await request()
    print(f"{name} {(time.perf_counter() - start) / count * 1e6:.1f}")


async def measure_notifications(client: BleakClient, wanted: int, name: str, signals: bool) -> None:
    count, done = 0, asyncio.Event()

    def receive(_characteristic, _value) -> None:
        nonlocal count
        count += 1
        if count == wanted:
            done.set()

    await client.start_notify(DATA, receive, bluez={"use_start_notify": signals})
    start, spent = time.perf_counter(), processor_time()
    await client.write_gatt_char(CONTROL, struct.pack("<I", wanted), response=True)
    await asyncio.wait_for(done.wait(), 60)
    print(f"{name}_rate {count / (time.perf_counter() - start):.0f}")
    print(f"{name}_cpu {(processor_time() - spent) / count * 1e6:.2f}")


async def hold() -> None:
    scanner = BleakScanner(lambda _device, _advertisement: None)
    await scanner.start()
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await scanner.stop()


async def measure_scan(wanted: int) -> None:
    count, done = 0, asyncio.Event()

    def receive(_device, _advertisement) -> None:
        nonlocal count
        count += 1
        if count == wanted:
            done.set()

    scanner = BleakScanner(receive)
    start, spent = time.perf_counter(), processor_time()
    await scanner.start()
    await asyncio.wait_for(done.wait(), 60)
    print(f"scan_rate {count / (time.perf_counter() - start):.0f}")
    print(f"scan_cpu {(processor_time() - spent) / count * 1e6:.2f}")
    await scanner.stop()


async def measure_connections(device, count: int) -> None:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        async with BleakClient(device):
            times.append((time.perf_counter() - start) * 1e3)
    print(f"connect {statistics.median(times):.3f}")


async def main(workload: str, count: int) -> None:
    if workload == "scan":
        return await measure_scan(count)
    # Each device is announced once when the discovery starts, so a filter could miss it.
    devices = await BleakScanner.discover(timeout=1)
    device = next(device for device in devices if device.name == "SensorTag")
    if workload == "connect":
        return await measure_connections(device, count)
    async with BleakClient(device) as client:
        if workload == "read":
            await measure("read", count, lambda: client.read_gatt_char(DATA))
        elif workload == "write":
            value = b"\1\2\3"
            request = lambda: client.write_gatt_char(WRITABLE, value, response=True)  # noqa: E731
            await measure("write", count, request)
        elif workload == "hold":
            await hold()
        else:
            await measure_notifications(client, count, workload, workload == "signals")


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
