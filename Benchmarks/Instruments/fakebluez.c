// A minimal org.bluez on sd-bus: the instrument that clients are measured against.
//
// One adapter and DEVICES devices (1). The first can be connected and has one service with a
// characteristic to read and subscribe to (AA11), one to read and write (AA12) and a control
// (AA13): a little-endian u32 n written to it sends n notifications, from one after the other of the
// characteristics that are subscribed to, as fast as the client takes the values. With EXTRAS=n,
// there is a second service (AA20) with n characteristics to read and subscribe to. With FLOOD=n, a
// discovery is answered with n changed advertisements spread over the devices and then with a new
// device, "Last"; without, each device is announced once. NOACQUIRE=1 refuses acquired sockets.
#include "fakebluez.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <systemd/sd-event.h>
#include <unistd.h>

static World world = { .devices = 1, .characteristics = FIRST_EXTRA, .acquirable = 1 };
static uint32_t flood;

static int reply_empty(sd_bus_message *call) { return sd_bus_reply_method_return(call, ""); }

static int start_discovery(sd_bus_message *call) {
  world.scanning = 1;
  reply_empty(call);
  signal_flag(&world, ADAPTER, "org.bluez.Adapter1", "Discovering", 1);
  if (flood > 0) {
    flood_advertisements(flood);
    return 0;
  }
  for (int index = 0; index < world.devices; index++)
    signal_advertisement(&world, index, -41, (uint32_t)index + 1000);
  return 0;
}

static int stop_discovery(sd_bus_message *call) {
  world.scanning = 0;
  reply_empty(call);
  signal_flag(&world, ADAPTER, "org.bluez.Adapter1", "Discovering", 0);
  return 0;
}

static int connect_device(sd_bus_message *call) {
  char path[96];
  world.connected = 1;
  signal_flag(&world, DEVICE0, "org.bluez.Device1", "Connected", 1);
  for (int index = 0; index < services(&world); index++)
    signal_added(&world, service_path(index, path), "org.bluez.GattService1", fill_service, index);
  for (int index = 0; index < world.characteristics; index++)
    signal_added(&world, characteristic_path(index, path), "org.bluez.GattCharacteristic1",
                 fill_characteristic, index);
  signal_flag(&world, DEVICE0, "org.bluez.Device1", "ServicesResolved", 1);
  return reply_empty(call);
}

static void close_socket(int index) {
  if (world.sockets[index] >= 0) close(world.sockets[index]);
  world.sockets[index] = -1;
}

static int disconnect_device(sd_bus_message *call) {
  char path[96];
  world.connected = 0;
  for (int index = 0; index < world.characteristics; index++) {
    world.notifying[index] = 0;
    close_socket(index);
  }
  signal_flag(&world, DEVICE0, "org.bluez.Device1", "ServicesResolved", 0);
  signal_flag(&world, DEVICE0, "org.bluez.Device1", "Connected", 0);
  // The real daemon keeps them for a while; here each connection begins anew.
  for (int index = world.characteristics - 1; index >= 0; index--)
    signal_removed(&world, characteristic_path(index, path), "org.bluez.GattCharacteristic1");
  for (int index = services(&world) - 1; index >= 0; index--)
    signal_removed(&world, service_path(index, path), "org.bluez.GattService1");
  return reply_empty(call);
}

static int characteristic_of(sd_bus_message *call) {
  return characteristic_index(&world, sd_bus_message_get_path(call));
}

static int read_value(sd_bus_message *call) {
  sd_bus_message *reply = NULL;
  world.sequence++;
  sd_bus_message_new_method_return(call, &reply);
  sd_bus_message_append_array(reply, 'y', &world.sequence, sizeof world.sequence);
  sd_bus_send(NULL, reply, NULL);
  sd_bus_message_unref(reply);
  return 0;
}

static int write_value(sd_bus_message *call) {
  const void *octets;
  size_t length;
  if (sd_bus_message_read_array(call, 'y', &octets, &length) < 0)
    return sd_bus_reply_method_errorf(call, "org.bluez.Error.InvalidArguments", "no octets");
  reply_empty(call);
  uint32_t count;
  if (characteristic_of(call) == 2 && length >= sizeof count) {
    memcpy(&count, octets, sizeof count);
    flood_values(count);
  }
  return 0;
}

static int set_notifying(sd_bus_message *call, uint8_t notifying) {
  world.notifying[characteristic_of(call)] = notifying;
  signal_flag(&world, sd_bus_message_get_path(call), "org.bluez.GattCharacteristic1", "Notifying",
              notifying);
  return reply_empty(call);
}

// A client that asks for signals has let go of its socket, which the real daemon notices before.
static int start_notify(sd_bus_message *call) {
  close_socket(characteristic_of(call));
  return set_notifying(call, 1);
}

static int stop_notify(sd_bus_message *call) { return set_notifying(call, 0); }

static int acquire_notify(sd_bus_message *call) {
  int ends[2], index = characteristic_of(call);
  if (!world.acquirable)
    return sd_bus_reply_method_errorf(call, "org.bluez.Error.NotSupported", "switched off");
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  close_socket(index);
  world.sockets[index] = ends[0];
  sd_bus_reply_method_return(call, "hq", ends[1], MTU);
  close(ends[1]);
  return 0;
}

static int acquire_write(sd_bus_message *call) {
  return sd_bus_reply_method_errorf(call, "org.bluez.Error.NotSupported", "not here");
}

static int get_managed_objects(sd_bus_message *call) {
  sd_bus_message *reply = NULL;
  sd_bus_message_new_method_return(call, &reply);
  fill_all_objects(reply, &world);
  sd_bus_send(NULL, reply, NULL);
  sd_bus_message_unref(reply);
  return 0;
}

static int get_all(sd_bus_message *call) {
  const char *interface = "", *path = sd_bus_message_get_path(call);
  sd_bus_message *reply = NULL;
  sd_bus_message_read(call, "s", &interface);
  sd_bus_message_new_method_return(call, &reply);
  if (!strcmp(interface, "org.bluez.Adapter1")) {
    fill_adapter(reply, &world, 0);
  } else if (!strcmp(interface, "org.bluez.Device1")) {
    fill_device(reply, &world, device_index(path));
  } else if (!strcmp(interface, "org.bluez.GattService1")) {
    fill_service(reply, &world, !strcmp(path + strlen(path) - 4, "1000"));
  } else if (!strcmp(interface, "org.bluez.GattCharacteristic1")) {
    fill_characteristic(reply, &world, characteristic_index(&world, path));
  } else {
    fill_nothing(reply, &world, 0);
  }
  sd_bus_send(NULL, reply, NULL);
  sd_bus_message_unref(reply);
  return 0;
}

static int get(sd_bus_message *call) {
  const char *interface = "", *name = "";
  sd_bus_message_read(call, "ss", &interface, &name);
  if (!strcmp(name, "Connected") || !strcmp(name, "ServicesResolved"))
    return sd_bus_reply_method_return(call, "v", "b", world.connected);
  if (!strcmp(name, "Powered")) return sd_bus_reply_method_return(call, "v", "b", 1);
  if (!strcmp(name, "Discovering")) return sd_bus_reply_method_return(call, "v", "b", world.scanning);
  if (!strcmp(name, "Notifying")) return sd_bus_reply_method_return(call, "v", "b",
                                      world.notifying[characteristic_of(call)]);
  if (!strcmp(name, "MTU")) return sd_bus_reply_method_return(call, "v", "q", MTU);
  return sd_bus_reply_method_errorf(call, "org.freedesktop.DBus.Error.InvalidArgs",
                                    "No such property '%s'", name);
}

static const struct {
  const char *member;
  int (*answer)(sd_bus_message *call);
} methods[] = {
  { "ReadValue", read_value },
  { "WriteValue", write_value },
  { "StartNotify", start_notify },
  { "StopNotify", stop_notify },
  { "AcquireNotify", acquire_notify },
  { "AcquireWrite", acquire_write },
  { "GetManagedObjects", get_managed_objects },
  { "StartDiscovery", start_discovery },
  { "StopDiscovery", stop_discovery },
  { "SetDiscoveryFilter", reply_empty },
  { "Connect", connect_device },
  { "Disconnect", disconnect_device },
  { "GetAll", get_all },
  { "Get", get },
  { "Set", reply_empty },
};

static int answer_call(sd_bus_message *message, void *data, sd_bus_error *error) {
  (void)data, (void)error;
  uint8_t type;
  const char *member = sd_bus_message_get_member(message);
  if (sd_bus_message_get_type(message, &type) < 0 || type != SD_BUS_MESSAGE_METHOD_CALL || !member)
    return 0;
  for (size_t index = 0; index < sizeof methods / sizeof methods[0]; index++) {
    if (strcmp(member, methods[index].member) != 0) continue;
    int result = methods[index].answer(message);
    return result < 0 ? result : 1;
  }
  return 0;
}

static int fail(const char *what, int code) {
  fprintf(stderr, "fakebluez: %s: %s\n", what, strerror(-code));
  return 1;
}

int main(void) {
  if (getenv("DEVICES")) world.devices = atoi(getenv("DEVICES"));
  if (getenv("EXTRAS")) world.characteristics += atoi(getenv("EXTRAS"));
  if (getenv("FLOOD")) flood = (uint32_t)strtoul(getenv("FLOOD"), NULL, 10);
  if (getenv("NOACQUIRE")) world.acquirable = 0;
  world.notifying = calloc((size_t)world.characteristics, sizeof *world.notifying);
  world.sockets = calloc((size_t)world.characteristics, sizeof *world.sockets);
  if (!world.notifying || !world.sockets) return fail("memory", -ENOMEM);
  for (int index = 0; index < world.characteristics; index++) world.sockets[index] = -1;

  sd_event *event;
  int code;
  if ((code = sd_event_default(&event)) < 0) return fail("event loop", code);
  if ((code = sd_bus_open_system(&world.bus)) < 0) return fail("bus", code);
  sd_bus_set_exit_on_disconnect(world.bus, 1);
  sd_bus_negotiate_fds(world.bus, 1);
  sd_bus_add_filter(world.bus, NULL, answer_call, NULL);
  if ((code = sd_bus_request_name(world.bus, "org.bluez", 0)) < 0) return fail("name", code);
  sd_bus_attach_event(world.bus, event, 0);
  if ((code = floods_begin(&world, event)) < 0) return fail("floods", code);
  puts("ready");
  fflush(stdout);
  return sd_event_loop(event);
}
