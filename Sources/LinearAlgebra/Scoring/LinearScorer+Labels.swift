public import RealModule

/// A class among the best of a vector.
public struct RankedClass<Scalar: LinearScorerScalar>: Hashable, Sendable {
  /// The index of the class.
  public let index: Int
  /// Its score.
  public let score: Scalar
  /// How far its score is above that of the next class, zero for equals; infinite for the last.
  public let margin: Scalar

  /// A class with its score.
  @inlinable
  public init(index: Int, score: Scalar, margin: Scalar) {
    (self.index, self.score, self.margin) = (index, score, margin)
  }
}

extension LinearScorer {
  // MARK: - Of one vector's scores

  /// The index of the best class of one vector's scores: the first of equals, `nil` when there is
  /// no class or a score is NaN.
  @inlinable
  public static func best(of scores: some Collection<Scalar>) -> Int? {
    var (index, best, leader) = (0, -Scalar.infinity, 0)
    // A sum of differences from themselves is NaN as soon as one score is NaN or infinite.
    var doubt: Scalar = 0
    for score in scores {
      doubt += score - score
      if score > best { (best, leader) = (score, index) }
      index += 1
    }
    guard index > 0 else { return nil }
    return doubt == 0 || !scores.contains(where: \.isNaN) ? leader : nil
  }

  /// The `count` best classes of one vector's scores, best first, equals in the order of classes;
  /// none when a score is NaN.
  ///
  /// - Precondition: `count` is not negative.
  /// - Complexity: O(classes · count) and an allocation of the result.
  @inlinable
  public static func top(_ count: Int, of scores: some Collection<Scalar>) -> [RankedClass<Scalar>]
  {
    precondition(count >= 0, "\(count) classes cannot be chosen")
    guard count > 0, !scores.contains(where: \.isNaN) else { return [] }
    // One more than is wanted: the last one's margin.
    var leaders: [(index: Int, score: Scalar)] = []
    leaders.reserveCapacity(count + 2)
    for (index, score) in scores.enumerated() {
      if leaders.count > count, score <= leaders[count].score { continue }
      let place = leaders.firstIndex { $0.score < score } ?? leaders.count
      leaders.insert((index, score), at: place)
      if leaders.count > count + 1 { leaders.removeLast() }
    }
    return leaders.prefix(count).enumerated().map { place, leader in
      let next = place + 1 < leaders.count ? leaders[place + 1].score : -.infinity
      let margin = leader.score == next ? 0 : leader.score - next
      return RankedClass(index: leader.index, score: leader.score, margin: margin)
    }
  }

  /// The probabilities that scores stand for: exp(*s*/*t*), divided by their sum. They do not
  /// overflow, however large the scores are.
  ///
  /// - Parameters:
  ///   - scores: One vector's scores.
  ///   - temperature: *t*: above one it makes probabilities more alike, below one less.
  /// - Returns: A probability a class; NaN for all when a score is NaN or several are infinite.
  /// - Precondition: `temperature` is positive.
  @inlinable
  public static func probabilities(
    of scores: some Collection<Scalar>, temperature: Scalar = 1
  ) -> [Scalar] {
    precondition(temperature > 0, "a temperature is positive, not \(temperature)")
    guard let highest = scores.max() else { return [] }
    guard highest < .infinity else {
      // What is infinitely better than the rest is certain.
      let isCertain = highest == .infinity && scores.count { !($0 < .infinity) } == 1
      return scores.map { isCertain ? ($0 == .infinity ? 1 : 0) : .nan }
    }
    var sum: Scalar = 0
    let odds = scores.map { score in
      let odds = Scalar.exp((score - highest) / temperature)
      sum += odds
      return odds
    }
    return odds.map { $0 / sum }
  }

  // MARK: - Of many vectors

  /// The index of the best class of each of `count` vectors; `nil` where a score is NaN.
  ///
  /// - Precondition: As ``scores(ofRows:count:)``.
  @inlinable
  public func labels(ofRows rows: [Scalar], count: Int) -> [Int?] {
    precondition(
      rows.count == count * featureCount,
      "\(rows.count) features are not \(count) rows of \(featureCount)")
    return rows.withUnsafeBufferPointer { labels(ofRows: $0, count: count) }
  }

  /// The index of the best class of each of `count` vectors; `nil` where a score is NaN. The scores
  /// are looked at while they are in the cache, and not kept.
  ///
  /// - Parameters:
  ///   - rows: The vectors, one every `rowStride` elements.
  ///   - count: How many there are.
  ///   - rowStride: From the start of one vector to that of the next, at least ``featureCount``;
  ///     `nil` where they follow one another.
  ///   - threads: How many threads may take part. Below some thousand vectors one does it all.
  /// - Precondition: `rows` holds `count` vectors.
  /// - Complexity: O(count · classes · features); allocates the result and a piece of scores a
  ///   thread.
  @inlinable
  public func labels(
    ofRows rows: UnsafeBufferPointer<Scalar>, count: Int, rowStride: Int? = nil, threads: Int = 1
  ) -> [Int?] {
    collect(rows, count: count, rowStride: rowStride, threads: threads) { Self.best(of: $0) }
  }

  /// The `wanted` best classes of each of `count` vectors, as ``top(_:of:)`` of its scores.
  ///
  /// - Parameters:
  ///   - wanted: How many classes.
  ///   - rows: The vectors, one every `rowStride` elements.
  ///   - count: How many there are.
  ///   - rowStride: From the start of one vector to that of the next, at least ``featureCount``;
  ///     `nil` where they follow one another.
  ///   - threads: How many threads may take part. Below some thousand vectors one does it all.
  /// - Precondition: `rows` holds `count` vectors.
  @inlinable
  public func top(
    _ wanted: Int, ofRows rows: UnsafeBufferPointer<Scalar>, count: Int, rowStride: Int? = nil,
    threads: Int = 1
  ) -> [[RankedClass<Scalar>]] {
    collect(rows, count: count, rowStride: rowStride, threads: threads) {
      Self.top(wanted, of: $0)
    }
  }

  /// What `summary` makes of the scores of each vector.
  @inlinable
  func collect<Summary>(
    _ rows: UnsafeBufferPointer<Scalar>, count: Int, rowStride: Int?, threads: Int,
    summary: @Sendable (UnsafeBufferPointer<Scalar>) -> Summary
  ) -> [Summary] {
    let rowStride = checkedStride(rowStride, of: rows, count: count)
    guard let input = rows.baseAddress else { return [] }
    return [Summary](unsafeUninitializedCapacity: count) { summaries, initialized in
      guard let output = summaries.baseAddress else { return }
      // Each thread writes where no other does.
      nonisolated(unsafe) let (source, target) = (input, output)
      inPieces(of: count, threads: threads) { first, length in
        withUnsafeTemporaryAllocation(of: Scalar.self, capacity: length * classCount) { scores in
          if let room = scores.baseAddress {
            scorePiece(
              source + first * rowStride, rowStride: rowStride, count: length, into: room)
          }
          for row in 0..<length {
            let own = UnsafeBufferPointer(
              rebasing: scores[row * classCount..<(row + 1) * classCount])
            (target + first + row).initialize(to: summary(own))
          }
        }
      }
      initialized = count
    }
  }
}
