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
}  // namespace

extern "C" {

bool peers_have_eigen(void) { return true; }

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

}  // extern "C"
#else
#include "Absent.h"
PEERS_ABSENT(eigen)
extern "C" bool peers_have_eigen(void) { return false; }
extern "C" void eigen_nearest_rotation(const double *, double *, size_t) {}
#endif
