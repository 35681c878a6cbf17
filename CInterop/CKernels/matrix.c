#include "CKernels.h"
#include "dispatch.h"

// The same bits on every processor: no product may be fused with a sum.
#pragma clang fp contract(off)

#define KERNEL matrix_baseline
#define TARGET
#include "matrix_kernel.h"

#ifdef AVX2
#define KERNEL matrix_avx2
#define TARGET AVX2
#include "matrix_kernel.h"
#endif

void inertial_matrix_product(const float *a, size_t rowStride, size_t columnStride, const float *b,
                             float *c, size_t rows, size_t inner, size_t columns) {
  DISPATCH(matrix)(a, rowStride, columnStride, b, c, rows, inner, columns);
}
