/// Scores feature vectors against the weights of *k* classes: one matrix product a batch.
///
/// The score of a class is the dot product of its weights and the features; a bias is a feature
/// that is always 1. The label of a vector is the class with the greatest score, the first of
/// equals; a vector with a NaN among its scores has none.
///
/// A few vectors are scored by a kernel of ours in C, which picks the processor's widest
/// instructions when it runs; more of them by OpenBLAS, in pieces so small that OpenBLAS does not
/// start threads for them. The pieces do not depend on the number of threads, and so neither do the
/// scores; they may differ in the last bits between a few vectors and many.
public struct LinearScorer<Scalar: LinearScorerScalar>: Hashable, Sendable {
  /// How many classes there are.
  public let classCount: Int
  /// How many features a vector has.
  public let featureCount: Int
  /// The weights, one class after another.
  public let weights: [Scalar]
  /// The weights, one feature after another, each padded by zeros to `stride` classes.
  @usableFromInline let columns: AlignedStorage<Scalar>
  @usableFromInline let stride: Int

  /// From this many vectors a matrix product pays for its preparation.
  @usableFromInline static var productThreshold: Int { 8 }

  /// A scorer of `weights`, one class after another, `featureCount` each.
  ///
  /// - Precondition: `featureCount` is positive and divides the number of weights.
  public init(weights: [Scalar], featureCount: Int) {
    precondition(
      featureCount > 0 && weights.count % featureCount == 0,
      "\(weights.count) weights are not rows of \(featureCount)")
    self.weights = weights
    self.featureCount = featureCount
    classCount = weights.count / featureCount
    let lanes = 32 / MemoryLayout<Scalar>.size
    stride = (classCount + lanes - 1) / lanes * lanes
    var columns = [Scalar](repeating: 0, count: stride * featureCount)
    for index in weights.indices {
      columns[index % featureCount * stride + index / featureCount] = weights[index]
    }
    self.columns = AlignedStorage(columns)
  }

  /// Whether two scorers give the same scores.
  public static func == (a: Self, b: Self) -> Bool {
    a.featureCount == b.featureCount && a.weights == b.weights
  }

  /// Feeds the weights to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(featureCount)
    hasher.combine(weights)
  }

  // MARK: - Scores

  /// The scores of one vector, a class each.
  ///
  /// - Precondition: `features` has ``featureCount`` elements.
  @inlinable
  public func scores(of features: [Scalar]) -> [Scalar] {
    scores(ofRows: features, count: 1)
  }

  /// The scores of `count` vectors, one after another, ``classCount`` each.
  ///
  /// - Parameters:
  ///   - rows: The vectors, one after another, ``featureCount`` each.
  ///   - count: How many there are.
  /// - Precondition: `rows` has `count` times ``featureCount`` elements.
  /// - Complexity: O(count · classes · features); allocates the result.
  @inlinable
  public func scores(ofRows rows: [Scalar], count: Int) -> [Scalar] {
    precondition(
      rows.count == count * featureCount,
      "\(rows.count) features are not \(count) rows of \(featureCount)")
    return [Scalar](unsafeUninitializedCapacity: count * classCount) { scores, initialized in
      rows.withUnsafeBufferPointer { score(rows: $0, count: count, into: scores) }
      initialized = count * classCount
    }
  }

  /// Writes the scores of `count` vectors over `scores`. Allocates nothing of its own.
  ///
  /// - Parameters:
  ///   - rows: The vectors, one every `rowStride` elements.
  ///   - count: How many there are.
  ///   - rowStride: From the start of one vector to that of the next, at least ``featureCount``;
  ///     `nil` where they follow one another.
  ///   - scores: Where the scores go, one vector after another, ``classCount`` each.
  ///   - threads: How many threads may take part. Below some thousand vectors one does it all.
  /// - Precondition: `rows` holds `count` vectors, `scores` has `count` times ``classCount``
  ///   elements, and they do not overlap.
  @inlinable
  public func score(
    rows: UnsafeBufferPointer<Scalar>, count: Int, rowStride: Int? = nil,
    into scores: UnsafeMutableBufferPointer<Scalar>, threads: Int = 1
  ) {
    precondition(
      scores.count == count * classCount,
      "room for \(scores.count) scores, expected \(count) rows of \(classCount)")
    let rowStride = checkedStride(rowStride, of: rows, count: count)
    guard let input = rows.baseAddress, let output = scores.baseAddress else { return }
    guard threads > 1, count >= 2 * Self.rowsPerThread else {
      for first in Swift.stride(from: 0, to: count, by: pieceLength) {
        scorePiece(
          input + first * rowStride, rowStride: rowStride,
          count: min(pieceLength, count - first), into: output + first * classCount)
      }
      return
    }
    // Each thread writes where no other does.
    nonisolated(unsafe) let (source, target) = (input, output)
    inPieces(of: count, threads: threads) { first, length in
      scorePiece(
        source + first * rowStride, rowStride: rowStride, count: length,
        into: target + first * classCount)
    }
  }

  // MARK: - Pieces

  /// How many vectors one matrix product takes: OpenBLAS multiplies up to 2¹⁸ numbers without
  /// asking for threads. Many weights are worth its blocking instead.
  @inlinable
  var pieceLength: Int {
    let size = max(classCount * featureCount, 1)
    return size > 8192 ? 256 : 262_144 / size
  }

  /// Starting a thread costs about as much as scoring a thousand vectors of letters.
  @usableFromInline static var rowsPerThread: Int { 4096 }

  /// Calls `body` with the start and the length of each piece, on several threads.
  @inlinable
  func inPieces(of count: Int, threads: Int, _ body: @Sendable (Int, Int) -> Void) {
    let pieces = (count + pieceLength - 1) / pieceLength
    let workers = max(1, min(threads, count / Self.rowsPerThread, pieces))
    concurrently(workers) { worker in
      for piece in worker * pieces / workers..<(worker + 1) * pieces / workers {
        let first = piece * pieceLength
        body(first, min(pieceLength, count - first))
      }
    }
  }

  /// Scores at most ``pieceLength`` vectors.
  @inlinable
  func scorePiece(
    _ rows: UnsafePointer<Scalar>, rowStride: Int, count: Int,
    into scores: UnsafeMutablePointer<Scalar>
  ) {
    guard classCount > 0 else { return }
    guard count < Self.productThreshold else {
      Scalar.scoreRows(
        columns: columns.start, stride: stride, rows: rows, rowStride: rowStride, count: count,
        features: featureCount, scores: scores, classes: classCount)
      return
    }
    for row in 0..<count {
      Scalar.scoreRow(
        columns: columns.start, stride: stride, row: rows + row * rowStride,
        features: featureCount, scores: scores + row * classCount, classes: classCount)
    }
  }

  /// The distance of vectors, after checking that `rows` holds `count` of them.
  @inlinable
  func checkedStride(_ stride: Int?, of rows: UnsafeBufferPointer<Scalar>, count: Int) -> Int {
    let stride = stride ?? featureCount
    precondition(
      stride >= featureCount, "rows of \(featureCount) features cannot start every \(stride)")
    let needed = count > 0 ? (count - 1) * stride + featureCount : 0
    precondition(
      count >= 0 && rows.count >= needed,
      "\(rows.count) elements are not \(count) rows of \(featureCount), every \(stride)")
    return stride
  }
}
