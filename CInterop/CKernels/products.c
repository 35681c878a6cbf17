#include "CKernels.h"
#include "dispatch.h"

#include <string.h>

#define KERNEL products_baseline
#define TARGET
#include "products_kernel.h"

#ifdef AVX2
#define KERNEL products_avx2
#define TARGET AVX2
#include "products_kernel.h"
#endif

bool inertial_quaternion_products(const double *quaternions, const double *weights, size_t count,
                                  const double left[4], double sums[12]) {
  return DISPATCH(products)(quaternions, weights, count, left, sums);
}
