// What Swift needs of libdbus-1, and of the Linux headers that the Glibc module leaves out.
#include <dbus/dbus.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>

// prctl takes variable arguments, which Swift cannot pass.
static inline void cdbus_name_this_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
