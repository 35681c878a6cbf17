import CxxPeers
import RotationMath

/// Rows in `Float` and `Double` against Eigen, over arrays that fit the first cache.
func precisionComparisons() -> [Comparison] {
  guard peers_have_eigen() else { return [] }
  return rows(Eigen<Double>.double, tolerance: 1e-12) + rows(Eigen<Float>.float, tolerance: 1e-4)
}

/// Eigen's functions in one precision.
private struct Eigen<Scalar: RealScalar> {
  typealias Unary = (UnsafePointer<Scalar>, UnsafeMutablePointer<Scalar>, Int) -> Void
  typealias Binary = (
    UnsafePointer<Scalar>, UnsafePointer<Scalar>, UnsafeMutablePointer<Scalar>, Int
  ) -> Void
  let product, act, matrixProduct, matrix4Product, rigid: Binary
  let inverse, matrix4Inverse, eigenvalues: Unary
}

extension Eigen<Double> {
  static var double: Self {
    Self(
      product: eigen_product, act: eigen_act, matrixProduct: eigen_matrix_product,
      matrix4Product: eigen_matrix4_product, rigid: eigen_rigid, inverse: eigen_inverse,
      matrix4Inverse: eigen_matrix4_inverse, eigenvalues: eigen_symmetric)
  }
}

extension Eigen<Float> {
  static var float: Self {
    Self(
      product: eigen_product_f, act: eigen_act_f, matrixProduct: eigen_matrix_product_f,
      matrix4Product: eigen_matrix4_product_f, rigid: eigen_rigid_f, inverse: eigen_inverse_f,
      matrix4Inverse: eigen_matrix4_inverse_f, eigenvalues: eigen_symmetric_f)
  }
}

private func rows<Scalar: RealScalar>(_ eigen: Eigen<Scalar>, tolerance: Double) -> [Comparison] {
  let count = 256
  var random = SplitMix64(seed: 16)
  let p = Column(count) { Quaternion<Scalar>(random.rotation()) }
  let q = Column(count) { Quaternion<Scalar>(random.rotation()) }
  let v = Column(count) { Vector3<Scalar>(random.vector()) }
  let m = Column(count) { Matrix3<Scalar>(random.matrix()) }
  let n = Column(count) { Matrix3<Scalar>(random.matrix()) }
  let m4 = Column(count) { Matrix4<Scalar>(random.matrix4()) }
  let n4 = Column(count) { Matrix4<Scalar>(random.matrix4()) }
  let a = Column(count) {
    RigidTransform(
      rotation: Quaternion<Scalar>(random.rotation()), translation: Vector3(random.vector()))
  }
  let b = Column(count) {
    RigidTransform(
      rotation: Quaternion<Scalar>(random.rotation()), translation: Vector3(random.vector()))
  }
  let symmetric = Column(count) { () -> Matrix3<Scalar> in
    let matrix = Matrix3<Scalar>(random.matrix())
    return matrix + matrix.transpose
  }
  var comparisons: [Comparison] = []
  func row<Result>(
    _ name: String, _ zero: Result, tolerance: Double = tolerance, target: Double = 1.1,
    reason: String? = nil,
    ours: @escaping (UnsafeMutablePointer<Result>) -> Void,
    theirs: @escaping (UnsafeMutablePointer<Scalar>) -> Void
  ) {
    let (mine, other) = (Column(count) { zero }, Column(count) { zero })
    comparisons.append(
      Comparison(
        name: "\(name), \(Scalar.self)", peer: "Eigen", target: target, operations: count,
        ours: { ours(mine.elements) }, theirs: { theirs(other.scalars()) },
        disagreement: {
          relativeDifference(mine.values(Scalar.self), other.values(Scalar.self))
        }, tolerance: tolerance, reason: reason))
  }
  if Scalar.self == Float.self {
    let reason = "the compiler vectorises the loop across elements, and gathers them"
    row(
      "quaternion product", Quaternion<Scalar>.zero, target: 1.5,
      reason: reason + "; three forms in four lanes take as long",
      ours: { out in for i in 0..<count { out[i] = p.elements[i] * q.elements[i] } },
      theirs: { eigen.product(p.scalars(), q.scalars(), $0, count) })
    row(
      "rotate vector", Vector3<Scalar>.zero, target: 1.15, reason: reason,
      ours: { out in for i in 0..<count { out[i] = q.elements[i].act(v.elements[i]) } },
      theirs: { eigen.act(q.scalars(), v.scalars(), $0, count) })
    row(
      "matrix product", Matrix3<Scalar>.zero,
      ours: { out in for i in 0..<count { out[i] = m.elements[i] * n.elements[i] } },
      theirs: { eigen.matrixProduct(m.scalars(), n.scalars(), $0, count) })
    row(
      "4 x 4 matrix product", Matrix4<Scalar>.zero,
      ours: { out in for i in 0..<count { out[i] = m4.elements[i] * n4.elements[i] } },
      theirs: { eigen.matrix4Product(m4.scalars(), n4.scalars(), $0, count) })
    row(
      "inverse of a 3 x 3 matrix", Matrix3<Scalar>.zero, tolerance: 1e-3, target: 1.4,
      reason: "ours checks the scale and the condition",
      ours: { out in for i in 0..<count { out[i] = m.elements[i].inverse ?? .zero } },
      theirs: { eigen.inverse(m.scalars(), $0, count) })
    row(
      "inverse of a 4 x 4 matrix", Matrix4<Scalar>.zero, tolerance: 1e-3, target: 1.45,
      reason: "ours checks the scale and the condition",
      ours: { out in for i in 0..<count { out[i] = m4.elements[i].inverse ?? .zero } },
      theirs: { eigen.matrix4Inverse(m4.scalars(), $0, count) })
  }
  let loose = Scalar.self == Float.self ? 1e-3 : tolerance
  row(
    "unchecked inverse of a 3 x 3 matrix", Matrix3<Scalar>.zero, tolerance: loose,
    ours: { out in for i in 0..<count { out[i] = m.elements[i].uncheckedInverse } },
    theirs: { eigen.inverse(m.scalars(), $0, count) })
  row(
    "unchecked inverse of a 4 x 4 matrix", Matrix4<Scalar>.zero, tolerance: loose,
    ours: { out in for i in 0..<count { out[i] = m4.elements[i].uncheckedInverse } },
    theirs: { eigen.matrix4Inverse(m4.scalars(), $0, count) })
  row(
    "rigid composition", RigidTransform<Scalar>(),
    ours: { out in for i in 0..<count { out[i] = a.elements[i] * b.elements[i] } },
    theirs: { eigen.rigid(a.scalars(), b.scalars(), $0, count) })
  row(
    "eigenvalues and vectors of a symmetric 3 x 3 matrix, the values", Vector3<Scalar>.zero,
    tolerance: Scalar.self == Float.self ? 1e-4 : 1e-10, target: 1.5,
    reason:
      "ours checks its closed form, and uses Jacobi rotations for one matrix in 20; the peer, "
      + "computeDirect, loses up to half of the digits of vectors whose values are close",
    ours: { out in
      for i in 0..<count {
        if let found = symmetric.elements[i].symmetricEigen() {
          // The peer's are in rising order.
          out[i] = Vector3(found.values.z, found.values.y, found.values.x)
        }
      }
    },
    theirs: { eigen.eigenvalues(symmetric.scalars(), $0, count) })
  return comparisons
}

/// Storage of fixed address, seen as elements or as packed scalars.
private struct Column<Element> {
  let elements: UnsafeMutablePointer<Element>
  let count: Int

  init(_ count: Int, _ make: () -> Element) {
    elements = .allocate(capacity: count)
    for i in 0..<count { (elements + i).initialize(to: make()) }
    self.count = count
  }

  func scalars<Scalar>() -> UnsafeMutablePointer<Scalar> {
    UnsafeMutableRawPointer(elements).assumingMemoryBound(to: Scalar.self)
  }

  func values<Scalar: BinaryFloatingPoint>(_: Scalar.Type) -> [Double] {
    let width = MemoryLayout<Element>.stride / MemoryLayout<Scalar>.stride
    let scalars: UnsafeMutablePointer<Scalar> = scalars()
    return (0..<count * width).map { Double(scalars[$0]) }
  }
}
