// OpenBLAS, used through its CBLAS interface.
#pragma once
#include <cblas.h>

_Static_assert(sizeof(blasint) == 4, "Inertial passes 32-bit BLAS integers");
