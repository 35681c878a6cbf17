#include "CxxPeers.h"

#if __has_include(<eigen3/Eigen/Dense>)
#include <eigen3/Eigen/Dense>

namespace {
using Quaternion = Eigen::Quaterniond;
using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;
using Matrix4 = Eigen::Matrix4d;
template <typename T> using In = Eigen::Map<const T>;
template <typename T> using Out = Eigen::Map<T>;

// A rotation x, y, z, w and a translation.
template <typename S> void rigid(const S *a, const S *b, S *out, size_t count) {
  using Q = Eigen::Quaternion<S>;
  using V = Eigen::Matrix<S, 3, 1>;
  for (size_t i = 0; i < count; ++i) {
    const In<Q> p(a + 7 * i), q(b + 7 * i);
    const In<V> t(a + 7 * i + 4), u(b + 7 * i + 4);
    Out<Q>(out + 7 * i) = p * q;
    Out<V>(out + 7 * i + 4) = p * u + t;
  }
}

// Values and vectors; the values in rising order.
template <typename S> void symmetric(const S *m, S *out, size_t count) {
  using M = Eigen::Matrix<S, 3, 3>;
  Eigen::SelfAdjointEigenSolver<M> solver;
  for (size_t i = 0; i < count; ++i)
    Out<Eigen::Matrix<S, 3, 1>>(out + 3 * i) =
        solver.computeDirect(M(In<M>(m + 9 * i))).eigenvalues();
}

template <int n> void matrix_product(const float *a, const float *b, float *out, size_t count) {
  using M = Eigen::Matrix<float, n, n>;
  for (size_t i = 0; i < count; ++i)
    Out<M>(out + n * n * i).noalias() = In<M>(a + n * n * i) * In<M>(b + n * n * i);
}

template <int n> void inverse(const float *m, float *out, size_t count) {
  using M = Eigen::Matrix<float, n, n>;
  for (size_t i = 0; i < count; ++i) Out<M>(out + n * n * i) = In<M>(m + n * n * i).inverse();
}
}  // namespace

extern "C" {

bool peers_have_eigen(void) { return true; }
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
const char *eigen_version(void) {
  return TEXT(EIGEN_WORLD_VERSION) "." TEXT(EIGEN_MAJOR_VERSION) "." TEXT(EIGEN_MINOR_VERSION);
}

void eigen_product(const double *p, const double *q, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Quaternion>(out + 4 * i) = In<Quaternion>(p + 4 * i) * In<Quaternion>(q + 4 * i);
}

void eigen_product_chain(const double *q, double *out, size_t count) {
  Quaternion product = Quaternion::Identity();
  for (size_t i = 0; i < count; ++i) product = In<Quaternion>(q + 4 * i) * product;
  Out<Quaternion>(out + 0) = product;
}

void eigen_act(const double *q, const double *v, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Vector>(out + 3 * i) = In<Quaternion>(q + 4 * i) * In<Vector>(v + 3 * i);
}

void eigen_matrix_vector(const double *m, const double *v, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Vector>(out + 3 * i).noalias() = In<Matrix>(m + 9 * i) * In<Vector>(v + 3 * i);
}

void eigen_matrix_product(const double *a, const double *b, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Matrix>(out + 9 * i).noalias() = In<Matrix>(a + 9 * i) * In<Matrix>(b + 9 * i);
}

void eigen_inverse(const double *m, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) Out<Matrix>(out + 9 * i) = In<Matrix>(m + 9 * i).inverse();
}

void eigen_matrix4_product(const double *a, const double *b, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Matrix4>(out + 16 * i).noalias() = In<Matrix4>(a + 16 * i) * In<Matrix4>(b + 16 * i);
}

void eigen_matrix4_inverse(const double *m, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Matrix4>(out + 16 * i) = In<Matrix4>(m + 16 * i).inverse();
}

void eigen_slerp(const double *p, const double *q, const double *t, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Quaternion>(out + 4 * i) = In<Quaternion>(p + 4 * i).slerp(t[i], In<Quaternion>(q + 4 * i));
}

void eigen_from_matrix(const double *m, double *q, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Quaternion>(q + 4 * i) = Quaternion(Matrix(In<Matrix>(m + 9 * i)));
}

void eigen_to_matrix(const double *q, double *m, size_t count) {
  for (size_t i = 0; i < count; ++i)
    Out<Matrix>(m + 9 * i) = In<Quaternion>(q + 4 * i).toRotationMatrix();
}

void eigen_exp(const double *v, double *q, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const In<Vector> rotation(v + 3 * i);
    const double angle = rotation.norm();
    Out<Quaternion>(q + 4 * i) =
        Quaternion(Eigen::AngleAxisd(angle, angle > 0 ? Vector(rotation / angle) : Vector::UnitX()));
  }
}

void eigen_log(const double *q, double *v, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const Eigen::AngleAxisd turn(Quaternion(In<Quaternion>(q + 4 * i)));
    Out<Vector>(v + 3 * i) = turn.angle() * turn.axis();
  }
}

void eigen_nearest_rotation(const double *m, double *out, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const Eigen::JacobiSVD<Matrix> svd(Matrix(In<Matrix>(m + 9 * i)),
                                       Eigen::ComputeFullU | Eigen::ComputeFullV);
    Matrix u = svd.matrixU();
    if ((u * svd.matrixV().transpose()).determinant() < 0) u.col(2) = -u.col(2);
    Out<Matrix>(out + 9 * i).noalias() = u * svd.matrixV().transpose();
  }
}

void eigen_polar_rotation(const double *m, double *out, size_t count) {
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  for (size_t i = 0; i < count; ++i) {
    const Matrix a = In<Matrix>(m + 9 * i);
    const Matrix square = a.transpose() * a;
    solver.computeDirect(square);
    const Matrix &v = solver.eigenvectors();
    Out<Matrix>(out + 9 * i).noalias() =
        a * (v * solver.eigenvalues().cwiseSqrt().cwiseInverse().asDiagonal() * v.transpose());
  }
}

void eigen_rigid(const double *a, const double *b, double *out, size_t n) { rigid(a, b, out, n); }
void eigen_rigid_f(const float *a, const float *b, float *out, size_t n) { rigid(a, b, out, n); }
void eigen_symmetric(const double *m, double *out, size_t n) { symmetric(m, out, n); }
void eigen_symmetric_f(const float *m, float *out, size_t n) { symmetric(m, out, n); }

void eigen_product_f(const float *p, const float *q, float *out, size_t count) {
  using Q = Eigen::Quaternionf;
  for (size_t i = 0; i < count; ++i) Out<Q>(out + 4 * i) = In<Q>(p + 4 * i) * In<Q>(q + 4 * i);
}

void eigen_act_f(const float *q, const float *v, float *out, size_t count) {
  using V = Eigen::Vector3f;
  for (size_t i = 0; i < count; ++i)
    Out<V>(out + 3 * i) = In<Eigen::Quaternionf>(q + 4 * i) * In<V>(v + 3 * i);
}

void eigen_matrix_product_f(const float *a, const float *b, float *out, size_t n) {
  matrix_product<3>(a, b, out, n);
}
void eigen_matrix4_product_f(const float *a, const float *b, float *out, size_t n) {
  matrix_product<4>(a, b, out, n);
}
void eigen_inverse_f(const float *m, float *out, size_t n) { inverse<3>(m, out, n); }
void eigen_matrix4_inverse_f(const float *m, float *out, size_t n) { inverse<4>(m, out, n); }

}  // extern "C"
#else
#include "Absent.h"
PEERS_ABSENT(eigen)
extern "C" bool peers_have_eigen(void) { return false; }
extern "C" {
const char *eigen_version(void) { return ""; }
void eigen_nearest_rotation(const double *, double *, size_t) {}
void eigen_polar_rotation(const double *, double *, size_t) {}
void eigen_rigid(const double *, const double *, double *, size_t) {}
void eigen_rigid_f(const float *, const float *, float *, size_t) {}
void eigen_symmetric(const double *, double *, size_t) {}
void eigen_symmetric_f(const float *, float *, size_t) {}
void eigen_product_f(const float *, const float *, float *, size_t) {}
void eigen_act_f(const float *, const float *, float *, size_t) {}
void eigen_matrix_product_f(const float *, const float *, float *, size_t) {}
void eigen_matrix4_product_f(const float *, const float *, float *, size_t) {}
void eigen_inverse_f(const float *, float *, size_t) {}
void eigen_matrix4_inverse_f(const float *, float *, size_t) {}
}
#endif
