// What Eigen and glm do on arrays of packed scalars: quaternions x, y, z, w; matrices column-major.
// Every function runs `count` times over its arrays and writes all of its results.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

bool peers_have_eigen(void);
bool peers_have_glm(void);
/// The versions, such as 3.4.0; empty without the library.
const char *eigen_version(void);
const char *glm_version(void);

#define PEERS_DECLARE(library)                                                                    \
  void library##_product(const double *p, const double *q, double *out, size_t count);            \
  void library##_act(const double *q, const double *v, double *out, size_t count);                \
  void library##_matrix_vector(const double *m, const double *v, double *out, size_t count);      \
  void library##_matrix_product(const double *a, const double *b, double *out, size_t count);     \
  void library##_inverse(const double *m, double *out, size_t count);                             \
  void library##_matrix4_product(const double *a, const double *b, double *out, size_t count);    \
  void library##_matrix4_inverse(const double *m, double *out, size_t count);                     \
  void library##_slerp(const double *p, const double *q, const double *t, double *out,            \
                       size_t count);                                                             \
  void library##_from_matrix(const double *m, double *q, size_t count);                           \
  void library##_to_matrix(const double *q, double *m, size_t count);                             \
  void library##_exp(const double *v, double *q, size_t count);                                   \
  void library##_log(const double *q, double *v, size_t count);                                   \
  /* A chain: each product waits for the one before it. */                                        \
  void library##_product_chain(const double *q, double *out, size_t count);

PEERS_DECLARE(eigen)
PEERS_DECLARE(glm)

/// The rotation nearest to each matrix by JacobiSVD.
void eigen_nearest_rotation(const double *m, double *out, size_t count);
/// The orthogonal polar factor by the eigenvectors of AᵀA with computeDirect, which squares the condition: the
/// nearest rotation where the determinant is positive.
void eigen_polar_rotation(const double *m, double *out, size_t count);

/// Compositions of transforms: a rotation x, y, z, w and a translation.
void eigen_rigid(const double *a, const double *b, double *out, size_t count);
void eigen_rigid_f(const float *a, const float *b, float *out, size_t count);
/// The eigenvalues of symmetric matrices in rising order by computeDirect; the vectors are computed, too.
void eigen_symmetric(const double *m, double *out, size_t count);
void eigen_symmetric_f(const float *m, float *out, size_t count);
// As the functions above, in single precision.
void eigen_product_f(const float *p, const float *q, float *out, size_t count);
void eigen_act_f(const float *q, const float *v, float *out, size_t count);
void eigen_matrix_product_f(const float *a, const float *b, float *out, size_t count);
void eigen_matrix4_product_f(const float *a, const float *b, float *out, size_t count);
void eigen_inverse_f(const float *m, float *out, size_t count);
void eigen_matrix4_inverse_f(const float *m, float *out, size_t count);

#ifdef __cplusplus
}
#endif
