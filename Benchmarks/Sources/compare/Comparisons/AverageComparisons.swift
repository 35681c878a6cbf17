import CPeers
import LinearAlgebra
import RotationMath

/// Averages of rotations, attitude from vectors and rotations in bulk, against SciPy.
func averageComparisons(_ peers: Peers) -> [Comparison] {
  [(1_000, nil), (100_000, 1 / 4.0)].flatMap { count, target in
    meanComparison(of: count, target: target, peers)
  } + [meanAtMemorySpeed()] + alignment(peers) + bulk(peers)
}

/// Rotations that lie within half a radian or so of one.
private func scattered(_ count: Int, seed: UInt64) -> [Quaternion<Double>] {
  var random = SplitMix64(seed: seed)
  let center = random.rotation()
  return (0..<count).map { _ in
    center * Quaternion(rotationVector: random.vector() * 0.3)
  }
}

private func meanComparison(of count: Int, target: Double?, _ peers: Peers) -> [Comparison] {
  let rotations = scattered(count, seed: 11)
  let result = Block(count: 1) { Quaternion<Double>.zero }
  return peers.compare(
    "chordal mean of \(count) rotations, Double", with: "scipy", job: "scipy_mean",
    [(scalars(rotations), [count, 4])], target: target, operations: 1,
    ours: {
      if let average = try? averageRotation(of: rotations) {
        result.elements[0] = average.rotation
      }
    }, tolerance: 1e-12,
    disagreement: { relativeDifference(canonical(result.values), canonical($0)) })
}

/// A mean of more rotations than any cache holds, against reading them.
private func meanAtMemorySpeed() -> Comparison {
  let count = 4_000_000
  // Created on demand, as it takes a second.
  let rotations = Deferred { scattered(count, seed: 12) }
  let numbers = Deferred { copy(scalars(rotations.value)) }
  let sum = Block(count: 1) { 0.0 }
  let result = Block(count: 1) { Quaternion<Double>.zero }
  return Comparison(
    name: "chordal mean of 4,000,000 rotations, a rotation", peer: "C that only reads the memory",
    target: 1.6, operations: count,
    ours: {
      if let average = try? averageRotation(of: rotations.value) {
        result.elements[0] = average.rotation
      }
    },
    theirs: { sum.elements[0] = c_sum(numbers.value, 4 * count) },
    // The two compute different things: ours must lie in the middle of the data.
    disagreement: {
      sum.elements[0] == 0
        ? .infinity : result.elements[0].angularDistance(to: rotations.value[0])
    }, tolerance: 2,
    reason:
      "ours adds each rotation to nine sums and checks its length, which takes one core as long "
      + "as memory")
}

private func alignment(_ peers: Peers) -> [Comparison] {
  var random = SplitMix64(seed: 13)
  let rotation = random.rotation()
  let b = (0..<10).map { _ in random.vector() }
  let a = b.map { rotation.act($0) + random.vector() * 0.05 }
  let result = Block(count: 1) { Quaternion<Double>.zero }
  return peers.compare(
    "rotation that aligns 10 vectors, Double", with: "scipy", job: "scipy_align",
    [(a.flatMap { [$0.x, $0.y, $0.z] }, [10, 3]), (b.flatMap { [$0.x, $0.y, $0.z] }, [10, 3])],
    operations: 1,
    ours: {
      if let found = try? LinearAlgebra.alignment(of: b, to: a) {
        result.elements[0] = found.rotation
      }
    }, tolerance: 1e-12,
    disagreement: { relativeDifference(canonical(result.values), canonical($0)) })
}

/// Bulk operations, as SciPy and NumPy have them: one call for many rotations.
private func bulk(_ peers: Peers) -> [Comparison] {
  // Large enough that the work takes more than the calls.
  let count = 100_000
  var random = SplitMix64(seed: 14)
  let p = Block(count: count) { random.rotation() }
  let q = Block(count: count) { random.rotation() }
  let v = Block(count: count) { random.vector() }
  let m = Block(count: count) { random.matrix() }
  let products = Block(count: count) { Quaternion<Double>.zero }
  let turned = Block(count: count) { Vector3<Double>.zero }
  let nearest = Block(count: count) { Matrix3<Double>.zero }
  // Row by row, as NumPy stores them.
  let rows = (0..<count).flatMap { i -> [Double] in
    let t = m.elements[i].transpose
    return [t.c0, t.c1, t.c2].flatMap { [$0.x, $0.y, $0.z] }
  }
  return peers.compare(
    "100,000 quaternion products, each, Double", with: "scipy", job: "scipy_product",
    [(p.values, [count, 4]), (q.values, [count, 4])], operations: count,
    ours: { for i in 0..<count { products.elements[i] = p.elements[i] * q.elements[i] } },
    tolerance: 1e-12,
    disagreement: { relativeDifference(canonical(products.values), canonical($0)) })
    + peers.compare(
      "rotate 100,000 vectors, each, Double", with: "scipy", job: "scipy_apply",
      [(q.values, [count, 4]), (v.values, [count, 3])], operations: count,
      ours: { for i in 0..<count { turned.elements[i] = q.elements[i].act(v.elements[i]) } },
      tolerance: 1e-12, disagreement: { relativeDifference(turned.values, $0) })
    + peers.compare(
      "nearest rotation to 100,000 matrices, each, direct", with: "numpy",
      job: "numpy_nearest_rotation", [(rows, [count, 3, 3])], operations: count,
      ours: {
        for i in 0..<count {
          if let found = try? nearestRotation(to: m.elements[i], engine: .direct) {
            nearest.elements[i] = found.matrix.transpose
          }
        }
      }, tolerance: 1e-9, disagreement: { relativeDifference(nearest.values, $0) })
}

private func scalars(_ rotations: [Quaternion<Double>]) -> [Double] {
  rotations.flatMap { [$0.x, $0.y, $0.z, $0.w] }
}
