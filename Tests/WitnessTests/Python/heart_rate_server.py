"""A heart-rate peripheral, which ends when its first subscriber leaves."""
import asyncio

from dbus_fast import BusType, PropertyAccess
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_property, method

READ = PropertyAccess.READ
done = asyncio.Event()


def uuid(number):
    return f"0000{number:04x}-0000-1000-8000-00805f9b34fb"


class Service(ServiceInterface):
    def __init__(self):
        super().__init__("org.bluez.GattService1")

    @dbus_property(access=READ)
    def UUID(self) -> "s":
        return uuid(0x180D)

    @dbus_property(access=READ)
    def Primary(self) -> "b":
        return True


class Characteristic(ServiceInterface):
    def __init__(self, number, flags, value=b""):
        super().__init__("org.bluez.GattCharacteristic1")
        self.number, self.flags, self.value, self.beat = number, flags, value, None

    @dbus_property(access=READ)
    def UUID(self) -> "s":
        return uuid(self.number)

    @dbus_property(access=READ)
    def Service(self) -> "o":
        return "/app/service0"

    @dbus_property(access=READ)
    def Flags(self) -> "as":
        return self.flags

    @dbus_property(access=READ)
    def Value(self) -> "ay":
        return self.value

    @method()
    def ReadValue(self, options: "a{sv}") -> "ay":
        print("read", flush=True)
        return self.value

    @method()
    def WriteValue(self, value: "ay", options: "a{sv}"):
        print("written", bytes(value).hex(), flush=True)

    @method()
    def StartNotify(self):
        print("notifying", flush=True)
        self.beat = asyncio.get_running_loop().create_task(self.notify())

    @method()
    def StopNotify(self):
        print("not notifying", flush=True)
        self.beat.cancel()
        # The answer to this call goes first.
        asyncio.get_running_loop().call_later(0.2, done.set)

    async def notify(self):
        for rate in range(72, 200):
            await asyncio.sleep(0.3)
            self.value = bytes([0x06, rate])
            self.emit_properties_changed({"Value": self.value})


class Advertisement(ServiceInterface):
    def __init__(self):
        super().__init__("org.bluez.LEAdvertisement1")

    @dbus_property(access=READ)
    def Type(self) -> "s":
        return "peripheral"

    @dbus_property(access=READ)
    def ServiceUUIDs(self) -> "as":
        return [uuid(0x180D)]

    @method()
    def Release(self):
        pass


async def main():
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    bus.export("/app/service0", Service())
    bus.export("/app/service0/char0", Characteristic(0x2A37, ["notify"]))
    bus.export("/app/service0/char1", Characteristic(0x2A38, ["read"], b"\x01"))
    bus.export("/app/service0/char2", Characteristic(0x2A39, ["write"]))
    bus.export("/ad", Advertisement())
    adapter = bus.get_proxy_object(
        "org.bluez", "/org/bluez/hci0", await bus.introspect("org.bluez", "/org/bluez/hci0"))
    await adapter.get_interface("org.bluez.GattManager1").call_register_application("/app", {})
    await adapter.get_interface(
        "org.bluez.LEAdvertisingManager1").call_register_advertisement("/ad", {})
    print("advertising", flush=True)
    await asyncio.wait_for(done.wait(), 60)


asyncio.run(main())
