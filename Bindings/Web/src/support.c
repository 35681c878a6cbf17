// What the module needs in place of the C library and of resources in the program.
#include "CResources.h"
#include <stdint.h>

// The stack protector of Embedded Swift.
uintptr_t __stack_chk_guard = 0x9e3779b9;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

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
