// LAPACKE, LAPACK's C interface. Column-major calls of the `_work` family are all we use.
#pragma once
#include <lapacke.h>

_Static_assert(sizeof(lapack_int) == 4, "Inertial passes 32-bit LAPACK integers");
