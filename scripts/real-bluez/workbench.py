"""A second peripheral on the virtual radio, with one thing of each kind that a central must cope with.

It advertises as "Bench" with service FF10 at C4:BE:84:00:00:02 while there is a file /run/workbench. Its characteristics:
  FF11  a value of up to 512 octets, to read and write, with a description (2901) that can be written
  FF12  takes write commands, each the next number as u32 in little endian
  FF13  tells how many of these came and how many were out of order, two u32 in little endian
  FF14  can be read only on a link that was paired with a passkey, which is 123456
  FF15  takes commands: 01 adds the service FF20, and 02 the service FF30, in place of the one that
        was added before, and says so, 03 forgets all bonds, 04 drops the link after 300 ms
  FF16  notifies the next number, two octets in little endian, every 20 ms
  FF17  a value to read and write, which notifies what is written
  FF18  notifies 1, 2, 3 and 4, an octet each, all at once as soon as it is subscribed to
Two services more are FF40, each with FF41 to read; the value of the first is 10 and of the other 20.
"""
import asyncio
import os
import struct
import sys

from bumble.controller import Controller
from bumble.core import AdvertisingData, UUID
from bumble.device import Device
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate

PASSKEY = 123456
SWITCH = "/run/workbench"


class Displays(PairingDelegate):
    """Shows a passkey that the other side has to enter."""

    def __init__(self) -> None:
        super().__init__(PairingDelegate.DISPLAY_OUTPUT_ONLY)

    async def generate_passkey(self) -> int:
        return PASSKEY

    async def display_number(self, number: int, digits: int = 6) -> None:
        print(f"passkey {number:0{digits}}", flush=True)


async def start(link) -> None:
    host = Host()
    host.controller = Controller("bench", link=link)
    device = Device(name="Bench", address=Address("C4:BE:84:00:00:02"), host=host)
    device.keystore = MemoryKeyStore()
    device.pairing_config_factory = lambda _connection: PairingConfig(
        sc=True, mitm=True, bonding=True, delegate=Displays())

    state = {"value": b"bench", "description": b"a value", "next": 0, "lost": 0, "sent": 0,
             "echo": b"", "linked": False, "heard": False}
    props, perms = Characteristic.Properties, Characteristic.Permissions

    def take_number(_connection, value) -> None:
        number = struct.unpack("<I", value[:4])[0]
        state["lost"] += number != state["next"]
        state["next"] = number + 1

    async def drop(connection) -> None:
        await asyncio.sleep(0.3)
        await connection.disconnect()

    server = device.gatt_server
    # Bumble counts attributes to find the next handle, which would hand out one twice after a removal.
    server.next_handle = lambda: server.attributes[-1].handle + 1 if server.attributes else 1
    added = []

    async def replace_service(number: int) -> None:
        """Puts in a service FFn0 with the readable characteristic FFn1 in place of the last one."""
        service = Service(UUID(f"FF{number:02X}"), [
            Characteristic(UUID(f"FF{number + 1:02X}"), props.READ, perms.READABLE, bytes([number + 1]))])
        device.add_service(service)
        first = service.handle
        for old in added:
            first = min(first, old.handle)
            for gone in [a for a in server.attributes if old.handle <= a.handle <= old.end_group_handle]:
                server.attributes.remove(gone)
                server.attributes_by_handle.pop(gone.handle, None)
        added[:] = [service]
        changed = device.gatt_service.service_changed_characteristic
        await device.indicate_subscribers(changed, struct.pack("<HH", first, 0xFFFF))

    def command(connection, value) -> None:
        loop = asyncio.get_running_loop()
        if value[:1] in (b"\x01", b"\x02"):
            loop.create_task(replace_service(0x10 + 0x10 * value[0]))
        elif value[:1] == b"\x03":
            loop.create_task(device.keystore.delete_all())
        elif value[:1] == b"\x04":
            loop.create_task(drop(connection))

    description = Descriptor(
        UUID("2901"), Descriptor.READABLE | Descriptor.WRITEABLE,
        CharacteristicValue(read=lambda _c: state["description"],
                            write=lambda _c, v: state.update(description=bytes(v))))
    value = Characteristic(
        UUID("FF11"), props.READ | props.WRITE, perms.READABLE | perms.WRITEABLE,
        CharacteristicValue(read=lambda _c: state["value"],
                            write=lambda _c, v: state.update(value=bytes(v))), [description])
    numbers = Characteristic(
        UUID("FF12"), props.WRITE_WITHOUT_RESPONSE, perms.WRITEABLE,
        CharacteristicValue(write=take_number))
    count = Characteristic(
        UUID("FF13"), props.READ, perms.READABLE,
        CharacteristicValue(read=lambda _c: struct.pack("<II", state["next"], state["lost"])))
    secret = Characteristic(
        UUID("FF14"), props.READ, perms.READABLE | perms.READ_REQUIRES_AUTHENTICATION, b"secret")
    commands = Characteristic(
        UUID("FF15"), props.WRITE, perms.WRITEABLE, CharacteristicValue(write=command))
    ticks = Characteristic(UUID("FF16"), props.NOTIFY, perms.READABLE, b"\0\0")

    async def write_echo(_connection, octets) -> None:
        state["echo"] = bytes(octets)
        await device.notify_subscribers(echo, state["echo"])

    echo = Characteristic(
        UUID("FF17"), props.READ | props.WRITE | props.NOTIFY, perms.READABLE | perms.WRITEABLE,
        CharacteristicValue(read=lambda _c: state["echo"], write=write_echo))
    burst = Characteristic(UUID("FF18"), props.NOTIFY, perms.READABLE, b"\0")

    async def send_burst() -> None:
        for number in (1, 2, 3, 4):
            await device.notify_subscribers(burst, bytes([number]))

    def on_subscription(_connection, notify: bool, _indicate: bool) -> None:
        if notify:
            asyncio.get_running_loop().create_task(send_burst())

    burst.on("subscription", on_subscription)
    device.add_service(Service(UUID("FF10"), [
        value, numbers, count, secret, commands, ticks, echo, burst]))
    for level in (10, 20):
        device.add_service(Service(UUID("FF40"), [
            Characteristic(UUID("FF41"), props.READ, perms.READABLE, bytes([level]))]))
    device.advertising_data = bytes(AdvertisingData([
        (AdvertisingData.FLAGS, b"\x06"),
        (AdvertisingData.COMPLETE_LOCAL_NAME, b"Bench"),
        (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, bytes(UUID("FF10")))]))

    def on_connection(connection) -> None:
        print("bench: connected", flush=True)
        state["linked"], state["heard"] = True, False
        state["next"] = state["lost"] = state["sent"] = 0

        def on_disconnection(_reason) -> None:
            state["linked"] = False

        connection.on("disconnection", on_disconnection)

    async def tick() -> None:
        while True:
            await asyncio.sleep(0.02)
            try:
                wanted = os.path.exists(SWITCH) and not state["linked"]
                if wanted != state["heard"]:
                    state["heard"] = wanted
                    if wanted:
                        await device.start_advertising(auto_restart=False)
                    elif not state["linked"]:
                        await device.stop_advertising()
                if not state["linked"]:
                    continue
                await device.notify_subscribers(ticks, struct.pack("<H", state["sent"] & 0xFFFF))
                state["sent"] += 1
            except Exception as error:  # a link may go down at any moment
                print("tick:", error, file=sys.stderr, flush=True)

    device.on("connection", on_connection)
    await device.power_on()
    asyncio.get_running_loop().create_task(tick())
