/* Listens to a scan beside `blue simulate`, and measures that: listen SECONDS DEVICES
 *
 * Prints the signals per second, the processor time that the simulator (the parent process) and
 * the bus took for a second, its memory, and when all devices were there. */
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Seconds of processor time of a process. */
static double spent(int process) {
  char path[64], text[1024], *rest;
  unsigned long user = 0, system = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  rest = strrchr(text, ')');
  if (!rest || sscanf(rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                      &system) != 2)
    return 0;
  return (double)(user + system) / sysconf(_SC_CLK_TCK);
}

/* The largest resident size so far in megabytes. */
static double memory(int process) {
  char path[64], line[256];
  double size = 0;
  snprintf(path, sizeof path, "/proc/%d/status", process);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "VmHWM: %lf", &size) == 1) break;
  if (file) fclose(file);
  return size / 1024;
}

static void fail(const char *what, DBusError *error) {
  fprintf(stderr, "listen: %s: %s\n", what, error && error->message ? error->message : "failed");
  exit(1);
}

static void call(DBusConnection *bus, DBusMessage *message) {
  DBusError error = DBUS_ERROR_INIT;
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, message, 20000, &error);
  if (!reply) fail(dbus_message_get_member(message), &error);
  dbus_message_unref(reply);
  dbus_message_unref(message);
}

static DBusMessage *adapter(const char *member) {
  return dbus_message_new_method_call("org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", member);
}

static DBusMessage *duplicates(void) {
  DBusMessage *message = adapter("SetDiscoveryFilter");
  DBusMessageIter body, entries, entry, variant;
  const char *key = "DuplicateData";
  dbus_bool_t yes = TRUE;
  dbus_message_iter_init_append(message, &body);
  dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &entries);
  dbus_message_iter_open_container(&entries, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
  dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "b", &variant);
  dbus_message_iter_append_basic(&variant, DBUS_TYPE_BOOLEAN, &yes);
  dbus_message_iter_close_container(&entry, &variant);
  dbus_message_iter_close_container(&entries, &entry);
  dbus_message_iter_close_container(&body, &entries);
  return message;
}

int main(int count, char **words) {
  double length = count > 1 ? atof(words[1]) : 10, all = 0;
  long devices = count > 2 ? atol(words[2]) : 0, added = 0, changed = 0;
  int simulator = getppid();
  DBusError error = DBUS_ERROR_INIT;
  DBusConnection *bus = dbus_bus_get_private(DBUS_BUS_SYSTEM, &error);
  if (!bus) fail("bus", &error);
  dbus_bus_add_match(bus, "type='signal',sender='org.bluez'", &error);
  if (dbus_error_is_set(&error)) fail("match", &error);
  call(bus, duplicates());
  double asked = now();
  call(bus, adapter("StartDiscovery"));
  double start = 0, before = 0, end = now() + 60;
  while (now() < end) {
    dbus_connection_read_write(bus, 100);
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(bus))) {
      if (dbus_message_is_signal(message, "org.freedesktop.DBus.ObjectManager", "InterfacesAdded"))
        added++;
      else if (start && dbus_message_is_signal(message, "org.freedesktop.DBus.Properties",
                                               "PropertiesChanged"))
        changed++;
      dbus_message_unref(message);
    }
    if (start || added < devices) continue;
    start = now();
    all = start - asked;
    before = spent(simulator);
    end = start + length;
  }
  if (!start) {
    fprintf(stderr, "listen: only %ld of %ld devices came\n", added, devices);
    return 1;
  }
  double took = now() - start;
  printf("all_heard_s %.2f\n", all);
  printf("signals_per_s %.0f\n", changed / took);
  printf("cores %.3f\n", (spent(simulator) - before) / took);
  printf("memory_mb %.0f\n", memory(simulator));
  return 0;
}
