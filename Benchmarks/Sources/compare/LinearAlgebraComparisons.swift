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
  let ours = Block(count: count) { Matrix3<Double>.zero }
  let theirs = Block(count: count) { Matrix3<Double>.zero }
  return [
    Comparison(
      name: "nearest rotation by dgesdd", peer: "C with LAPACKE_dgesdd_work", target: 1.02,
      operations: count,
      ours: {
        for i in 0..<count {
          if let nearest = try? nearestRotation(to: matrices.elements[i]) {
            ours.elements[i] = nearest.matrix
          }
        }
      },
      theirs: { c_nearest_rotation(matrices.scalars, theirs.scalars, count) },
      disagreement: { relativeDifference(ours.values, theirs.values) }, tolerance: 1e-9)
  ]
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
