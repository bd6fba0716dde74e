// The measuring daemon's objects, their properties and the signals about them.
#include "fakebluez.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const service_uuids[SERVICES] = {
  "f000aa10-0451-4000-b000-000000000000",
  "f000aa20-0451-4000-b000-000000000000",
};

const char *device_path(int index, char *buffer) {
  sprintf(buffer, ADAPTER "/dev_C0_00_00_%02X_%02X_%02X", (index >> 16) & 255, (index >> 8) & 255,
          index & 255);
  return buffer;
}

int device_index(const char *path) {
  unsigned high, middle, low;
  if (sscanf(path, ADAPTER "/dev_C0_00_00_%02X_%02X_%02X", &high, &middle, &low) != 3) return 0;
  return (int)(high << 16 | middle << 8 | low);
}

const char *service_path(int index, char *buffer) {
  sprintf(buffer, DEVICE0 "/service%04x", index ? 0x1000 : 0x10);
  return buffer;
}

static int characteristic_handle(int index) {
  return index < FIRST_EXTRA ? 0x11 + 3 * index : 0x1001 + 3 * (index - FIRST_EXTRA);
}

const char *characteristic_path(int index, char *buffer) {
  service_path(index >= FIRST_EXTRA, buffer);
  sprintf(buffer + strlen(buffer), "/char%04x", characteristic_handle(index));
  return buffer;
}

int characteristic_index(const World *world, const char *path) {
  int handle = (int)strtol(path + strlen(path) - 4, NULL, 16);
  int index = handle > 0x1000 ? FIRST_EXTRA + (handle - 0x1001) / 3 : (handle - 0x11) / 3;
  return index >= 0 && index < world->characteristics ? index : 0;
}

static void text(sd_bus_message *message, const char *name, const char *value) {
  sd_bus_message_append(message, "{sv}", name, "s", value);
}

static void flag(sd_bus_message *message, const char *name, int value) {
  sd_bus_message_append(message, "{sv}", name, "b", value);
}

static void manufacturer_data(sd_bus_message *message, uint32_t data) {
  const uint8_t *octets = (const uint8_t *)&data;
  sd_bus_message_append(message, "{sv}", "ManufacturerData", "a{qv}", 1, 0x000d, "ay", 4, octets[0],
                        octets[1], octets[2], octets[3]);
}

int services(const World *world) { return world->characteristics > FIRST_EXTRA ? 2 : 1; }

int fill_nothing(sd_bus_message *message, const World *world, int index) {
  (void)world, (void)index;
  return sd_bus_message_append(message, "a{sv}", 0);
}

int fill_adapter(sd_bus_message *message, const World *world, int index) {
  (void)index;
  sd_bus_message_open_container(message, 'a', "{sv}");
  text(message, "Address", "00:AA:01:00:00:00");
  text(message, "AddressType", "public");
  text(message, "Name", "bench");
  text(message, "Alias", "bench");
  flag(message, "Powered", 1);
  flag(message, "Discoverable", 0);
  flag(message, "Pairable", 1);
  flag(message, "Discovering", world->scanning);
  text(message, "Modalias", "usb:v1D6Bp0246d0542");
  sd_bus_message_append(message, "{sv}", "Class", "u", 0);
  sd_bus_message_append(message, "{sv}", "UUIDs", "as", 0);
  sd_bus_message_append(message, "{sv}", "Roles", "as", 2, "central", "peripheral");
  sd_bus_message_append(message, "{sv}", "DiscoverableTimeout", "u", 0);
  sd_bus_message_append(message, "{sv}", "PairableTimeout", "u", 0);
  return sd_bus_message_close_container(message);
}

int fill_device(sd_bus_message *message, const World *world, int index) {
  char address[32], name[32];
  sprintf(address, "C0:00:00:%02X:%02X:%02X", (index >> 16) & 255, (index >> 8) & 255, index & 255);
  sprintf(name, index == world->devices ? LAST_NAME : index ? "Device %d" : "SensorTag", index);
  int connected = index == 0 && world->connected;

  sd_bus_message_open_container(message, 'a', "{sv}");
  text(message, "Address", address);
  text(message, "AddressType", "random");
  text(message, "Name", name);
  text(message, "Alias", name);
  flag(message, "Paired", 0);
  flag(message, "Bonded", 0);
  flag(message, "Trusted", 0);
  flag(message, "Blocked", 0);
  flag(message, "LegacyPairing", 0);
  flag(message, "Connected", connected);
  flag(message, "ServicesResolved", connected);
  sd_bus_message_append(message, "{sv}", "UUIDs", "as", 1, service_uuids[0]);
  sd_bus_message_append(message, "{sv}", "Adapter", "o", ADAPTER);
  sd_bus_message_append(message, "{sv}", "RSSI", "n", -40 - index % 50);
  manufacturer_data(message, (uint32_t)index);
  return sd_bus_message_close_container(message);
}

int fill_service(sd_bus_message *message, const World *world, int index) {
  (void)world;
  sd_bus_message_open_container(message, 'a', "{sv}");
  text(message, "UUID", service_uuids[index]);
  flag(message, "Primary", 1);
  sd_bus_message_append(message, "{sv}", "Device", "o", DEVICE0);
  sd_bus_message_append(message, "{sv}", "Includes", "ao", 0);
  sd_bus_message_append(message, "{sv}", "Handle", "q", index ? 0x1000 : 0x10);
  return sd_bus_message_close_container(message);
}

int fill_characteristic(sd_bus_message *message, const World *world, int index) {
  char uuid[48], path[96];
  sprintf(uuid, "f000%04x-0451-4000-b000-000000000000",
          index < FIRST_EXTRA ? 0xaa11 + index : 0xab00 + index - FIRST_EXTRA);
  sd_bus_message_open_container(message, 'a', "{sv}");
  text(message, "UUID", uuid);
  sd_bus_message_append(message, "{sv}", "Service", "o", service_path(index >= FIRST_EXTRA, path));
  sd_bus_message_append(message, "{sv}", "Value", "ay", 0);
  if (index == 0 || index >= FIRST_EXTRA) {
    flag(message, "Notifying", world->notifying[index]);
    sd_bus_message_append(message, "{sv}", "Flags", "as", 2, "read", "notify");
    if (world->acquirable) flag(message, "NotifyAcquired", world->sockets[index] >= 0);
  } else {
    sd_bus_message_append(message, "{sv}", "Flags", "as", 3, "read", "write",
                          "write-without-response");
    if (world->acquirable) flag(message, "WriteAcquired", 0);
  }
  sd_bus_message_append(message, "{sv}", "MTU", "q", MTU);
  sd_bus_message_append(message, "{sv}", "Handle", "q", characteristic_handle(index));
  return sd_bus_message_close_container(message);
}

static void interface_entry(sd_bus_message *message, const World *world, const char *interface,
                            Fill fill, int index) {
  sd_bus_message_open_container(message, 'e', "sa{sv}");
  sd_bus_message_append(message, "s", interface);
  fill(message, world, index);
  sd_bus_message_close_container(message);
}

static void open_object(sd_bus_message *message, const char *path) {
  sd_bus_message_open_container(message, 'e', "oa{sa{sv}}");
  sd_bus_message_append(message, "o", path);
  sd_bus_message_open_container(message, 'a', "{sa{sv}}");
}

static void close_object(sd_bus_message *message) {
  sd_bus_message_close_container(message);
  sd_bus_message_close_container(message);
}

static void object(sd_bus_message *message, const World *world, const char *path,
                   const char *interface, Fill fill, int index) {
  open_object(message, path);
  interface_entry(message, world, interface, fill, index);
  close_object(message);
}

int fill_all_objects(sd_bus_message *message, const World *world) {
  char path[96];
  sd_bus_message_open_container(message, 'a', "{oa{sa{sv}}}");
  open_object(message, ADAPTER);
  interface_entry(message, world, "org.bluez.Adapter1", fill_adapter, 0);
  interface_entry(message, world, "org.bluez.GattManager1", fill_nothing, 0);
  interface_entry(message, world, "org.bluez.LEAdvertisingManager1", fill_nothing, 0);
  close_object(message);
  for (int index = 0; index < world->devices; index++)
    object(message, world, device_path(index, path), "org.bluez.Device1", fill_device, index);
  if (world->connected) {
    for (int index = 0; index < services(world); index++)
      object(message, world, service_path(index, path), "org.bluez.GattService1", fill_service,
             index);
    for (int index = 0; index < world->characteristics; index++)
      object(message, world, characteristic_path(index, path), "org.bluez.GattCharacteristic1",
             fill_characteristic, index);
  }
  return sd_bus_message_close_container(message);
}

static void emit(const World *world, sd_bus_message *message) {
  sd_bus_send(world->bus, message, NULL);
  sd_bus_message_unref(message);
}

static sd_bus_message *properties_changed(const World *world, const char *path,
                                          const char *interface) {
  sd_bus_message *message = NULL;
  sd_bus_message_new_signal(world->bus, &message, path, "org.freedesktop.DBus.Properties",
                            "PropertiesChanged");
  sd_bus_message_append(message, "s", interface);
  return message;
}

void signal_added(const World *world, const char *path, const char *interface, Fill fill,
                  int index) {
  sd_bus_message *message = NULL;
  sd_bus_message_new_signal(world->bus, &message, "/", "org.freedesktop.DBus.ObjectManager",
                            "InterfacesAdded");
  sd_bus_message_append(message, "o", path);
  sd_bus_message_open_container(message, 'a', "{sa{sv}}");
  interface_entry(message, world, interface, fill, index);
  sd_bus_message_close_container(message);
  emit(world, message);
}

void signal_removed(const World *world, const char *path, const char *interface) {
  sd_bus_message *message = NULL;
  sd_bus_message_new_signal(world->bus, &message, "/", "org.freedesktop.DBus.ObjectManager",
                            "InterfacesRemoved");
  sd_bus_message_append(message, "oas", path, 1, interface);
  emit(world, message);
}

void signal_flag(const World *world, const char *path, const char *interface, const char *name,
                 int value) {
  sd_bus_message *message = properties_changed(world, path, interface);
  sd_bus_message_append(message, "a{sv}", 1, name, "b", value);
  sd_bus_message_append(message, "as", 0);
  emit(world, message);
}

void signal_advertisement(const World *world, int index, int rssi, uint32_t data) {
  char path[96];
  sd_bus_message *message =
    properties_changed(world, device_path(index, path), "org.bluez.Device1");
  sd_bus_message_open_container(message, 'a', "{sv}");
  sd_bus_message_append(message, "{sv}", "RSSI", "n", rssi);
  manufacturer_data(message, data);
  sd_bus_message_close_container(message);
  sd_bus_message_append(message, "as", 0);
  emit(world, message);
}

void signal_value(const World *world, int index, const uint8_t *value, size_t length) {
  char path[96];
  sd_bus_message *message =
    properties_changed(world, characteristic_path(index, path), "org.bluez.GattCharacteristic1");
  sd_bus_message_open_container(message, 'a', "{sv}");
  sd_bus_message_open_container(message, 'e', "sv");
  sd_bus_message_append(message, "s", "Value");
  sd_bus_message_open_container(message, 'v', "ay");
  sd_bus_message_append_array(message, 'y', value, length);
  sd_bus_message_close_container(message);
  sd_bus_message_close_container(message);
  sd_bus_message_close_container(message);
  sd_bus_message_append(message, "as", 0);
  emit(world, message);
}
