// floor WORKLOAD COUNT: prints lines of "name value". See floor.h.
#include "floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a program needs before it can use the daemon.
static void start(unsigned count) {
  (void)count;
  add_match("type='signal',sender='org.bluez'");
  DBusMessage *tree =
    call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", NULL, 0, 0);
  walk(tree);
  dbus_message_unref(tree);
  puts("ready");
}

// Is there until its standard input ends, to be looked at from outside.
static void hold(unsigned count) {
  char octet;
  start(count);
  fflush(stdout);
  while (read(STDIN_FILENO, &octet, 1) > 0) {}
}

static const struct {
  const char *name;
  int isConnected;
  void (*measure)(unsigned count);
} workloads[] = {
  { "read", 1, measure_reads },      { "write", 1, measure_writes },
  { "flight", 1, measure_flight },   { "socket", 1, measure_socket },
  { "signals", 1, measure_signals }, { "scan", 0, measure_scan },
  { "connect", 0, measure_connections }, { "start", 0, start },
  { "hold", 1, hold },
};

int main(int argc, char **argv) {
  unsigned count = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
  for (size_t index = 0; argc > 1 && index < sizeof workloads / sizeof workloads[0]; index++) {
    if (strcmp(workloads[index].name, argv[1]) != 0) continue;
    bus = dbus_bus_get(DBUS_BUS_SYSTEM, NULL);
    if (!bus) fail(argv[1], "no bus");
    if (workloads[index].isConnected) connect_device();
    workloads[index].measure(count);
    return 0;
  }
  fprintf(stderr, "Usage: floor WORKLOAD COUNT\n");
  return 2;
}
