// The floor: the central's work in plain C on libdbus, one blocking call at a time.
// floor READS NOTIFICATIONS
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define DEVICE "/org/bluez/hci0/dev_C0_00_00_00_00_00"
#define DATA DEVICE "/service0010/char0011"
#define WRITABLE DEVICE "/service0010/char0014"
#define CONTROL DEVICE "/service0010/char0017"
#define CHARACTERISTIC "org.bluez.GattCharacteristic1"

static DBusConnection *bus;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double processor_time(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

// Sends a call with these octets, if any, and an empty dictionary of options; the reply is the
// caller's.
static DBusMessage *call(const char *path, const char *interface, const char *member,
                         const void *octets, int length, int options) {
  DBusMessage *message = dbus_message_new_method_call("org.bluez", path, interface, member);
  DBusMessageIter body, part;
  DBusError error = DBUS_ERROR_INIT;
  dbus_message_iter_init_append(message, &body);
  if (octets) {
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "y", &part);
    dbus_message_iter_append_fixed_array(&part, DBUS_TYPE_BYTE, &octets, length);
    dbus_message_iter_close_container(&body, &part);
  }
  if (options) {
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &part);
    dbus_message_iter_close_container(&body, &part);
  }
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, message, 5000, &error);
  dbus_message_unref(message);
  if (!reply) {
    fprintf(stderr, "floor: %s: %s\n", member, error.message);
    exit(1);
  }
  return reply;
}

static void measure_notifications(unsigned wanted) {
  int socket;
  dbus_uint16_t mtu;
  DBusMessage *reply = call(DATA, CHARACTERISTIC, "AcquireNotify", NULL, 0, 1);
  if (!dbus_message_get_args(reply, NULL, DBUS_TYPE_UNIX_FD, &socket, DBUS_TYPE_UINT16, &mtu,
                             DBUS_TYPE_INVALID)) {
    fprintf(stderr, "floor: AcquireNotify answers no socket\n");
    exit(1);
  }
  dbus_message_unref(reply);

  double start = now(), spent = processor_time();
  dbus_message_unref(call(CONTROL, CHARACTERISTIC, "WriteValue", &wanted, sizeof wanted, 1));
  unsigned count = 0;
  unsigned char value[512];
  while (count < wanted && read(socket, value, sizeof value) > 0) count++;
  printf("notify_socket_per_s %.0f\n", count / (now() - start));
  printf("notify_socket_cpu_us %.2f\n", (processor_time() - spent) / count * 1e6);
}

int main(int argc, char **argv) {
  int reads = argc > 1 ? atoi(argv[1]) : 3000;
  unsigned notifications = argc > 2 ? (unsigned)atoi(argv[2]) : 50000;
  bus = dbus_bus_get(DBUS_BUS_SYSTEM, NULL);
  if (!bus) {
    fprintf(stderr, "floor: no bus\n");
    return 1;
  }

  double start = now();
  dbus_message_unref(call(DEVICE, "org.bluez.Device1", "Connect", NULL, 0, 0));
  printf("connect_ms %.2f\n", (now() - start) * 1e3);

  start = now();
  for (int count = 0; count < reads; count++)
    dbus_message_unref(call(DATA, CHARACTERISTIC, "ReadValue", NULL, 0, 1));
  printf("read_us %.1f\n", (now() - start) / reads * 1e6);

  start = now();
  for (int count = 0; count < reads; count++)
    dbus_message_unref(call(WRITABLE, CHARACTERISTIC, "WriteValue", "\1\2\3", 3, 1));
  printf("write_us %.1f\n", (now() - start) / reads * 1e6);

  measure_notifications(notifications);
  dbus_message_unref(call(DEVICE, "org.bluez.Device1", "Disconnect", NULL, 0, 0));
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("rss_mb %ld\n", usage.ru_maxrss / 1024);
  return 0;
}
