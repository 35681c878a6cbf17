#include "CKernels.h"
#include "dispatch.h"

#include <string.h>

// The instructions that every processor of the architecture has.
#define KERNEL scores_baseline
#define TARGET
#define WIDEST 7
#include "scores_kernel.h"

#ifdef AVX2
#define KERNEL scores_avx2
#define TARGET AVX2
#define WIDEST 13
#include "scores_kernel.h"
#endif

void inertial_scores(const double *columns, size_t stride, const double *row, size_t features,
                     double *scores, size_t classes) {
  DISPATCH(scores)(columns, stride, row, features, scores, classes);
}
