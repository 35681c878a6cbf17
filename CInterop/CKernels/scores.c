#include "CKernels.h"
#include "dispatch.h"

#include <string.h>

// What every processor of the architecture has.
#define SCALAR double
#define KERNEL scores_double_baseline
#define TARGET
#define WIDEST 7
#include "scores_kernel.h"

#define SCALAR float
#define KERNEL scores_float_baseline
#define TARGET
#define WIDEST 7
#include "scores_kernel.h"

#ifdef AVX2
#define SCALAR double
#define KERNEL scores_double_avx2
#define TARGET AVX2
#define WIDEST 13
#include "scores_kernel.h"

#define SCALAR float
#define KERNEL scores_float_avx2
#define TARGET AVX2
#define WIDEST 13
#include "scores_kernel.h"
#endif

void inertial_scores_double(const double *columns, size_t stride, const double *row, size_t features,
                            double *scores, size_t classes) {
  DISPATCH(scores_double)(columns, stride, row, features, scores, classes);
}

void inertial_scores_float(const float *columns, size_t stride, const float *row, size_t features,
                           float *scores, size_t classes) {
  DISPATCH(scores_float)(columns, stride, row, features, scores, classes);
}
