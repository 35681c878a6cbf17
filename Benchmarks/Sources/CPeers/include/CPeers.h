// The same jobs in C: LAPACKE and CBLAS called directly, and loops written by hand.
#pragma once
#include <stddef.h>

/// The rotation nearest to each column-major 3x3 matrix, by LAPACKE_dgesdd_work with the
/// workspace on the stack: the singular value decomposition, the sign of the determinant, U Vᵀ.
void c_nearest_rotation(const double *m, double *out, size_t count);

/// Only the decomposition, as cheap as C can call it; the singular values go to `out`.
void c_dgesdd_work(const double *m, double *out, size_t count);

void c_set_threads(int threads);

/// Copies bytes.
void c_copy(const double *from, double *to, size_t bytes);

/// The batches of RotationMath by the same formulas: rotation vectors to quaternions x, y, z, w,
/// back, and between quaternions. Rotation vectors are shorter than π, `t` is within 0...1.
void c_exponential(const double *restrict v, double *restrict out, size_t count);
void c_logarithm(const double *restrict q, double *restrict out, size_t count);
void c_slerp(const double *restrict p, const double *restrict q, double t, double *restrict out,
             size_t count);

/// scores (rows x classes) = features (rows x width) * weights (classes x width) transposed.
void c_gemv(const double *weights, const double *feature, double *scores, int classes, int width);
void c_gemm_argmax(const double *weights, const double *features, double *scores, int *labels,
                   int rows, int classes, int width);
/// A loop over `weights` stored column after column, which the compiler turns into SIMD.
void c_simd_scores(const double *weights_by_column, const double *feature, double *scores,
                   int classes, int width);

/// The lab's chain for one sample after another: rotate, sign, damped split step over the actual
/// time. Quaternions x, y, z, w; accelerations in g; no check of the data. Writes the last position
/// and velocity to `out` (6 scalars).
void c_dead_reckoning(const double *times, const double *quaternions, const double *accelerations,
                      size_t count, double alpha, double *out);

/// The lab's 28 features of a stroke x, y, t in the unit square.
void c_zone_features(const double *points, size_t count, double *out);
/// The index of the largest value.
int c_argmax(const double *scores, int count);
/// The sum of all, a multiple of eight of them.
double c_sum(const double *numbers, size_t count);
/// The same, and whether the device rests, by mean squares of acceleration, in g, and rate, in rad/s,
/// over 0.1 s in running sums; no more than 63 samples may come in that time. Returns how many samples
/// rest.
long c_dead_reckoning_with_rest(const double *times, const double *quaternions,
                                const double *accelerations, const double *rates, size_t count,
                                double alpha, double *out);
