// Errors of results in double precision, by formulas in long double that share nothing with the
// package: on x86-64 64 bits. Quaternions are x, y, z, w; matrices column-major; `in` and `out` are
// the scalars of the input and of the result. Each error is in units of 2^-52 times a size.
#pragma once

/// The digits of the reference: 64 on x86-64, 113 on Linux for ARM, 53 where there is no reference.
int reference_digits(void);
/// Two quaternions and their product; the size is 1.
double error_of_product(const double *in, const double *out);
/// A quaternion, a vector and the rotated vector; the size is the vector's length.
double error_of_action(const double *in, const double *out);
/// Two quaternions, a fraction and the interpolated quaternion; the size is 1.
double error_of_slerp(const double *in, const double *out);
/// Two quaternions and the angle between them; the size is 1.
double error_of_distance(const double *in, const double *out);
/// A rotation vector and its quaternion; the size is 1.
double error_of_exponential(const double *in, const double *out);
/// A quaternion and its rotation vector; the size is the angle.
double error_of_logarithm(const double *in, const double *out);
/// A quaternion and its modified Rodrigues parameters; the size is their length.
double error_of_rodrigues(const double *in, const double *out);
/// Three angles, three axes (0 to 2, intrinsic) and the quaternion of any sign; the size is 1.
double error_of_euler(const double *in, const double *out);
/// A quaternion and its matrix; the size is 1.
double error_of_matrix(const double *in, const double *out);
/// A quaternion and one of the same rotation of any sign; the size is 1.
double error_of_same_rotation(const double *in, const double *out);
/// Two vectors and the quaternion that turns one into the other; the size is 1.
double error_of_turn(const double *in, const double *out);
/// A 3 x 3 matrix and its nearest rotation: the larger of the asymmetry of R^T A, with the size |A|,
/// and the distance of R^T R from the identity.
double error_of_nearest(const double *in, const double *out);
/// A matrix A and its inverse X; the size is the condition number |A| |X| times |X|.
double error_of_inverse3(const double *in, const double *out);
double error_of_inverse4(const double *in, const double *out);
/// A symmetric 3 x 3 matrix, its eigenvalues and vectors V: A V - V L, with the size |A|.
double error_of_eigen(const double *in, const double *out);
/// Two rigid transforms (quaternion, translation) and their product; sizes 1 and |t| + |u|.
double error_of_composition(const double *in, const double *out);
/// A twist (angular, linear), the logarithm of the scale, and their exponential (quaternion,
/// translation, scale); sizes: the scale, and the length of the path. By Taylor's series.
double error_of_motion(const double *in, const double *out);
