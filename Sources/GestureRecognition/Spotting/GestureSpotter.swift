internal import MotionFusion
internal import RealModule

/// Finds the gestures among the movements between stationary phases.
///
/// A gesture is one to three consecutive segments; any other segment is a movement between gestures,
/// such as the return to the start of the next letter. The sequence of least cost wins:
///
/// - a gesture of *k* segments at distance *d* costs *k*^1.5 (*d*/*m*)²;
/// - a movement at distance *d* to the nearest movement of the model costs (*d*/*m*)², at most 1.7²;
/// - two gestures, or two movements, less than 0.8 s apart cost 0.75: they alternate.
///
/// *m* is the median distance of the gestures so far, and at first that of the model's training
/// set. A gesture farther than 1.7 *m* is rejected. The sequence is decided with a delay of two
/// segments, or after 0.8 s without movement (dynamic programming: A. Viterbi, *Error bounds for
/// convolutional codes*, 1967, doi:10.1109/TIT.1967.1054010). A value type without a clock.
struct GestureSpotter: Sendable {
  /// The time after which the next segment does not depend on the last one, in seconds.
  static let decisionTime = 0.8
  /// The longest stationary phase within a gesture, in seconds.
  private static let longestPause = 0.6
  /// The most segments of a gesture.
  private static let mostSegments = 3
  /// The number of segments by which decisions lag.
  private static let delay = 2
  /// The longest gesture, in seconds.
  private static let longestGesture = 6.0
  /// The cost of two gestures, or two movements, in a row. Chosen on synthetic writers.
  private static let repetitionCost = 0.75
  /// The exponent of the number of segments in the cost of a gesture. Chosen on `air-letters`.
  private static let segmentExponent = 1.5
  /// The largest distance of a gesture, relative to the median.
  private static let largestRatio = 1.7
  /// The number of gestures that the median of the training set counts for.
  private static let priorCount = 3
  /// The number of gestures whose distances are kept.
  private static let memory = 50

  private enum Kind: Sendable { case gesture, movement }

  /// A segment, and the gestures that may end with it.
  private struct Segment: Sendable {
    var motions: [DeviceMotion]
    var start: Double
    var end: Double
    var movementDistance: Double
    /// The match of the gesture of the last one, two or three segments.
    var matches: [TemplateModel.MovementMatch?] = []
  }

  /// A part of the decided sequence: a gesture or a movement that ends with a segment.
  private struct Part {
    var segments: Range<Int>
    var match: TemplateModel.MovementMatch?
  }

  private let model: TemplateModel
  private var segments: [Segment] = []
  /// Whether all segments are decided.
  var isIdle: Bool { segments.isEmpty }
  /// What precedes the first segment.
  private var last: (kind: Kind, end: Double)?
  /// The distances of the last gestures, in increasing order of time.
  private var distances: [Double] = []

  init(model: TemplateModel) {
    self.model = model
  }

  /// Adds a segment, in order of time.
  ///
  /// - Returns: The gestures that are decided.
  /// - Complexity: At most ten comparisons with all examples of the model.
  mutating func add(_ motions: [DeviceMotion]) -> [RecognizedGesture] {
    guard let start = motions.first?.timestamp, let end = motions.last?.timestamp else { return [] }
    var decided = advance(to: start, isStationary: true)
    segments.append(
      Segment(
        motions: motions, start: start, end: end,
        movementDistance: model.distanceToMovements(of: motions)))
    segments[segments.count - 1].matches = matches()
    decided += decide(segments.count - Self.delay)
    return decided
  }

  /// Decides all segments if there was no movement for a while, or one too long for a gesture.
  ///
  /// - Parameters:
  ///   - time: The time of a sample, or of the start of a movement, in seconds.
  ///   - isStationary: Whether the device was stationary until then.
  mutating func advance(to time: Double, isStationary: Bool) -> [RecognizedGesture] {
    guard let end = segments.last?.end ?? last?.end,
      time - end >= Self.decisionTime + (isStationary ? 0 : Self.longestGesture)
    else { return [] }
    return finish()
  }

  /// Decides all segments.
  mutating func finish() -> [RecognizedGesture] {
    defer { last = nil }
    return decide(segments.count)
  }

  /// The matches of the gestures of one, two or three segments that end with the last one.
  private func matches() -> [TemplateModel.MovementMatch?] {
    var matches: [TemplateModel.MovementMatch?] = []
    var motions: [DeviceMotion] = []
    for (index, segment) in segments.enumerated().reversed().prefix(Self.mostSegments) {
      if index + 1 < segments.count, segments[index + 1].start - segment.end > Self.longestPause {
        break
      }
      motions = segment.motions + motions
      let isTooLong = segments[segments.count - 1].end - segment.start > Self.longestGesture
      matches.append(isTooLong ? nil : model.match(motions, isSegmented: matches.isEmpty))
    }
    return matches
  }

  // MARK: - The sequence of least cost

  /// Removes the parts of the best sequence that end within the first `count` segments.
  private mutating func decide(_ count: Int) -> [RecognizedGesture] {
    guard count > 0 else { return [] }
    var decided: [RecognizedGesture] = []
    var end = 0
    for part in bestSequence() where part.segments.upperBound <= count {
      end = part.segments.upperBound
      last = (part.match == nil ? .movement : .gesture, segments[end - 1].end)
      guard let match = part.match else { continue }
      distances.append(match.distance)
      if distances.count > Self.memory { distances.removeFirst() }
      decided.append(
        RecognizedGesture(
          RecordedGesture(samples: .motion(match.motions)), .success(match.recognition)))
    }
    segments.removeFirst(end)
    return decided
  }

  /// The median distance of gestures.
  private var medianDistance: Double {
    let prior = model.calibration.typicalDistance
    return (distances + [Double](repeating: prior, count: Self.priorCount)).sorted().upperMedian
      ?? prior
  }

  private func bestSequence() -> [Part] {
    let median = medianDistance
    func squared(_ distance: Double) -> Double { (distance / median) * (distance / median) }
    let largest = Self.largestRatio * Self.largestRatio
    // The least cost of the segments before each index, by the kind of the last part.
    typealias State = (cost: Double, part: Part?, previous: Kind)
    var states: [[Kind: State]] = [[last?.kind ?? .movement: (0, nil, .movement)]]
    if last == nil { states[0][.gesture] = (0, nil, .movement) }
    for (index, segment) in segments.enumerated() {
      var reached: [Kind: State] = [:]
      func reach(_ kind: Kind, from start: Int, cost: Double, part: Part) {
        let before = start > 0 ? segments[start - 1].end : last?.end
        let isNear = before.map { segments[start].start - $0 < Self.decisionTime } ?? false
        for (previous, state) in states[start] {
          let total = state.cost + cost + (previous == kind && isNear ? Self.repetitionCost : 0)
          if total < reached[kind]?.cost ?? .infinity { reached[kind] = (total, part, previous) }
        }
      }
      reach(
        .movement, from: index, cost: min(squared(segment.movementDistance), largest),
        part: Part(segments: index..<index + 1))
      for (extra, match) in segment.matches.enumerated() {
        // Earlier segments may be decided already.
        guard let match, extra <= index, squared(match.distance) <= largest else { continue }
        reach(
          .gesture, from: index - extra,
          cost: .pow(Double(extra + 1), Self.segmentExponent) * squared(match.distance),
          part: Part(segments: index - extra..<index + 1, match: match))
      }
      states.append(reached)
    }
    var parts: [Part] = []
    var kind: Kind =
      (states[segments.count][.gesture]?.cost ?? .infinity)
        < (states[segments.count][.movement]?.cost ?? .infinity) ? .gesture : .movement
    var index = segments.count
    while index > 0, let state = states[index][kind], let part = state.part {
      parts.append(part)
      (index, kind) = (part.segments.lowerBound, state.previous)
    }
    return parts.reversed()
  }
}
