import CxxPeers
import RotationMath

/// Why C and C++ are faster at x86-64-v3 than with SSE2 only.
let fused =
  "at x86-64-v3 clang fuses multiplications and additions of C and C++; Swift fuses sums of "
  + "products only"

/// The primitives of `RotationMath` against Eigen and glm, over arrays that fit the first cache.
func rotationComparisons() -> [Comparison] {
  let count = 256
  var random = SplitMix64(seed: 1)
  let p = Block(count: count) { random.rotation() }
  let q = Block(count: count) { random.rotation() }
  let v = Block(count: count) { random.vector() }
  let m = Block(count: count) { random.matrix() }
  let r = Block(count: count) { Matrix3(random.rotation()) }
  let m4 = Block(count: count) { random.matrix4() }
  let r4 = Block(count: count) { random.matrix4() }
  let t = Block(count: count) { Double.random(in: 0...1, using: &random) }

  typealias Peer = (UnsafeMutablePointer<Double>) -> Void
  var comparisons: [Comparison] = []
  /// One of our loops against the same of each library; `sameUpToSign` for quaternions, whose
  /// sign libraries choose differently. `results` is for loops that write an array of their own.
  func compare<Result>(
    _ name: String, _ zero: Result, sameUpToSign: Bool = false,
    targets: (eigen: Double?, glm: Double?) = (1.1, 1.1), reason: String? = nil,
    ours: @escaping (UnsafeMutablePointer<Result>) -> Void,
    results: (() -> [Result])? = nil, eigen: @escaping Peer, glm: Peer?
  ) {
    for (library, present, peer, target) in [
      ("Eigen", peers_have_eigen(), Optional(eigen), targets.eigen),
      ("glm", peers_have_glm(), glm, targets.glm),
    ] {
      guard present, let peer else { continue }
      let (a, b) = (Block(count: count) { zero }, Block(count: count) { zero })
      comparisons.append(
        Comparison(
          name: "\(name), Double", peer: library, target: target, operations: count,
          ours: { ours(a.elements) }, theirs: { peer(b.scalars) },
          disagreement: {
            if let results { a.elements.update(from: results(), count: count) }
            guard sameUpToSign else { return relativeDifference(a.values, b.values) }
            return relativeDifference(canonical(a.values), canonical(b.values))
          }, tolerance: 1e-12, reason: reason))
    }
  }

  compare(
    "quaternion product", Quaternion<Double>.zero,
    ours: { out in for i in 0..<count { out[i] = p.elements[i] * q.elements[i] } },
    eigen: { eigen_product(p.scalars, q.scalars, $0, count) },
    glm: { glm_product(p.scalars, q.scalars, $0, count) })
  let (ps, qs, ms) = (p.array, q.array, m.array)
  var products = [Quaternion<Double>](repeating: .zero, count: count)
  func compareProducts(
    _ form: String, target: Double?, reason: String? = nil, _ ours: @escaping () -> Void
  ) {
    compare(
      "quaternion product of arrays, \(form)", Quaternion<Double>.zero, targets: (target, target),
      reason: reason, ours: { _ in ours() }, results: { products },
      eigen: { eigen_product(p.scalars, q.scalars, $0, count) },
      glm: { glm_product(p.scalars, q.scalars, $0, count) })
  }
  // As users write it.
  compareProducts("c[i] = a[i] * b[i] in a function", target: 1.2) { multiply(ps, qs, &products) }
  compareProducts("a.multiplied(by: b)", target: 1.2) { products = ps.multiplied(by: qs) }
  compareProducts(
    "zip(a, b).map", target: nil,
    reason: "the standard library appends each element to the array"
  ) { products = zip(ps, qs).map { $0 * $1 } }
  compareProducts(
    "c[i] = a[i] * b[i] in a closure", target: nil,
    reason: "for an array that a closure captures, Swift checks at each element that nothing else "
      + "uses it; a function with inout and mutableSpan check once"
  ) { for i in 0..<count { products[i] = ps[i] * qs[i] } }
  compare(
    "chain of quaternion products", Quaternion<Double>.zero, targets: (1.3, 1.1),
    reason: "latency of dependent products; Eigen's SSE form has a shorter dependency chain",
    ours: { out in
      var product = Quaternion<Double>.identity
      for i in 0..<count { product = q.elements[i] * product }
      out[0] = product
    },
    eigen: { eigen_product_chain(q.scalars, $0, count) },
    glm: { glm_product_chain(q.scalars, $0, count) })
  compare(
    "rotate vector", Vector3<Double>.zero,
    ours: { out in for i in 0..<count { out[i] = q.elements[i].act(v.elements[i]) } },
    eigen: { eigen_act(q.scalars, v.scalars, $0, count) },
    glm: { glm_act(q.scalars, v.scalars, $0, count) })
  compare(
    "matrix x vector", Vector3<Double>.zero,
    ours: { out in for i in 0..<count { out[i] = m.elements[i] * v.elements[i] } },
    eigen: { eigen_matrix_vector(m.scalars, v.scalars, $0, count) },
    glm: { glm_matrix_vector(m.scalars, v.scalars, $0, count) })
  compare(
    "matrix product", Matrix3<Double>.zero, targets: (1.1, 1.5), reason: fused,
    ours: { out in for i in 0..<count { out[i] = m.elements[i] * r.elements[i] } },
    eigen: { eigen_matrix_product(m.scalars, r.scalars, $0, count) },
    glm: { glm_matrix_product(m.scalars, r.scalars, $0, count) })
  compare(
    "inverse of a 3 x 3 matrix", Matrix3<Double>.zero, targets: (1.3, 2.05),
    reason:
      "ours checks the scale and the condition, a branch for each matrix, and is accurate to a "
      + "few eps times it; a check of the result takes 1.6 times, one of the largest element 1.3 "
      + "times as long",
    ours: { out in for i in 0..<count { out[i] = m.elements[i].inverse ?? .zero } },
    eigen: { eigen_inverse(m.scalars, $0, count) },
    glm: { glm_inverse(m.scalars, $0, count) })
  var inverses = [Matrix3<Double>](repeating: .zero, count: count)
  compare(
    "inverse of an array of 3 x 3 matrices by map", Matrix3<Double>.zero,
    targets: (1.2, 2.05), reason: "ours checks the scale and the condition",
    ours: { _ in inverses = ms.map { $0.inverse ?? .zero } }, results: { inverses },
    eigen: { eigen_inverse(m.scalars, $0, count) },
    glm: { glm_inverse(m.scalars, $0, count) })
  compare(
    "4 x 4 matrix product", Matrix4<Double>.zero,
    ours: { out in for i in 0..<count { out[i] = m4.elements[i] * r4.elements[i] } },
    eigen: { eigen_matrix4_product(m4.scalars, r4.scalars, $0, count) },
    glm: { glm_matrix4_product(m4.scalars, r4.scalars, $0, count) })
  compare(
    "inverse of a 4 x 4 matrix", Matrix4<Double>.zero, targets: (1.25, 1.1),
    reason: "ours checks the scale and the condition, and is accurate to a few eps times it",
    ours: { out in for i in 0..<count { out[i] = m4.elements[i].inverse ?? .zero } },
    eigen: { eigen_matrix4_inverse(m4.scalars, $0, count) },
    glm: { glm_matrix4_inverse(m4.scalars, $0, count) })
  compare(
    "slerp", Quaternion<Double>.zero,
    ours: { out in
      for i in 0..<count { out[i] = p.elements[i].slerp(to: q.elements[i], t.elements[i]) }
    },
    eigen: { eigen_slerp(p.scalars, q.scalars, t.scalars, $0, count) },
    glm: { glm_slerp(p.scalars, q.scalars, t.scalars, $0, count) })
  compare(
    "quaternion from matrix", Quaternion<Double>.zero, sameUpToSign: true,
    reason: "ours starts from the largest of the four components; Eigen from w as long as the "
      + "trace is positive",
    ours: { out in for i in 0..<count { out[i] = Quaternion(rotationMatrix: r.elements[i]) } },
    eigen: { eigen_from_matrix(r.scalars, $0, count) },
    glm: { glm_from_matrix(r.scalars, $0, count) })
  compare(
    "quaternion from matrix by Quaternion(m)", Quaternion<Double>.zero, sameUpToSign: true,
    targets: (1.3, 1.3), reason: "ours checks that the matrix is a rotation to 16 eps",
    ours: { out in for i in 0..<count { out[i] = Quaternion(r.elements[i]) } },
    eigen: { eigen_from_matrix(r.scalars, $0, count) },
    glm: { glm_from_matrix(r.scalars, $0, count) })
  compare(
    "nearest rotation by orthonormalized()", Matrix3<Double>.zero, targets: (0.21, nil),
    ours: { out in for i in 0..<count { out[i] = m.elements[i].orthonormalized() ?? .zero } },
    eigen: { eigen_nearest_rotation(m.scalars, $0, count) }, glm: nil)
  compare(
    "quaternion to matrix", Matrix3<Double>.zero, targets: (1.1, 1.2), reason: fused,
    ours: { out in for i in 0..<count { out[i] = Matrix3(q.elements[i]) } },
    eigen: { eigen_to_matrix(q.scalars, $0, count) },
    glm: { glm_to_matrix(q.scalars, $0, count) })
  compare(
    "exp of rotation vector", Quaternion<Double>.zero,
    reason: "ours is accurate to 2 ulp at every angle and checks its range",
    ours: { out in
      for i in 0..<count { out[i] = Quaternion(rotationVector: v.elements[i]) }
    },
    eigen: { eigen_exp(v.scalars, $0, count) }, glm: { glm_exp(v.scalars, $0, count) })
  // Of quaternions with w > 0, where all three agree on which of q and -q is meant.
  let positive = Block(count: count) {
    let q = random.rotation()
    return q.w < 0 ? -q : q
  }
  compare(
    "log to rotation vector", Vector3<Double>.zero,
    ours: { out in for i in 0..<count { out[i] = positive.elements[i].rotationVector } },
    eigen: { eigen_log(positive.scalars, $0, count) },
    glm: { glm_log(positive.scalars, $0, count) })
  return comparisons
}

@inline(never) private func multiply(
  _ a: [Quaternion<Double>], _ b: [Quaternion<Double>], _ c: inout [Quaternion<Double>]
) {
  for i in a.indices { c[i] = a[i] * b[i] }
}
