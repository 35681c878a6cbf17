import CPeers
import CxxPeers
import LinearAlgebra
import RotationMath

/// Nearest rotations against LAPACKE called from C and against Eigen, and scoring against CBLAS.
func linearAlgebraComparisons() -> [Comparison] {
  nearestRotationComparisons() + determinationComparisons() + scoringComparisons()
}

private func nearestRotationComparisons() -> [Comparison] {
  let count = 256
  var random = SplitMix64(seed: 2)
  let matrices = Block(count: count) { random.matrix() }
  // Sums of 16 rotations that lie within half a radian or so: what averaging meets.
  let sums = Block(count: count) {
    let center = random.rotation()
    var sum = Matrix3<Double>.zero
    for _ in 0..<16 {
      sum = sum + Matrix3(center * Quaternion(rotationVector: random.vector() * 0.3))
    }
    return sum
  }
  var comparisons: [Comparison] = []
  func compare(
    _ name: String, _ inputs: Block<Matrix3<Double>>, _ engine: NearestRotationEngine,
    peer: String, target: Double, theirs: @escaping (UnsafeMutablePointer<Double>) -> Void
  ) {
    let (a, b) = (
      Block(count: count) { Matrix3<Double>.zero }, Block(count: count) { Matrix3<Double>.zero }
    )
    comparisons.append(
      Comparison(
        name: name, peer: peer, target: target, operations: count,
        ours: {
          for i in 0..<count {
            if let nearest = try? nearestRotation(to: inputs.elements[i], engine: engine) {
              a.elements[i] = nearest.matrix
            }
          }
        },
        theirs: { theirs(b.scalars) },
        disagreement: { relativeDifference(a.values, b.values) }, tolerance: 1e-9,
        reason: engine == .lapack
          ? "ours scales its input, checks that it is finite and refines the result to a rotation"
          : nil))
  }
  let lapack = "C with LAPACKE_dgesdd_work"
  compare("nearest rotation, lapack, random", matrices, .lapack, peer: lapack, target: 1.05) {
    c_nearest_rotation(matrices.scalars, $0, count)
  }
  compare("nearest rotation, direct, random", matrices, .direct, peer: lapack, target: 1 / 12.0) {
    c_nearest_rotation(matrices.scalars, $0, count)
  }
  compare("nearest rotation, direct, averages", sums, .direct, peer: lapack, target: 1 / 20.0) {
    c_nearest_rotation(sums.scalars, $0, count)
  }
  if peers_have_eigen() {
    let eigen = "Eigen JacobiSVD"
    compare("nearest rotation, direct, random", matrices, .direct, peer: eigen, target: 0.2) {
      eigen_nearest_rotation(matrices.scalars, $0, count)
    }
    compare("nearest rotation, direct, averages", sums, .direct, peer: eigen, target: 0.15) {
      eigen_nearest_rotation(sums.scalars, $0, count)
    }
    compare(
      "nearest rotation, direct, averages", sums, .direct, peer: "Eigen computeDirect of AᵀA",
      target: 1
    ) { eigen_polar_rotation(sums.scalars, $0, count) }
  }
  return comparisons
}

/// What it costs to know how well a nearest rotation is determined.
private func determinationComparisons() -> [Comparison] {
  let count = 256
  var random = SplitMix64(seed: 2)
  let matrices = Block(count: count) { random.matrix() }
  let known = Block(count: count) { 0.0 }
  let (a, b) = (
    Block(count: count) { Quaternion<Double>.zero }, Block(count: count) { Quaternion<Double>.zero }
  )
  func row(
    _ name: String, target: Double?, reason: String? = nil, ours: @escaping () -> Void
  ) -> Comparison {
    Comparison(
      name: "nearest rotation, direct, random, and \(name)", peer: "the rotation alone",
      target: target, operations: count, ours: ours,
      theirs: {
        for i in 0..<count {
          if let nearest = try? nearestRotation(to: matrices.elements[i], engine: .direct) {
            b.elements[i] = nearest.rotation
          }
        }
      },
      disagreement: {
        known.values.allSatisfy { $0 > 0 } ? relativeDifference(a.values, b.values) : .infinity
      }, tolerance: 0, reason: reason)
  }
  // Two loops: a closure for each element would store the whole result.
  return [
    row("isUnique", target: 1.1) {
      for i in 0..<count {
        if let nearest = try? nearestRotation(to: matrices.elements[i], engine: .direct) {
          a.elements[i] = nearest.rotation
          known.elements[i] = nearest.isUnique ? 1 : 0
        }
      }
    },
    row(
      "gap", target: nil,
      reason: "the gap as a root of the cubic of the solve's eigenvalue and slope takes as long "
        + "and loses half of the digits near multiples of rotations"
    ) {
      for i in 0..<count {
        if let nearest = try? nearestRotation(to: matrices.elements[i], engine: .direct) {
          a.elements[i] = nearest.rotation
          known.elements[i] = nearest.gap
        }
      }
    },
  ]
}

private func scoringComparisons() -> [Comparison] {
  let (classes, width) = (26, 28)
  var random = SplitMix64(seed: 3)
  let weights = (0..<classes * width).map { _ in random.nextNormal() }
  let scorer = LinearScorer(weights: weights, featureCount: width)
  let (k, d) = (Int32(classes), Int32(width))
  let byClass = copy(weights)
  let byFeature = copy(
    (0..<weights.count).map { weights[$0 % classes * width + $0 / classes] })
  var comparisons: [Comparison] = []
  func compare(
    rows: Int, peer: String, target: Double,
    theirs: @escaping (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>) -> Void
  ) {
    let features = copy((0..<rows * width).map { _ in random.nextNormal() })
    let a = Block(count: rows * classes) { 0.0 }
    let b = Block(count: rows * classes) { 0.0 }
    let labels = Block(count: rows) { 0.0 }
    comparisons.append(
      Comparison(
        name: "score \(rows) x 28 against 26 classes", peer: peer, target: target,
        operations: rows,
        ours: {
          scorer.score(
            rows: UnsafeBufferPointer(start: features, count: rows * width), count: rows,
            into: UnsafeMutableBufferPointer(start: a.elements, count: rows * classes))
          // The peers of one row give scores only.
          for row in 0..<rows where rows > 1 {
            let scores = UnsafeBufferPointer(start: a.elements + row * classes, count: classes)
            labels.elements[row] = Double(LinearScorer.best(of: scores) ?? -1)
          }
        },
        theirs: { theirs(features, b.scalars) },
        disagreement: { relativeDifference(a.values, b.values) }))
  }
  compare(rows: 1, peer: "cblas_dgemv", target: 1) {
    c_gemv(byClass, $0, $1, k, d)
  }
  compare(rows: 1, peer: "C loop over columns", target: 1.05) {
    c_simd_scores(byFeature, $0, $1, k, d)
  }
  for rows in [8, 64, 1000, 100_000] {
    let labels = UnsafeMutablePointer<Int32>.allocate(capacity: rows)
    compare(rows: rows, peer: "cblas_dgemm and argmax", target: 1.05) {
      c_gemm_argmax(byClass, $0, $1, labels, Int32(rows), k, d)
    }
  }
  for rows in [1000, 100_000] {
    let features = copy((0..<rows * width).map { _ in random.nextNormal() })
    let (a, b) = (Block(count: rows * classes) { 0.0 }, Block(count: rows * classes) { 0.0 })
    func score(into block: Block<Double>, threads: Int) {
      scorer.score(
        rows: UnsafeBufferPointer(start: features, count: rows * width), count: rows,
        into: UnsafeMutableBufferPointer(start: block.elements, count: rows * classes),
        threads: threads)
    }
    comparisons.append(
      Comparison(
        name: "score \(rows) x 28 against 26 classes on two threads", peer: "ours on one",
        target: 1.05, operations: rows, ours: { score(into: a, threads: 2) },
        theirs: { score(into: b, threads: 1) },
        disagreement: { relativeDifference(a.values, b.values) }, tolerance: 0))
  }
  return comparisons
}
