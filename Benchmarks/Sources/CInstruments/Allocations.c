// Counts allocations by standing in for malloc in the programs that link this: the dynamic linker
// takes the program's definition before the C library's, for Swift's runtime as well.
#include "CInstruments.h"

#include <errno.h>
#include <features.h>
#include <stddef.h>

#ifdef __GLIBC__

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread uint64_t allocations;

void *malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  ++allocations;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  ++allocations;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

bool instruments_count_allocations(void) { return true; }
uint64_t instruments_allocations(void) { return allocations; }

#else

bool instruments_count_allocations(void) { return false; }
uint64_t instruments_allocations(void) { return 0; }

#endif
