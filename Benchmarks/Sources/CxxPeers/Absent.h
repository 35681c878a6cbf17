// Empty bodies for a library that is not installed; the comparison skips it and says so.
#pragma once

#define PEERS_ABSENT(library)                                                                     \
  extern "C" {                                                                                    \
  void library##_product(const double *, const double *, double *, size_t) {}                     \
  void library##_act(const double *, const double *, double *, size_t) {}                         \
  void library##_matrix_vector(const double *, const double *, double *, size_t) {}               \
  void library##_matrix_product(const double *, const double *, double *, size_t) {}              \
  void library##_inverse(const double *, double *, size_t) {}                                     \
  void library##_matrix4_product(const double *, const double *, double *, size_t) {}             \
  void library##_matrix4_inverse(const double *, double *, size_t) {}                             \
  void library##_slerp(const double *, const double *, const double *, double *, size_t) {}       \
  void library##_from_matrix(const double *, double *, size_t) {}                                 \
  void library##_to_matrix(const double *, double *, size_t) {}                                   \
  void library##_exp(const double *, double *, size_t) {}                                         \
  void library##_log(const double *, double *, size_t) {}                                         \
  void library##_product_chain(const double *, double *, size_t) {}                               \
  }
