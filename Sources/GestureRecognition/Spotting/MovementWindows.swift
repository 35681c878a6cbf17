internal import MotionFusion
internal import RealModule

/// The parts of a long movement that end with its last segment: each may be a gesture or a movement
/// between gestures.
///
/// If nothing marks the end of a gesture, many parts resemble one. The parts of a sequence are
/// comparable only if their costs are proportional to their durations. With *d* the distance to the
/// nearest class, *d*₀ and *d*₁ the distances to the nearest movement of any kind and to the
/// nearest movement between gestures, *m* the median distance in the model's training set, *T* the
/// duration in seconds, and *r* the ratio of `MovementRejection`,
///
/// - a gesture costs (0.3 + 0.3 *T*) (*d*/*m*)² + 0.62 − 0.35 log(*d*₀/*d*) − 0.75 (*r* + 1.5),
/// - a movement between gestures costs 0.83 *T* min((*d*₁/*m*)², 2.5) + 0.45.
///
/// The constants were chosen on synthetic writers 7000 to 7007 who never rest and 5000 to 5003 who
/// do, on `air-letters`, and on parts of `gait`, `broad` and `sensor-logger-iphone` without
/// letters.
struct MovementWindows {
  /// The duration of a segment, in seconds. 0.05 s finds 1 % more letters of synthetic writers, at
  /// four times the cost.
  static let spacing = 0.1
  /// The durations of gestures, in seconds.
  private static let gestureDurations = 0.3...3.25
  /// The duration from which every second part is compared, in seconds.
  private static let longDuration = 1.25
  /// The longest movement between gestures, in seconds. Longer gestures count as several.
  private static let longestMovement = 0.72
  /// The shortest part that is compared, in seconds.
  private static let shortestPart = 0.2
  /// The time between the samples that are compared, in seconds: a tenth of the smoothing window.
  private static let samplePeriod = 0.008

  /// The largest distance of a gesture, relative to the median.
  private static let largestRatio = 1.48
  private static let gestureCost = (base: 0.3, rate: 0.3, offset: 0.62)
  private static let marginWeight = 0.35
  private static let ratioWeight = 0.75
  private static let middleRatio = -1.5
  private static let movementCost = (rate: 0.83, limit: 2.5, offset: 0.45)
  /// The weight of the margin in similarities, as in `MovementRejection`.
  private static let similarityWeight = 0.7

  private var samples: [DeviceMotion] = []
  /// The first sample and the duration of each part, from the last segment alone to the longest.
  private var parts: [(first: Int, duration: Double)] = []

  /// Creates the parts that end with the last segment.
  ///
  /// - Parameter segments: The samples and the start of each segment, from the last to the first.
  ///   The last sample of a segment is the first of the next one.
  init(_ segments: [(motions: [DeviceMotion], start: Double)]) {
    guard let end = segments.first?.motions.last?.timestamp else { return }
    // The last segment alone may be longer, after a gap in the stream.
    let near =
      1
      + segments.dropFirst()
      .prefix { end - $0.start <= Self.gestureDurations.upperBound }.count
    var firsts: [Int] = []
    for segment in segments.prefix(near).reversed() {
      firsts.append(samples.count)
      for motion in segment.motions.dropLast()
      where motion.timestamp - (samples.last?.timestamp ?? -.infinity) >= Self.samplePeriod {
        samples.append(motion)
      }
    }
    parts = zip(firsts.reversed(), segments).map { ($0, end - $1.start) }
  }

  /// The gestures and movements among the parts, with their costs.
  ///
  /// - Complexity: About 20 comparisons, each with the examples within a limit.
  func candidates(by model: TemplateModel) -> [GestureSpotter.Candidate] {
    parts.indices.flatMap { candidates(of: $0, by: model) }
  }

  private func candidates(
    of index: Int, by model: TemplateModel
  ) -> [GestureSpotter.Candidate] {
    let duration = parts[index].duration
    // A sequence needs a part for each segment.
    let mayBeMovement = duration <= Self.longestMovement || index == 0
    let mayBeGesture =
      Self.gestureDurations.contains(duration)
      && (duration <= Self.longDuration || index % 2 == 1)
    guard mayBeMovement || mayBeGesture else { return [] }
    let typical = model.calibration.typicalDistance
    var match: TemplateModel.WindowMatch?
    if (Self.shortestPart...Self.gestureDurations.upperBound).contains(duration) {
      match = model.matchWindow(
        Array(samples[parts[index].first...]),
        limit: mayBeGesture ? Self.largestRatio * typical : nil,
        movementLimit: mayBeMovement ? Self.movementCost.limit.squareRoot() * typical : nil)
    }
    var candidates: [GestureSpotter.Candidate] = []
    if mayBeMovement {
      let ratio = (match?.movementDistance ?? .infinity) / typical
      let (rate, limit, offset) = Self.movementCost
      candidates.append(
        GestureSpotter.Candidate(
          .movement, count: index + 1, cost: offset + rate * duration * min(ratio * ratio, limit)))
    }
    if let match, let distance = match.distance {
      let ratio = distance / typical
      let (base, rate, offset) = Self.gestureCost
      var gesture = GestureSpotter.Candidate(
        .gesture, count: index + 1,
        cost: (base + rate * duration) * ratio * ratio + offset
          - Self.marginWeight * match.margin
          - Self.ratioWeight * (match.accelerationRatio - Self.middleRatio))
      gesture.similarity = Self.similarityWeight * match.margin - Double.log(ratio)
      candidates.append(gesture)
    }
    return candidates
  }
}

extension GestureSpotter {
  /// A gesture, or a movement between gestures, that ends with a segment.
  struct Candidate: Sendable {
    enum Kind: Int, Sendable, CaseIterable { case movement, gesture }

    let kind: Kind
    let count: Int
    /// The distance to the nearest example, in the unit of scores, and the factor on its square
    /// relative to the median; `nil` for a part of a long movement.
    private(set) var comparison: (distance: Double, weight: Double)?
    /// The cost of a part of a long movement.
    private var cost = 0.0
    /// The match of a gesture; `nil` for a part of a long movement.
    var match: TemplateModel.MovementMatch?
    /// The similarity of a part of a long movement to a gesture, as against other movements.
    var similarity: Double?

    /// The largest distance of a gesture, relative to the median; movements beyond it cost no more.
    static let largestRatio = 1.7

    /// Creates one or several whole movements.
    init(_ kind: Kind, count: Int, distance: Double, weight: Double = 1) {
      self.kind = kind
      self.count = count
      comparison = (distance, weight)
    }

    /// Creates a part of a long movement.
    init(_ kind: Kind, count: Int, cost: Double) {
      self.kind = kind
      self.count = count
      self.cost = cost
    }

    /// The cost in a sequence; infinite for a gesture that is too far.
    ///
    /// - Parameter median: The median distance of the gestures so far.
    func cost(median: Double) -> Double {
      guard let comparison else { return cost }
      let ratio = comparison.distance / median
      guard kind == .movement || ratio <= Self.largestRatio else { return .infinity }
      let least = min(ratio, Self.largestRatio)
      return comparison.weight * least * least
    }
  }
}
