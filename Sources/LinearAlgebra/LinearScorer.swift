internal import CKernels

#if !hasFeature(Embedded)
  internal import Dispatch
#endif

#if LAPACK
  internal import COpenBLAS
#endif

/// Linear scores of feature vectors for a number of classes, one matrix product per batch.
///
/// The score of a class is the dot product of its weights and the features; a bias is the weight of
/// a feature that is always 1.
///
/// Fewer than eight vectors are scored by a C kernel that selects the processor's instruction set
/// at run time, more vectors by OpenBLAS, in pieces below its threshold for threads; a piece of
/// fewer than eight, as with over 32,768 weights, by the kernel too. The pieces do not depend on
/// the number of threads, so the scores do not either. Scores of small and large batches may differ
/// by rounding. Without the trait `LAPACK` the kernel scores all vectors.
public struct LinearScorer: Hashable, Sendable {
  /// The number of classes.
  public let classCount: Int
  /// The number of features of a vector.
  public let featureCount: Int
  /// The weights, class by class.
  public let weights: [Double]
  /// The weights, feature by feature, each feature padded with zeros to `stride` classes.
  private let columns: AlignedStorage
  private let stride: Int

  /// The smallest batch that is scored by a matrix product.
  private static let productThreshold = 8
  /// The smallest share of a batch that is worth a thread.
  private static let rowsPerThread = 4096

  /// Creates a scorer from weights, class by class.
  ///
  /// - Precondition: `featureCount` is positive and divides the number of weights.
  public init(weights: [Double], featureCount: Int) {
    precondition(
      featureCount > 0 && weights.count % featureCount == 0,
      "\(weights.count) weights are not rows of \(featureCount)")
    self.weights = weights
    self.featureCount = featureCount
    classCount = weights.count / featureCount
    let lanes = 32 / MemoryLayout<Double>.size
    stride = (classCount + lanes - 1) / lanes * lanes
    var columns = [Double](repeating: 0, count: stride * featureCount)
    for index in weights.indices {
      columns[index % featureCount * stride + index / featureCount] = weights[index]
    }
    self.columns = AlignedStorage(columns)
  }

  /// Whether two scorers have equal weights.
  public static func == (a: Self, b: Self) -> Bool {
    a.featureCount == b.featureCount && a.weights == b.weights
  }

  /// Feeds the weights to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(featureCount)
    hasher.combine(weights)
  }

  // MARK: - Scores

  /// The scores of one vector, one per class.
  ///
  /// - Precondition: `features` has ``featureCount`` elements.
  public func scores(of features: [Double]) -> [Double] { scores(ofRows: features, count: 1) }

  /// The scores of `count` vectors, one vector after another.
  ///
  /// - Parameters:
  ///   - rows: The vectors, one after another.
  ///   - count: The number of vectors.
  /// - Precondition: `rows` has `count` times ``featureCount`` elements.
  /// - Complexity: O(count · classes · features); allocates the result.
  public func scores(ofRows rows: [Double], count: Int) -> [Double] {
    [Double](unsafeUninitializedCapacity: count * classCount) { scores, initialized in
      rows.withUnsafeBufferPointer { score(rows: $0, count: count, into: scores) }
      initialized = count * classCount
    }
  }

  /// Writes the scores of `count` vectors to `scores`. Allocates nothing on one thread.
  ///
  /// - Parameters:
  ///   - rows: The vectors, one after another.
  ///   - count: The number of vectors.
  ///   - scores: The result, one vector after another.
  ///   - threads: The largest number of threads; used from 8192 vectors on. Default: 1.
  /// - Precondition: `rows` has `count` times ``featureCount`` elements, `scores` has `count` times
  ///   ``classCount`` elements, and they do not overlap.
  public func score(
    rows: UnsafeBufferPointer<Double>, count: Int,
    into scores: UnsafeMutableBufferPointer<Double>, threads: Int = 1
  ) {
    precondition(
      count >= 0 && rows.count == count * featureCount,
      "\(rows.count) features are not \(count) rows of \(featureCount)")
    precondition(
      scores.count == count * classCount,
      "room for \(scores.count) scores, expected \(count) rows of \(classCount)")
    guard classCount > 0, let input = rows.baseAddress, let output = scores.baseAddress else {
      return
    }
    guard count >= Self.productThreshold else {
      scoreRows(input, count: count, into: output)
      return
    }
    // Each piece is read and written by one thread.
    nonisolated(unsafe) let (source, target) = (input, output)
    let length = pieceLength
    let pieces = (count + length - 1) / length
    @Sendable func score(_ piece: Int) {
      let first = piece * length
      scorePiece(
        source + first * featureCount, count: min(length, count - first),
        into: target + first * classCount)
    }
    #if !hasFeature(Embedded)
      let workers = min(threads, count / Self.rowsPerThread, pieces)
      if workers > 1 {
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
          for piece in worker * pieces / workers..<(worker + 1) * pieces / workers { score(piece) }
        }
        return
      }
    #endif
    for piece in 0..<pieces { score(piece) }
  }

  /// The number of vectors in one matrix product.
  ///
  /// OpenBLAS starts its own threads above 2¹⁸ products; here only the caller decides about
  /// threads.
  private var pieceLength: Int { max(262_144 / max(classCount * featureCount, 1), 1) }

  /// Scores at most ``pieceLength`` vectors.
  private func scorePiece(
    _ rows: UnsafePointer<Double>, count: Int, into scores: UnsafeMutablePointer<Double>
  ) {
    guard count >= Self.productThreshold else {
      scoreRows(rows, count: count, into: scores)
      return
    }
    #if LAPACK
      cblas_dgemm(
        CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(count), Int32(classCount),
        Int32(featureCount), 1, rows, Int32(featureCount), columns.start, Int32(stride), 0, scores,
        Int32(classCount))
    #else
      scoreRows(rows, count: count, into: scores)
    #endif
  }

  /// Scores a few vectors one by one.
  private func scoreRows(
    _ rows: UnsafePointer<Double>, count: Int, into scores: UnsafeMutablePointer<Double>
  ) {
    for row in 0..<count {
      inertial_scores(
        columns.start, stride, rows + row * featureCount, featureCount, scores + row * classCount,
        classCount)
    }
  }

  // MARK: - Labels

  /// The index of the highest score, the first of equal ones; `nil` if empty or a score is NaN.
  @inlinable public static func best(of scores: some Collection<Double>) -> Int? {
    var (index, best, leader) = (0, -Double.infinity, 0)
    // The sum of differences of scores from themselves is NaN if a score is NaN or infinite.
    var check = 0.0
    for score in scores {
      check += score - score
      if score > best { (best, leader) = (score, index) }
      index += 1
    }
    guard index > 0 else { return nil }
    return check == 0 || !scores.contains(where: { $0.isNaN }) ? leader : nil
  }
}

/// Immutable numbers that start at a cache line, so that no vector load straddles two lines.
final class AlignedStorage: Sendable {
  /// The numbers, constant after the initialiser.
  nonisolated(unsafe) let start: UnsafePointer<Double>

  /// Copies `numbers`.
  init(_ numbers: [Double]) {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, numbers.count * MemoryLayout<Double>.stride), alignment: 64)
    let scalars = bytes.bindMemory(to: Double.self, capacity: numbers.count)
    scalars.initialize(from: numbers, count: numbers.count)
    start = UnsafePointer(scalars)
  }

  deinit {
    UnsafeMutableRawPointer(mutating: start).deallocate()
  }
}
