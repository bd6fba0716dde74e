// Stands between the process and glibc's heap, and counts while it is asked to.
#include "instruments.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool counting;
static atomic_long count, live, peak;

static bool is_counting(void) { return atomic_load_explicit(&counting, memory_order_relaxed); }

static void grow(long octets) {
  long now = atomic_fetch_add_explicit(&live, octets, memory_order_relaxed) + octets;
  long most = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > most && !atomic_compare_exchange_weak_explicit(
                           &peak, &most, now, memory_order_relaxed, memory_order_relaxed)) {
  }
}

static void *taken(void *block) {
  if (block && is_counting()) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    grow((long)malloc_usable_size(block));
  }
  return block;
}

void allocations_begin(void) {
  atomic_store(&count, 0);
  atomic_store(&live, 0);
  atomic_store(&peak, 0);
  atomic_store(&counting, true);
}

struct allocations allocations_now(void) {
  return (struct allocations){atomic_load(&count), atomic_load(&live), atomic_load(&peak)};
}

struct allocations allocations_end(void) {
  atomic_store(&counting, false);
  return allocations_now();
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return taken(__libc_calloc(number, size)); }

void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void *realloc(void *block, size_t size) {
  long before = block && is_counting() ? (long)malloc_usable_size(block) : 0;
  void *made = __libc_realloc(block, size);
  if (before && (made || size == 0)) grow(-before);
  return taken(made);
}

void free(void *block) {
  if (block && is_counting()) grow(-(long)malloc_usable_size(block));
  __libc_free(block);
}
