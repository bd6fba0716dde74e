// What the parts of the measuring daemon share. See fakebluez.c.
#pragma once
#include <stdint.h>
#include <systemd/sd-bus.h>

#define ADAPTER "/org/bluez/hci0"
#define DEVICE0 "/org/bluez/hci0/dev_C0_00_00_00_00_00"
#define SERVICES 2
#define FIRST_EXTRA 3 // the first characteristic of the second service
#define LAST_NAME "Last"
#define MTU 247

typedef struct {
  sd_bus *bus;
  int devices;           // advertising ones; only the first can be connected
  int characteristics;   // of that one
  int acquirable;        // offers sockets for notifications
  int scanning;
  int connected;
  uint8_t *notifying;    // for each characteristic
  int *sockets;          // the acquired ones, or -1
  uint32_t sequence;     // grows with each value, so that losses show
} World;

typedef int (*Fill)(sd_bus_message *message, const World *world, int index);

// Paths are written into the caller's buffer of at least 96 octets, which is returned.
const char *device_path(int index, char *buffer);
const char *service_path(int index, char *buffer);
const char *characteristic_path(int index, char *buffer);
// The number of the object that a path names.
int device_index(const char *path);
int characteristic_index(const World *world, const char *path);
int services(const World *world);

int fill_adapter(sd_bus_message *message, const World *world, int index);
int fill_device(sd_bus_message *message, const World *world, int index);
int fill_service(sd_bus_message *message, const World *world, int index);
int fill_characteristic(sd_bus_message *message, const World *world, int index);
int fill_nothing(sd_bus_message *message, const World *world, int index);
int fill_all_objects(sd_bus_message *message, const World *world);

// Signals.
void signal_added(const World *world, const char *path, const char *interface, Fill fill, int index);
void signal_removed(const World *world, const char *path, const char *interface);
void signal_flag(const World *world, const char *path, const char *interface, const char *name,
                 int value);
void signal_advertisement(const World *world, int index, int rssi, uint32_t data);
void signal_value(const World *world, int index, const uint8_t *value, size_t length);

// Floods, which go on from an event loop's deferred sources.
int floods_begin(World *world, sd_event *event);
void flood_values(uint32_t count);
void flood_advertisements(uint32_t count);
