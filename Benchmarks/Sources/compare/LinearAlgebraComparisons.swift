import CPeers
import CxxPeers
import LinearAlgebra
import RotationMath

/// Nearest rotations against LAPACKE called from C and against Eigen, and scoring against CBLAS.
func linearAlgebraComparisons() -> [Comparison] {
  // OpenBLAS starts a thread a core; both sides work on one.
  c_set_threads(1)
  return nearestRotationComparisons() + scoringComparisons()
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
        disagreement: { relativeDifference(a.values, b.values) }, tolerance: 1e-9))
  }
  let lapack = "C with LAPACKE_dgesdd_work"
  compare("nearest rotation, lapack, random", matrices, .lapack, peer: lapack, target: 1.02) {
    c_nearest_rotation(matrices.scalars, $0, count)
  }
  compare("nearest rotation, direct, random", matrices, .direct, peer: lapack, target: 1 / 12.0) {
    c_nearest_rotation(matrices.scalars, $0, count)
  }
  compare("nearest rotation, direct, averages", sums, .direct, peer: lapack, target: 1 / 18.0) {
    c_nearest_rotation(sums.scalars, $0, count)
  }
  if peers_have_eigen() {
    let eigen = "Eigen JacobiSVD"
    compare("nearest rotation, direct, random", matrices, .direct, peer: eigen, target: 1 / 5.0) {
      eigen_nearest_rotation(matrices.scalars, $0, count)
    }
    compare("nearest rotation, direct, averages", sums, .direct, peer: eigen, target: 1 / 7.0) {
      eigen_nearest_rotation(sums.scalars, $0, count)
    }
  }
  return comparisons
}

private func scoringComparisons() -> [Comparison] {
  let (classes, width) = (26, 28)
  var random = SplitMix64(seed: 3)
  let weights = (0..<classes * width).map { _ in random.nextNormal() }
  let scorer = LinearScorer(weights: weights, featureCount: width)
  let weightBlock = copy(weights)
  var comparisons: [Comparison] = []
  for rows in [1, 8, 64, 1000, 100_000] {
    let features = (0..<rows * width).map { _ in random.nextNormal() }
    let featureBlock = copy(features)
    let scores = Block(count: rows * classes) { 0.0 }
    var ours: [Double] = []
    let labels = UnsafeMutablePointer<Int32>.allocate(capacity: rows)
    comparisons.append(
      Comparison(
        name: "score \(rows) x 28 against 26 classes",
        peer: rows == 1 ? "cblas_dgemv" : "cblas_dgemm",
        target: rows == 1 ? 1 : 1.05, operations: rows,
        ours: { ours = scorer.scores(ofRows: features, count: rows) },
        theirs: {
          if rows == 1 {
            c_gemv(weightBlock, featureBlock, scores.scalars, Int32(classes), Int32(width))
          } else {
            c_gemm_argmax(
              weightBlock, featureBlock, scores.scalars, labels, Int32(rows), Int32(classes),
              Int32(width))
          }
        },
        disagreement: { relativeDifference(ours, scores.values) }))
  }
  return comparisons
}

/// The numbers at an address that lasts as long as the program.
private func copy(_ numbers: [Double]) -> UnsafeMutablePointer<Double> {
  let copy = UnsafeMutablePointer<Double>.allocate(capacity: numbers.count)
  copy.initialize(from: numbers, count: numbers.count)
  return copy
}
