"""What simplepyble sees of a SensorTag that counts: scan, connect, read, write, notify, a lost link."""
import os
import threading

import simplepyble

SERVICE = "f000aa10-0451-4000-b000-000000000000"
DATA, ENABLED, PERIOD, CONTROL = (f"f000aa1{n}-0451-4000-b000-000000000000" for n in "123f")


def signed(data) -> list[int]:
    return list(memoryview(bytes(data)).cast("b"))


def follow(peripheral, count):
    values, done = [], threading.Event()

    def receive(data):
        values.append(signed(data)[0])
        if len(values) >= count:
            done.set()

    peripheral.notify(SERVICE, DATA, receive)
    assert done.wait(20), "not notified"
    # The binding holds python's lock while it waits for its own thread: nothing may come now.
    peripheral.write_request(SERVICE, ENABLED, b"\x00")
    peripheral.unsubscribe(SERVICE, DATA)
    print("notified steps", sorted({b - a for a, b in zip(values, values[1:])}))


adapter = simplepyble.Adapter.get_adapters()[0]
print("adapter", adapter.identifier(), adapter.address())
adapter.scan_for(500)
peripheral = adapter.scan_get_results()[0]
print("found", peripheral.address(), peripheral.identifier(), peripheral.rssi())
lost = threading.Event()
peripheral.set_callback_on_disconnected(lost.set)
peripheral.connect()
print("connected", peripheral.is_connected(), peripheral.mtu())
for service in peripheral.services():
    print("service", service.uuid())
    for characteristic in service.characteristics():
        print(" ", characteristic.uuid(), sorted(characteristic.capabilities()),
              [descriptor.uuid() for descriptor in characteristic.descriptors()])
print("off", signed(peripheral.read(SERVICE, DATA)))
peripheral.write_request(SERVICE, ENABLED, b"\x01")
peripheral.write_request(SERVICE, PERIOD, b"\x0a")
print("written", list(peripheral.read(SERVICE, PERIOD)))
print("on", signed(peripheral.read(SERVICE, DATA))[1:])
follow(peripheral, 5)
peripheral.write_request(SERVICE, CONTROL, b"\x01")
assert lost.wait(20), "the lost link was not told"
print("lost", not peripheral.is_connected())
peripheral.connect()
print("connected again", peripheral.is_connected())
peripheral.write_request(SERVICE, ENABLED, b"\x01")
follow(peripheral, 5)
peripheral.disconnect()
print("disconnected", not peripheral.is_connected(), flush=True)
# The binding's threads may hang while the interpreter ends.
os._exit(0)
