// Sums that gain from the widest instructions the processor has, which is found out as they run.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// scores[k] = the sum over j of columns[j * stride + k] * row[j], for k < classes: one feature vector
/// against so few classes that a call of BLAS costs more than the sums.
///
/// `columns` holds, for each feature, the weights of all classes, then zeros up to `stride`, a multiple
/// of 32 bytes. None of the pointers may overlap.
void inertial_scores_double(const double *columns, size_t stride, const double *row, size_t features,
                            double *scores, size_t classes);

/// As `inertial_scores_double`.
void inertial_scores_float(const float *columns, size_t stride, const float *row, size_t features,
                           float *scores, size_t classes);

/// Adds to `sums` the products w q qT / |q|^2 of `count` quaternions (x, y, z, w), in the order xx, yy, zz,
/// ww, xy, xz, xw, yz, yw, zw; then the sum of the weights and that of their squares. `weights` may be
/// null: all are then one.
///
/// Returns false, with `sums` of no use, where a squared length is not between 2^-1000 and 2^1000, or a
/// weight negative, infinite or NaN.
bool inertial_quaternion_products(const double *quaternions, const double *weights, size_t count,
                                  double sums[12]);

/// The least sum of squared differences along a path that pairs the points of two series of five channels
/// in order, from both starts to both ends, no further than `band` (0 through 7) from the diagonal; infinity
/// once it is sure to be above `limit`.
///
/// Each channel is `count` numbers, 1 or more, with four of padding at either end, far from all others and
/// on opposite sides of zero in the two series; the points of `reversed` are in reverse order. The same bits
/// on every processor.
float inertial_warping_distance(const float *probe, const float *reversed, size_t count, int band,
                                float limit);
