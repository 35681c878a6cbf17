// Kernels that select the instruction set of the processor at run time.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Writes scores[k] = the sum over j of columns[j * stride + k] * row[j], for k < classes.
///
/// It scores one feature vector faster than BLAS, whose call costs more than the sums of few classes.
/// `columns` holds, for each feature, the weights of all classes, then zeros up to `stride`, a multiple
/// of 32 bytes. The arrays may not overlap.
void inertial_scores(const double *columns, size_t stride, const double *row, size_t features,
                     double *scores, size_t classes);

/// Adds the products w p pT / |p|^2 with p = left q of `count` quaternions q (x, y, z, w) to `sums`.
///
/// `left` is a unit quaternion.
///
/// The order of `sums` is xx, yy, zz, ww, xy, xz, xw, yz, yw, zw, the sum of the weights, the sum of
/// their squares. `weights` may be null for weights of one.
///
/// The error of the sums is a few roundings of each, however many quaternions there are.
///
/// Returns false, with undefined `sums`, if a squared length is not between 2^-301 and 2^301 up to
/// rounding, or a weight is negative, infinite or NaN.
bool inertial_quaternion_products(const double *quaternions, const double *weights, size_t count,
                                  const double left[4], double sums[12]);

/// The least sum of squared differences along a warping path of two series of five channels.
///
/// The path leads from both starts to both ends, at most `band` (0 to 7) cells from the diagonal. The
/// result is infinity as soon as it is certain to exceed `limit`. It has the same bits on every
/// processor.
///
/// Each channel has `count` numbers, at least one, and four of padding at either end, far from all others
/// and of opposite sign in the two series. The points of `reversed` are in reverse order.
/// `upper` and `lower` are those of the probe, as in `inertial_warping_lower_bound`.
float inertial_warping_distance(const float *probe, const float *upper, const float *lower,
                                const float *reversed, size_t count, int band, float limit);

/// A lower bound of the warping distance, LB_Keogh: the sum of squared differences to an envelope.
///
/// `upper` and `lower` have `count` numbers for each of five channels, without padding and in reverse
/// order; `reversed` is as in `inertial_warping_distance`. The bound has the same bits on every processor.
float inertial_warping_lower_bound(const float *upper, const float *lower, const float *reversed,
                                   size_t count);

/// Writes the product of the matrices `a`, `rows` by `inner`, and `b`, `inner` by `columns`, to `c`.
///
/// The element of `a` in row i and column k is a[i * rowStride + k * columnStride]; `b` and `c` are stored
/// row by row. `columns` is a multiple of 8. The result has the same bits on every processor. The arrays
/// may not overlap.
void inertial_matrix_product(const float *a, size_t rowStride, size_t columnStride, const float *b,
                             float *c, size_t rows, size_t inner, size_t columns);
