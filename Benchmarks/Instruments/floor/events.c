// What the daemon tells of its own accord: values and advertisements; and connections.
#include "floor.h"

#include <stdlib.h>
#include <unistd.h>

#define ALL_CHANGES                                                          \
  "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.Properties'," \
  "member='PropertiesChanged',path_namespace='/org/bluez'"

void measure_socket(unsigned wanted) {
  int socket;
  dbus_uint16_t mtu;
  DBusMessage *reply = call(DATA, CHARACTERISTIC, "AcquireNotify", NULL, 0, 1);
  if (!dbus_message_get_args(reply, NULL, DBUS_TYPE_UNIX_FD, &socket, DBUS_TYPE_UINT16, &mtu,
                             DBUS_TYPE_INVALID))
    fail("AcquireNotify", "no socket");
  dbus_message_unref(reply);

  double start = now(), spent = processor_time();
  call_and_drop(CONTROL, CHARACTERISTIC, "WriteValue", &wanted, sizeof wanted, 1);
  unsigned count = 0;
  unsigned char value[512];
  while (count < wanted && read(socket, value, sizeof value) > 0) count++;
  figure("socket_rate", count / (now() - start));
  figure("socket_cpu", (processor_time() - spent) / count * 1e6);
  close(socket);
}

static int is_change(DBusMessage *message) {
  return dbus_message_is_signal(message, "org.freedesktop.DBus.Properties", "PropertiesChanged");
}

void measure_signals(unsigned wanted) {
  add_match(ALL_CHANGES);
  call_and_drop(DATA, CHARACTERISTIC, "StartNotify", NULL, 0, 0);
  double start = now(), spent = processor_time();
  DBusMessage *message = make_call(CONTROL, CHARACTERISTIC, "WriteValue", &wanted, sizeof wanted, 1);
  dbus_connection_send(bus, message, NULL);
  dbus_message_unref(message);
  unsigned count = 0;
  while (count < wanted && dbus_connection_read_write(bus, 1000)) {
    while ((message = dbus_connection_pop_message(bus))) {
      if (is_change(message) && walk(message) > 6) count++;
      dbus_message_unref(message);
    }
  }
  figure("signals_rate", count / (now() - start));
  figure("signals_cpu", (processor_time() - spent) / count * 1e6);
}

void measure_scan(unsigned wanted) {
  add_match(ALL_CHANGES);
  add_match("type='signal',sender='org.bluez',interface='org.freedesktop.DBus.ObjectManager'");
  double start = now(), spent = processor_time();
  call_and_drop(ADAPTER, "org.bluez.Adapter1", "StartDiscovery", NULL, 0, 0);
  unsigned count = 0;
  int isOver = 0;
  while (!isOver && dbus_connection_read_write(bus, 1000)) {
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(bus))) {
      // The device that comes after all advertisements.
      isOver |= dbus_message_is_signal(message, "org.freedesktop.DBus.ObjectManager",
                                       "InterfacesAdded");
      if (is_change(message) && walk(message) > 3) count++;
      dbus_message_unref(message);
    }
  }
  if (count < wanted) fail("scan", "advertisements were lost");
  figure("scan_cpu", (processor_time() - spent) / count * 1e6);
  figure("scan_rate", count / (now() - start));
}

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

// The daemon's tree is asked for after the connection, and all of it is looked at.
void measure_connections(unsigned count) {
  double *times = calloc(count, sizeof *times);
  for (unsigned index = 0; times && index < count; index++) {
    double start = now();
    connect_device();
    DBusMessage *tree = call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", NULL, 0, 0);
    walk(tree);
    dbus_message_unref(tree);
    times[index] = (now() - start) * 1e3;
    disconnect_device();
  }
  if (!times) fail("connections", "no memory");
  qsort(times, count, sizeof *times, compare);
  figure("connect", times[count / 2]);
  free(times);
}
