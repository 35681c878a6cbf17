#include "CKernels.h"
#include "dispatch.h"

// The same bits on every processor: no product may be fused with a sum.
#pragma clang fp contract(off)

#define KERNEL warping_baseline
#define TARGET
#include "warping_kernel.h"

#define KERNEL warping_bound_baseline
#define TARGET
#include "warping_bound_kernel.h"

#ifdef AVX2
#define KERNEL warping_avx2
#define TARGET AVX2
#include "warping_kernel.h"

#define KERNEL warping_bound_avx2
#define TARGET AVX2
#include "warping_bound_kernel.h"
#endif

float inertial_warping_distance(const float *probe, const float *upper, const float *lower,
                                const float *reversed, size_t count, int band, float limit) {
  return DISPATCH(warping)(probe, upper, lower, reversed, count, band, limit);
}

float inertial_warping_lower_bound(const float *upper, const float *lower, const float *reversed,
                                   size_t count) {
  return DISPATCH(warping_bound)(upper, lower, reversed, count);
}
