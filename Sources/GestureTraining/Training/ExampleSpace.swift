internal import CKernels
internal import GestureRecognition
internal import RealModule

/// The space that examples of more features than examples span.
///
/// A linear classifier with an L2 penalty is a sum of its examples (B. Schölkopf, R. Herbrich,
/// A. J. Smola, *A generalized representer theorem*, 2001, doi:10.1007/3-540-44581-1_27). Trained
/// on the coordinates of the examples, it has the same scores, in less time.
struct ExampleSpace: Sendable {
  /// The most examples: memory and time grow with the square and the cube of their number.
  static let mostExamples = 6000
  /// The squared length, relative to the mean, by which each example differs from all others. It
  /// exceeds the rounding errors of products in single precision.
  private static let ownShare = 1e-4

  /// The coordinates of each example, of the mean squared length 1, and a constant 1.
  let coordinates: [[Double]]
  private let vectors: [[Double]]
  /// The mean squared length of the vectors.
  private let scale: Double

  /// Creates the space of scaled vectors, whose last feature is a constant 1.
  ///
  /// - Complexity: O(examples² · (features + examples)).
  init(of vectors: [[Double]]) throws(TrainingError) {
    let count = vectors.count
    guard count <= Self.mostExamples else {
      throw .invalidOptions(
        "expected at most \(Self.mostExamples) examples of kernels, got \(count); use "
          + "logistic-regression")
    }
    self.vectors = vectors
    var rows = Self.products(of: vectors, width: vectors[0].count - 1)
    let scale = rows.indices.reduce(0) { $0 + rows[$1][$1] } / Double(count)
    guard scale > 0 else { throw .indistinguishable }
    self.scale = scale
    // The lower Cholesky factor of the products.
    for row in rows.indices {
      if Task.isCancelled { throw .cancelled }
      var own = rows[row]
      for column in 0...row {
        let product = own[column] / scale + (row == column ? Self.ownShare : 0)
        let rest =
          product - LBFGS.dot(own, row == column ? own : rows[column], count: column)
        own[column] =
          row == column ? max(rest, Self.ownShare).squareRoot() : rest / rows[column][column]
      }
      for column in row + 1..<count { own[column] = 0 }
      rows[row] = own
    }
    coordinates = rows.map { $0 + [1] }
  }

  /// The weights of the features, row by row, from those of the coordinates.
  func weights(of coordinateWeights: [Double]) -> [Double] {
    let (count, width) = (vectors.count, vectors[0].count)
    return stride(from: 0, to: coordinateWeights.count, by: count + 1).flatMap { start in
      // The weight of each example, by back substitution.
      var shares = Array(coordinateWeights[start..<start + count])
      var weights = [Double](repeating: 0, count: width)
      for example in shares.indices.reversed() {
        let row = coordinates[example]
        shares[example] /= row[example]
        LBFGS.add(-shares[example], row, to: &shares, count: example)
        LBFGS.add(shares[example] / scale, vectors[example], to: &weights, count: width - 1)
      }
      weights[width - 1] = coordinateWeights[start + count]
      return weights
    }
  }

  /// The products of all pairs of examples.
  private static func products(of vectors: [[Double]], width: Int) -> [[Double]] {
    let count = vectors.count
    let lanes = NeuralNetwork.lanes
    let columns = (count + lanes - 1) / lanes * lanes
    var products = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    // Blocks of features keep the sums in single precision short.
    let block = 512
    for start in stride(from: 0, to: width, by: block) {
      let inner = min(block, width - start)
      let left = vectors.flatMap { $0[start..<start + inner].map(Float.init) }
      var right = [Float](repeating: 0, count: inner * columns)
      for example in 0..<count {
        for feature in 0..<inner {
          right[feature * columns + example] = left[example * inner + feature]
        }
      }
      var sums = [Float](repeating: 0, count: count * columns)
      inertial_matrix_product(left, inner, 1, right, &sums, count, inner, columns)
      for row in 0..<count {
        for column in 0..<count { products[row][column] += Double(sums[row * columns + column]) }
      }
    }
    return products
  }
}
