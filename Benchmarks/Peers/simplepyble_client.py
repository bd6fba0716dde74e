"""The central's work with simplepyble: simplepyble_client.py WORKLOAD COUNT"""
import resource
import statistics
import struct
import sys
import threading
import time

import simplepyble

SERVICE, DATA, WRITABLE, CONTROL = (
    f"f000aa1{n}-0451-4000-b000-000000000000" for n in (0, 1, 2, 3)
)
WARM_UP = 100


def processor_time() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure(name: str, count: int, request) -> None:
    for _ in range(WARM_UP):
        request()
    start = time.perf_counter()
    for _ in range(count):
        request()
    print(f"{name} {(time.perf_counter() - start) / count * 1e6:.1f}")


def measure_notifications(peripheral, wanted: int, name: str) -> None:
    count, done = 0, threading.Event()

    def receive(_value) -> None:
        nonlocal count
        count += 1
        if count == wanted:
            done.set()

    peripheral.notify(SERVICE, DATA, receive)
    start, spent = time.perf_counter(), processor_time()
    peripheral.write_request(SERVICE, CONTROL, struct.pack("<I", wanted))
    if not done.wait(60):
        sys.exit(f"only {count} of {wanted} notifications came")
    print(f"{name}_rate {count / (time.perf_counter() - start):.0f}")
    print(f"{name}_cpu {(processor_time() - spent) / count * 1e6:.2f}")


def measure_connections(peripheral, count: int) -> None:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        peripheral.connect()
        times.append((time.perf_counter() - start) * 1e3)
        peripheral.disconnect()
    print(f"connect {statistics.median(times):.3f}")


def main(workload: str, count: int) -> None:
    adapter = simplepyble.Adapter.get_adapters()[0]
    adapter.scan_for(500)
    found = adapter.scan_get_results()
    peripheral = next(each for each in found if each.identifier() == "SensorTag")
    if workload == "connect":
        return measure_connections(peripheral, count)
    peripheral.connect()
    if workload == "read":
        measure("read", count, lambda: peripheral.read(SERVICE, DATA))
    elif workload == "write":
        value = b"\1\2\3"
        measure("write", count, lambda: peripheral.write_request(SERVICE, WRITABLE, value))
    elif workload == "hold":
        adapter.scan_start()
        print("ready", flush=True)
        sys.stdin.read()
        adapter.scan_stop()
    else:
        # It has one way to subscribe.
        measure_notifications(peripheral, count, workload)
    peripheral.disconnect()


main(sys.argv[1], int(sys.argv[2]))
