#include "CPeers.h"

#include <cblas.h>
#include <lapacke.h>
#include <string.h>

static int decompose(const double *m, double *u, double *s, double *vt) {
  double a[9], work[128];
  lapack_int iwork[24];
  memcpy(a, m, sizeof a);
  return LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'A', 3, 3, a, 3, s, u, 3, vt, 3, work, 128, iwork);
}

static double determinant(const double *a) {
  return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[3] * (a[1] * a[8] - a[2] * a[7]) +
         a[6] * (a[1] * a[5] - a[2] * a[4]);
}

void c_nearest_rotation(const double *m, double *out, size_t count) {
  for (size_t n = 0; n < count; ++n) {
    double u[9], s[3], vt[9];
    if (decompose(m + 9 * n, u, s, vt) != 0) memset(u, 0, sizeof u);
    const double sign = determinant(u) * determinant(vt) < 0 ? -1 : 1;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i)
        out[9 * n + 3 * j + i] = u[i] * vt[3 * j] + u[3 + i] * vt[3 * j + 1] +
                                 sign * u[6 + i] * vt[3 * j + 2];
  }
}

void c_dgesdd_work(const double *m, double *out, size_t count) {
  for (size_t n = 0; n < count; ++n) {
    double u[9], vt[9];
    decompose(m + 9 * n, u, out + 3 * n, vt);
  }
}

void c_set_threads(int threads) { openblas_set_num_threads(threads); }

void c_gemv(const double *weights, const double *feature, double *scores, int classes, int width) {
  cblas_dgemv(CblasRowMajor, CblasNoTrans, classes, width, 1, weights, width, feature, 1, 0, scores,
              1);
}

void c_gemm_argmax(const double *weights, const double *features, double *scores, int *labels,
                   int rows, int classes, int width) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, classes, width, 1, features, width,
              weights, width, 0, scores, classes);
  for (int i = 0; i < rows; ++i) {
    const double *row = scores + (size_t)i * classes;
    int best = 0;
    for (int k = 1; k < classes; ++k)
      if (row[k] > row[best]) best = k;
    labels[i] = best;
  }
}

void c_simd_scores(const double *restrict weights_by_column, const double *restrict feature,
                   double *restrict scores, int classes, int width) {
  for (int k = 0; k < classes; ++k) scores[k] = 0;
  for (int j = 0; j < width; ++j) {
    const double x = feature[j];
    const double *restrict column = weights_by_column + (size_t)j * classes;
    for (int k = 0; k < classes; ++k) scores[k] += column[k] * x;
  }
}

void c_copy(const double *from, double *to, size_t bytes) { memcpy(to, from, bytes); }
