// The floor: the central's work in plain C on libdbus, with nothing around it.
#pragma once
#include <dbus/dbus.h>

#define ADAPTER "/org/bluez/hci0"
#define DEVICE ADAPTER "/dev_C0_00_00_00_00_00"
#define DATA DEVICE "/service0010/char0011"
#define WRITABLE DEVICE "/service0010/char0014"
#define CONTROL DEVICE "/service0010/char0017"
#define CHARACTERISTIC "org.bluez.GattCharacteristic1"

extern DBusConnection *bus;

// Seconds, by the clock and of the process.
double now(void);
double processor_time(void);

void figure(const char *name, double value);
void fail(const char *what, const char *why) __attribute__((noreturn));

// A call with these octets, if any, and a dictionary of options, if wanted: of a write its type.
DBusMessage *make_call(const char *path, const char *interface, const char *member,
                       const void *octets, int length, int options);
// Waits for the reply, which is the caller's.
DBusMessage *call(const char *path, const char *interface, const char *member, const void *octets,
                  int length, int options);
void call_and_drop(const char *path, const char *interface, const char *member, const void *octets,
                   int length, int options);
void add_match(const char *rule);
// Looks at every value of a message; returns how many there are.
long walk(DBusMessage *message);
void connect_device(void);
void disconnect_device(void);

void measure_reads(unsigned count);
void measure_writes(unsigned count);
void measure_flight(unsigned count);
void measure_socket(unsigned count);
void measure_signals(unsigned count);
void measure_scan(unsigned count);
void measure_connections(unsigned count);
