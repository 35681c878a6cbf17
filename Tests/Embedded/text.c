// What Embedded Swift's `Double(_: String)` calls.
#include <stdlib.h>

const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  char *end;
  *result = strtod(text, &end);
  return end == text ? NULL : end;
}
