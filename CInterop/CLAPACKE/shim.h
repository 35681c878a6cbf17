// LAPACKE, the C interface of LAPACK, used column-major through its `_work` functions.
#pragma once
#include <lapacke.h>

_Static_assert(sizeof(lapack_int) == 4, "Inertial passes 32-bit LAPACK integers");
