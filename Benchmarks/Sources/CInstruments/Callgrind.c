#include "CInstruments.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

void instruments_zero_counts(void) { CALLGRIND_ZERO_STATS; }
void instruments_dump_counts(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }

#else

void instruments_zero_counts(void) {}
void instruments_dump_counts(const char *name) { (void)name; }

#endif
