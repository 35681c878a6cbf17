#include "CxxPeers.h"

#if __has_include(<glm/glm.hpp>)
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtx/quaternion.hpp>

namespace {
// glm stores x, y, z, w in memory unless told otherwise: the packed layout of this header.
template <typename T> T &at(double *scalars, size_t i) {
  return reinterpret_cast<T *>(scalars)[i];
}
template <typename T> const T &at(const double *scalars, size_t i) {
  return reinterpret_cast<const T *>(scalars)[i];
}
using glm::dmat3;
using glm::dmat4;
using glm::dquat;
using glm::dvec3;
static_assert(sizeof(dquat) == 32 && sizeof(dvec3) == 24, "packed");
static_assert(sizeof(dmat3) == 72 && sizeof(dmat4) == 128, "packed");
}  // namespace

extern "C" {

bool peers_have_glm(void) { return true; }
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
const char *glm_version(void) {
  return TEXT(GLM_VERSION_MAJOR) "." TEXT(GLM_VERSION_MINOR) "." TEXT(GLM_VERSION_PATCH);
}

void glm_product(const double *p, const double *q, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dquat>(out, i) = at<dquat>(p, i) * at<dquat>(q, i);
}

void glm_product_chain(const double *q, double *out, size_t count) {
  dquat product(1, 0, 0, 0);
  for (size_t i = 0; i < count; ++i) product = at<dquat>(q, i) * product;
  at<dquat>(out, 0) = product;
}

void glm_act(const double *q, const double *v, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dvec3>(out, i) = at<dquat>(q, i) * at<dvec3>(v, i);
}

void glm_matrix_vector(const double *m, const double *v, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dvec3>(out, i) = at<dmat3>(m, i) * at<dvec3>(v, i);
}

void glm_matrix_product(const double *a, const double *b, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dmat3>(out, i) = at<dmat3>(a, i) * at<dmat3>(b, i);
}

void glm_inverse(const double *m, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dmat3>(out, i) = glm::inverse(at<dmat3>(m, i));
}

void glm_matrix4_product(const double *a, const double *b, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dmat4>(out, i) = at<dmat4>(a, i) * at<dmat4>(b, i);
}

void glm_matrix4_inverse(const double *m, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dmat4>(out, i) = glm::inverse(at<dmat4>(m, i));
}

void glm_slerp(const double *p, const double *q, const double *t, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    at<dquat>(out, i) = glm::slerp(at<dquat>(p, i), at<dquat>(q, i), t[i]);
}

void glm_from_matrix(const double *m, double *q, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dquat>(q, i) = glm::quat_cast(at<dmat3>(m, i));
}

void glm_to_matrix(const double *q, double *m, size_t count) {
  for (size_t i = 0; i < count; ++i) at<dmat3>(m, i) = glm::mat3_cast(at<dquat>(q, i));
}

void glm_exp(const double *v, double *q, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const dvec3 half = at<dvec3>(v, i) * 0.5;
    at<dquat>(q, i) = glm::exp(dquat(0, half.x, half.y, half.z));
  }
}

void glm_log(const double *q, double *v, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const dquat logarithm = glm::log(at<dquat>(q, i));
    at<dvec3>(v, i) = dvec3(logarithm.x, logarithm.y, logarithm.z) * 2.0;
  }
}

}  // extern "C"
#else
#include "Absent.h"
PEERS_ABSENT(glm)
extern "C" bool peers_have_glm(void) { return false; }
extern "C" const char *glm_version(void) { return ""; }
#endif
