// What the module needs in place of the C library and of resources in the program.
#include "CResources.h"
#include <stdint.h>

// The stack protector of Embedded Swift.
uintptr_t __stack_chk_guard = 0x9e3779b9;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// Models are files beside the module: its caller passes their bytes.
inertial_resource inertial_model_letters_strokes(void) { return (inertial_resource){"", 0, 0}; }
inertial_resource inertial_model_letters_motions(void) { return (inertial_resource){"", 0, 0}; }
