// What Swift needs of libdbus-1, and of the two Linux headers that the Glibc module leaves out.
#include <dbus/dbus.h>
#include <sys/eventfd.h>
