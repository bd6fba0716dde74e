// Values and advertisements, as many as a client asked for and as fast as it takes them.
#include "fakebluez.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { burst = 64 };

static World *world;
static uint32_t values_left, advertisements_left;
static int *subscribed, subscriptions;
static sd_event_source *values, *advertisements;

// Returns whether it was taken; a client that is behind gets a moment and loses nothing.
static int send_value(int index, const uint8_t *value, size_t length) {
  int *socket = &world->sockets[index];
  if (*socket < 0) {
    signal_value(world, index, value, length);
    return 1;
  }
  if (send(*socket, value, length, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return 1;
  if (errno == EAGAIN) {
    usleep(50);
    return 0;
  }
  close(*socket);
  *socket = -1;
  // The client has left, and with it goes the rest.
  values_left = 1;
  return 1;
}

static int send_values(sd_event_source *source, void *data) {
  (void)data;
  int isSignal = 0;
  for (int count = 0; values_left > 0 && count < burst; count++) {
    uint8_t value[6] = { 0, 0, 0, 0, 0xfe, 63 };
    uint32_t sequence = world->sequence + 1;
    memcpy(value, &sequence, sizeof sequence);
    int index = subscribed[sequence % (uint32_t)subscriptions];
    isSignal |= world->sockets[index] < 0;
    if (!send_value(index, value, sizeof value)) break;
    world->sequence = sequence;
    values_left--;
  }
  if (isSignal) sd_bus_flush(world->bus);
  if (values_left == 0) sd_event_source_set_enabled(source, SD_EVENT_OFF);
  return 0;
}

// The real daemon notices when a client lets go of a socket; here it is looked for.
static int is_held(int index) {
  struct pollfd state = { .fd = world->sockets[index] };
  if (state.fd < 0) return 0;
  if (poll(&state, 1, 0) == 0) return 1;
  close(state.fd);
  world->sockets[index] = -1;
  return 0;
}

void flood_values(uint32_t count) {
  subscriptions = 0;
  for (int index = 0; index < world->characteristics; index++)
    if (is_held(index) || world->notifying[index]) subscribed[subscriptions++] = index;
  if (subscriptions == 0) return;
  values_left = count;
  sd_event_source_set_enabled(values, SD_EVENT_ON);
}

static int send_advertisements(sd_event_source *source, void *data) {
  (void)data;
  for (int count = 0; advertisements_left > 0 && count < burst; count++, advertisements_left--) {
    uint32_t sequence = ++world->sequence;
    signal_advertisement(world, (int)(sequence % (uint32_t)world->devices),
                         -40 - (int)(sequence % 50), sequence);
  }
  if (advertisements_left == 0) {
    char path[96];
    signal_added(world, device_path(world->devices, path), "org.bluez.Device1", fill_device,
                 world->devices);
    sd_event_source_set_enabled(source, SD_EVENT_OFF);
  }
  sd_bus_flush(world->bus);
  return 0;
}

void flood_advertisements(uint32_t count) {
  advertisements_left = count;
  sd_event_source_set_enabled(advertisements, SD_EVENT_ON);
}

// Calls come first, so that a client can stop what floods it.
static int deferred(sd_event *event, sd_event_source **source, sd_event_handler_t handler) {
  int code = sd_event_add_defer(event, source, handler, NULL);
  if (code < 0) return code;
  sd_event_source_set_priority(*source, 10);
  return sd_event_source_set_enabled(*source, SD_EVENT_OFF);
}

int floods_begin(World *shared, sd_event *event) {
  world = shared;
  subscribed = calloc((size_t)world->characteristics, sizeof *subscribed);
  if (!subscribed) return -ENOMEM;
  int code = deferred(event, &values, send_values);
  return code < 0 ? code : deferred(event, &advertisements, send_advertisements);
}
