// Calls on the measuring daemon.
#include "floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

DBusConnection *bus;

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double processor_time(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

void figure(const char *name, double value) { printf("%s %.3f\n", name, value); }

void fail(const char *what, const char *why) {
  fprintf(stderr, "floor: %s: %s\n", what, why);
  exit(1);
}

// {"type": "request"}, as ours and all peers send it.
static void append_type(DBusMessageIter *options) {
  DBusMessageIter entry, variant;
  const char *key = "type", *value = "request";
  dbus_message_iter_open_container(options, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
  dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "s", &variant);
  dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &value);
  dbus_message_iter_close_container(&entry, &variant);
  dbus_message_iter_close_container(options, &entry);
}

DBusMessage *make_call(const char *path, const char *interface, const char *member,
                       const void *octets, int length, int options) {
  DBusMessage *message = dbus_message_new_method_call("org.bluez", path, interface, member);
  DBusMessageIter body, part;
  dbus_message_iter_init_append(message, &body);
  if (octets) {
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "y", &part);
    dbus_message_iter_append_fixed_array(&part, DBUS_TYPE_BYTE, &octets, length);
    dbus_message_iter_close_container(&body, &part);
  }
  if (options) {
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &part);
    if (octets) append_type(&part);
    dbus_message_iter_close_container(&body, &part);
  }
  return message;
}

DBusMessage *call(const char *path, const char *interface, const char *member, const void *octets,
                  int length, int options) {
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *message = make_call(path, interface, member, octets, length, options);
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, message, 5000, &error);
  dbus_message_unref(message);
  if (!reply) fail(member, error.message);
  return reply;
}

void call_and_drop(const char *path, const char *interface, const char *member, const void *octets,
                   int length, int options) {
  dbus_message_unref(call(path, interface, member, octets, length, options));
}

void add_match(const char *rule) {
  DBusError error = DBUS_ERROR_INIT;
  dbus_bus_add_match(bus, rule, &error);
  if (dbus_error_is_set(&error)) fail("match", error.message);
}

static long walk_from(DBusMessageIter *position) {
  long count = 0;
  int type;
  while ((type = dbus_message_iter_get_arg_type(position)) != DBUS_TYPE_INVALID) {
    if (dbus_type_is_container(type)) {
      DBusMessageIter content;
      dbus_message_iter_recurse(position, &content);
      count += walk_from(&content);
    } else {
      DBusBasicValue value;
      dbus_message_iter_get_basic(position, &value);
      count++;
    }
    dbus_message_iter_next(position);
  }
  return count;
}

long walk(DBusMessage *message) {
  DBusMessageIter position;
  return dbus_message_iter_init(message, &position) ? walk_from(&position) : 0;
}

void connect_device(void) {
  call_and_drop(DEVICE, "org.bluez.Device1", "Connect", NULL, 0, 0);
}

void disconnect_device(void) {
  call_and_drop(DEVICE, "org.bluez.Device1", "Disconnect", NULL, 0, 0);
}
