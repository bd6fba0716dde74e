// Requests: one blocking call after another, or sixteen in flight.
#include "floor.h"

#include <stdio.h>

enum { warm_up = 100, width = 16 };

static void measure(const char *name, unsigned count, void (*request)(void)) {
  for (unsigned index = 0; index < warm_up; index++) request();
  double start = now();
  for (unsigned index = 0; index < count; index++) request();
  figure(name, (now() - start) / count * 1e6);
}

// The reader of a reply wants its octets.
static void read_value(void) {
  DBusMessage *reply = call(DATA, CHARACTERISTIC, "ReadValue", NULL, 0, 1);
  const unsigned char *octets;
  int length;
  if (!dbus_message_get_args(reply, NULL, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &octets, &length,
                             DBUS_TYPE_INVALID))
    fail("ReadValue", "no octets");
  dbus_message_unref(reply);
}

static void write_value(void) {
  call_and_drop(WRITABLE, CHARACTERISTIC, "WriteValue", "\1\2\3", 3, 1);
}

void measure_reads(unsigned count) { measure("read", count, read_value); }

void measure_writes(unsigned count) { measure("write", count, write_value); }

static void read_extra(unsigned index) {
  char path[96];
  snprintf(path, sizeof path, DEVICE "/service1000/char%04x", 0x1001 + 3 * index);
  DBusMessage *message = make_call(path, CHARACTERISTIC, "ReadValue", NULL, 0, 1);
  dbus_connection_send(bus, message, NULL);
  dbus_message_unref(message);
}

// Each reply begins the next read of its characteristic.
static void fly(unsigned count) {
  unsigned begun = 0, done = 0;
  for (; begun < width; begun++) read_extra(begun);
  while (done < count) {
    dbus_connection_read_write(bus, -1);
    DBusMessage *reply;
    while ((reply = dbus_connection_pop_message(bus))) {
      if (dbus_message_get_type(reply) == DBUS_MESSAGE_TYPE_METHOD_RETURN) {
        const unsigned char *octets;
        int length;
        dbus_message_get_args(reply, NULL, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &octets, &length,
                              DBUS_TYPE_INVALID);
        done++;
        // The daemon answers in the order of the calls.
        if (begun < count) read_extra(begun++ % width);
      }
      dbus_message_unref(reply);
    }
  }
}

void measure_flight(unsigned count) {
  fly(width * 8);
  double start = now();
  fly(count);
  figure("flight", (now() - start) / count * 1e6);
}
