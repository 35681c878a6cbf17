#include "CInstruments.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

uint64_t instruments_resident_bytes(void) {
  // Read without a stream, which would allocate.
  char text[128] = {0};
  const int file = open("/proc/self/statm", O_RDONLY);
  if (file < 0) return 0;
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  char *rest;
  strtoull(text, &rest, 10);
  return strtoull(rest, 0, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

void instruments_sleep_until(uint64_t nanoseconds) {
#ifdef __linux__
  const struct timespec time = {(time_t)(nanoseconds / 1000000000u),
                                (long)(nanoseconds % 1000000000u)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, 0) == EINTR) {
  }
#else
  const uint64_t now = instruments_nanoseconds();
  if (now >= nanoseconds) return;
  const struct timespec time = {(time_t)((nanoseconds - now) / 1000000000u),
                                (long)((nanoseconds - now) % 1000000000u)};
  nanosleep(&time, 0);
#endif
}
