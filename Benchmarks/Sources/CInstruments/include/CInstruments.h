// What measures: allocations, a clock, memory, and valgrind's counts of instructions.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// Whether allocations are counted here: in programs on glibc.
bool instruments_count_allocations(void);
/// How often the calling thread has allocated or reallocated memory.
uint64_t instruments_allocations(void);
/// The memory of this process that is resident, in bytes; 0 where /proc does not say.
uint64_t instruments_resident_bytes(void);

/// A monotonic clock in nanoseconds.
static inline uint64_t instruments_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
/// Sleeps until that clock shows so much.
void instruments_sleep_until(uint64_t nanoseconds);

/// Starts to count instructions anew, under callgrind.
void instruments_zero_counts(void);
/// Writes the instructions since then under a name, under callgrind.
void instruments_dump_counts(const char *name);
