// What the module needs in place of the C library and of resources in the program.
#include "CResources.h"
#include <stddef.h>
#include <unistd.h>

// Those of the C library format messages and mix random numbers of their own.
_Noreturn void __assert_fail(const char *test, const char *file, int line, const char *function) {
  (void)test, (void)file, (void)line, (void)function;
  __builtin_trap();
}
// Swift's messages before a trap, without optimisation.
int putchar(int character) { return character; }
void arc4random_buf(void *bytes, size_t count) {
  if (getentropy(bytes, count) != 0) __builtin_trap();
}

// Models are files beside the module: its caller passes their bytes.
#define ABSENT(name) \
  inertial_resource inertial_model_##name(void) { return (inertial_resource){"", 0, 0}; }
ABSENT(letters_strokes)
ABSENT(letters_motions)
ABSENT(digits_strokes)
ABSENT(lowercase_strokes)
ABSENT(characters_strokes)
ABSENT(symbols_strokes)
ABSENT(hand_gestures)
