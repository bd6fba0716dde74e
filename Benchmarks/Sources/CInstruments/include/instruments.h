#ifndef INSTRUMENTS_H
#define INSTRUMENTS_H

#include <stddef.h>

/// What the process took from the heap and gave back since allocations_begin().
struct allocations {
  /// Calls that allocated.
  long count;
  /// Octets that are held now and were not at the beginning; negative if more was given back.
  long live;
  /// The most that `live` has been.
  long peak;
};

/// Begins to count, in all threads. Outside of counting an allocation costs one test more.
void allocations_begin(void);
struct allocations allocations_now(void);
struct allocations allocations_end(void);

/// Tells the processor that the caller waits for another thread.
static inline void spin_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

#endif
