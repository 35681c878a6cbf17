internal import MotionFusion
internal import RealModule

/// Finds the gestures among the movements between stationary phases.
///
/// A gesture is one to three consecutive movements; any other one is a movement between gestures,
/// such as the return to the start of the next letter. The sequence of least cost wins:
///
/// - a gesture of *k* movements at distance *d* costs *k*^1.5 (*d*/*m*)²;
/// - a movement at distance *d* to the nearest movement of the model costs (*d*/*m*)², at most
///   1.7²;
/// - two gestures, or two movements, less than 0.8 s apart cost 0.75: they alternate.
///
/// *m* is the median distance of the gestures so far; at the start it is the median of the model's
/// training set. A gesture farther than 1.7 *m* is rejected. The sequence is decided with a delay
/// of two movements, or after 0.8 s without movement (dynamic programming: A. Viterbi, *Error
/// bounds for convolutional codes*, 1967, doi:10.1109/TIT.1967.1054010). A value type without a
/// clock.
///
/// A writer who never rests makes one long movement. A movement of more than 6 s, or a shorter one
/// that is far from all gestures and movements, is cut into segments of 0.1 s, and all parts of it
/// compete in the same sequence (`MovementWindows`). They are decided with a delay of 4 s, and
/// accepted together with their neighbours (`SpottingContext`).
package struct GestureSpotter: Sendable {
  /// The time after which the next segment does not depend on the last one, in seconds.
  static let decisionTime = 0.8
  /// The longest gesture, in seconds. A longer movement may be several gestures without a rest.
  package static let longestGesture = 6.0
  /// The duration of the parts in which a longer movement is processed, in seconds. It is twice
  /// that of the segments, so that the spotter catches up without a long pause for the computation.
  package static let partDuration = 0.2
  /// The longest stationary phase within a gesture, in seconds.
  private static let longestPause = 0.6
  private static let mostMovements = 3
  private static let delay = 2
  /// The time by which decisions lag in a long movement, in seconds. Synthetic writers 7000 to
  /// 7007: 81 % right with 3 s, 84 % with 4 s, 85 % with 5 s or more.
  private static let lag = 4.0
  /// The cost of two gestures, or two movements, in a row. Chosen on synthetic writers.
  private static let repetitionCost = 0.75
  /// The exponent of the number of segments in the cost of a gesture. Chosen on `air-letters`.
  private static let segmentExponent = 1.5
  /// The distance from which a movement may be several gestures without a rest, relative to the
  /// median.
  private static let doubtfulRatio = 1.25
  /// The minimum duration of such a movement, in seconds. Chosen, together with the distance, on
  /// synthetic writers 9000 to 9019, who rest, and 3000, 4000, 5000 and 6000, who do not. With 1.2
  /// s, 0.6 % of the letters of writers who rest are lost.
  private static let shortestCut = 2.5
  /// The number of gestures that the median of the training set counts for.
  private static let priorCount = 3
  /// The number of gestures whose distances are kept.
  private static let memory = 50

  /// A movement, or a segment of one, and the parts of a sequence that may end with it.
  struct Segment: Sendable {
    var motions: [DeviceMotion]
    var start: Double
    var end: Double
    var movement: Int
    /// Whether the movement begins with it.
    var isFirst: Bool
    var candidates: [Candidate] = []
  }

  /// A part of the decided sequence: a gesture or a movement that ends with a segment.
  private struct Part {
    var segments: Range<Int>
    var candidate: Candidate
  }

  private var model: TemplateModel
  /// The segments that are not decided; bounded by the delays.
  private(set) var segments: [Segment] = []
  private var movement = 0
  /// The samples of a long movement after its last segment; `nil` between long movements.
  private var rest: [DeviceMotion]?
  /// Whether the long movement has a segment.
  private var hasCut = false
  /// Whether all segments are decided.
  var isIdle: Bool { segments.isEmpty && rest == nil }
  /// The samples before the first segment.
  private var last: (kind: Candidate.Kind, end: Double)?
  /// The distances of the last gestures, in increasing order of time.
  private var distances: [Double] = []
  /// The last gestures within long movements.
  private var context = SpottingContext()

  init(model: TemplateModel) {
    self.model = model
  }

  /// The angle by which the axes of the device are turned from the next segment on.
  var turn: Double {
    get { model.normalizer.state.angle }
    set { model.normalizer.state.angle = newValue }
  }

  /// Adds a movement, or the rest of a long one, in order of time.
  ///
  /// - Returns: The gestures that are decided.
  /// - Complexity: At most ten comparisons with all examples of the model, and more for a movement
  ///   that is cut.
  mutating func add(_ motions: [DeviceMotion]) -> [RecognizedGesture] {
    if rest != nil {
      cut(motions)
      finishMovement()
      return decide(decidable)
    }
    guard let start = motions.first?.timestamp, let end = motions.last?.timestamp else { return [] }
    let decided = advance(to: start, isStationary: true)
    movement += 1
    segments.append(
      Segment(motions: motions, start: start, end: end, movement: movement, isFirst: true))
    let whole = Candidate(
      .movement, count: 1, distance: model.distanceToMovements(of: motions))
    let gestures = gestureCandidates()
    let nearest = (gestures + [whole]).compactMap { $0.comparison?.distance }.min() ?? .infinity
    if nearest > Self.doubtfulRatio * medianDistance, end - start >= Self.shortestCut {
      segments.removeLast()
      begin()
      cut(motions)
      finishMovement()
    } else {
      segments[segments.count - 1].candidates = [whole] + gestures
    }
    return decided + decide(decidable)
  }

  /// Adds the next part of a movement that has lasted for `longestGesture`.
  ///
  /// - Returns: The gestures that are decided.
  /// - Complexity: About 200 windows a second of movement, each compared with the examples within
  ///   a limit.
  mutating func follow(_ motions: [DeviceMotion]) -> [RecognizedGesture] {
    var decided: [RecognizedGesture] = []
    if rest == nil {
      decided = motions.first.map { advance(to: $0.timestamp, isStationary: true) } ?? []
      movement += 1
      begin()
    }
    cut(motions)
    return decided + decide(decidable)
  }

  /// Decides all segments if there was no movement for a while, or one too long for a gesture.
  ///
  /// - Parameters:
  ///   - time: The time of a sample, or of the start of a movement, in seconds.
  ///   - isStationary: Whether the device was stationary until then.
  mutating func advance(to time: Double, isStationary: Bool) -> [RecognizedGesture] {
    guard rest == nil, let end = segments.last?.end ?? last?.end,
      time - end >= Self.decisionTime + (isStationary ? 0 : Self.longestGesture)
    else { return [] }
    return finish()
  }

  mutating func finish() -> [RecognizedGesture] {
    finishMovement()
    defer { last = nil }
    return decide(segments.count)
  }

  // MARK: - Segments

  private mutating func begin() {
    rest = []
    hasCut = false
  }

  /// Cuts samples of a long movement into segments.
  private mutating func cut(_ motions: [DeviceMotion]) {
    var samples = rest ?? []
    for motion in motions {
      samples.append(motion)
      guard motion.timestamp - samples[0].timestamp >= MovementWindows.spacing else { continue }
      append(samples)
      // Segments share the sample between them.
      samples = [motion]
    }
    rest = samples
  }

  /// Appends a segment of a long movement.
  private mutating func append(_ motions: [DeviceMotion]) {
    let isFirst = !hasCut
    hasCut = true
    segments.append(
      Segment(
        motions: motions, start: motions[0].timestamp, end: motions[motions.count - 1].timestamp,
        movement: movement, isFirst: isFirst))
    let windows = MovementWindows(
      segments.reversed().prefix { $0.movement == movement }.map { ($0.motions, $0.start) })
    segments[segments.count - 1].candidates = windows.candidates(by: model)
  }

  /// Ends a long movement.
  private mutating func finishMovement() {
    guard let rest else { return }
    if rest.count > 1 { append(rest) }
    self.rest = nil
  }

  /// The samples of consecutive segments. Those of a movement share the sample between them.
  private func motions(of segments: Range<Int>) -> [DeviceMotion] {
    segments.flatMap { index in
      let isShared =
        index + 1 < segments.upperBound
        && self.segments[index + 1].movement == self.segments[index].movement
      return isShared ? self.segments[index].motions.dropLast() : self.segments[index].motions[...]
    }
  }

  /// The gestures of one, two or three movements that end with the last one.
  private func gestureCandidates() -> [Candidate] {
    var candidates: [Candidate] = []
    var first = segments.count
    guard let end = segments.last?.end else { return [] }
    for count in 1...Self.mostMovements {
      guard first > 0 else { break }
      let number = segments[first - 1].movement
      if count > 1, segments[first].start - segments[first - 1].end > Self.longestPause { break }
      while first > 0, segments[first - 1].movement == number { first -= 1 }
      // Its start may already be decided.
      guard segments[first].isFirst, end - segments[first].start <= Self.longestGesture else {
        break
      }
      let motions = motions(of: first..<segments.count)
      guard let match = model.match(motions, isSegmented: count == 1) else { continue }
      var candidate = Candidate(
        .gesture, count: segments.count - first, distance: match.distance,
        weight: .pow(Double(count), Self.segmentExponent))
      candidate.match = match
      candidates.append(candidate)
    }
    return candidates
  }

  // MARK: - The sequence of least cost

  /// The number of segments that later movements do not change any more.
  private var decidable: Int {
    guard let latest = segments.last?.end else { return 0 }
    let count = segments.prefix { $0.movement <= movement - Self.delay }.count
    guard rest != nil else { return count }
    return max(count, segments.prefix { $0.end <= latest - Self.lag }.count)
  }

  /// Removes the parts of the best sequence that end within the first `count` segments.
  private mutating func decide(_ count: Int) -> [RecognizedGesture] {
    guard count > 0 else { return [] }
    var decided: [RecognizedGesture] = []
    var end = 0
    let parts = bestSequence()
    for (index, part) in parts.enumerated() where part.segments.upperBound <= count {
      end = part.segments.upperBound
      let candidate = part.candidate
      last = (candidate.kind, segments[end - 1].end)
      guard candidate.kind == .gesture else { continue }
      guard let match = candidate.match else {
        if let gesture = gesture(part, before: parts[(index + 1)...]) { decided.append(gesture) }
        continue
      }
      distances.append(match.distance)
      if distances.count > Self.memory { distances.removeFirst() }
      decided.append(RecognizedGesture(match))
    }
    segments.removeFirst(end)
    return decided
  }

  /// The gesture in a part of a long movement, unless it and its neighbours are more like other
  /// movements.
  private mutating func gesture(
    _ part: Part, before next: ArraySlice<Part>
  ) -> RecognizedGesture? {
    let following = next.compactMap { next in
      next.candidate.similarity.map {
        (time: segments[next.segments.lowerBound].start, similarity: $0)
      }
    }
    guard let similarity = part.candidate.similarity,
      context.accept(
        at: segments[part.segments.lowerBound].start, similarity: similarity, before: following)
    else { return nil }
    return model.match(motions(of: part.segments), isSegmented: false)
      .map { RecognizedGesture($0) }
  }

  private var medianDistance: Double {
    let prior = model.calibration.typicalDistance
    return (distances + [Double](repeating: prior, count: Self.priorCount)).sorted().upperMedian
      ?? prior
  }

  private func bestSequence() -> [Part] {
    typealias State = (cost: Double, part: Part?, previous: Candidate.Kind)
    let median = medianDistance
    // The least cost of the segments before each index, by the kind of the last part.
    let unreached: State = (.infinity, nil, .movement)
    var states = [[State]](
      repeating: [unreached, unreached], count: segments.count + 1)
    for kind in Candidate.Kind.allCases where last == nil || last?.kind == kind {
      states[0][kind.rawValue].cost = 0
    }
    for (index, segment) in segments.enumerated() {
      // Earlier segments may already be decided.
      for candidate in segment.candidates where candidate.count <= index + 1 {
        let cost = candidate.cost(median: median)
        guard cost < .infinity else { continue }
        let start = index + 1 - candidate.count
        let before = start > 0 ? segments[start - 1].end : last?.end
        let isNear = before.map { segments[start].start - $0 < Self.decisionTime } ?? false
        for previous in Candidate.Kind.allCases {
          let total =
            states[start][previous.rawValue].cost + cost
            + (previous == candidate.kind && isNear ? Self.repetitionCost : 0)
          if total < states[index + 1][candidate.kind.rawValue].cost {
            let part = Part(segments: start..<index + 1, candidate: candidate)
            states[index + 1][candidate.kind.rawValue] = (total, part, previous)
          }
        }
      }
    }
    var parts: [Part] = []
    let end = states[segments.count]
    var kind: Candidate.Kind =
      end[Candidate.Kind.gesture.rawValue].cost < end[Candidate.Kind.movement.rawValue].cost
      ? .gesture : .movement
    var index = segments.count
    while index > 0, let part = states[index][kind.rawValue].part {
      let previous = states[index][kind.rawValue].previous
      parts.append(part)
      (index, kind) = (part.segments.lowerBound, previous)
    }
    return parts.reversed()
  }
}

extension RecognizedGesture {
  fileprivate init(_ match: TemplateModel.MovementMatch) {
    self.init(RecordedGesture(samples: .motion(match.motions)), .success(match.recognition))
  }
}

/// Accepts the gestures within long movements together with their neighbours: other movements
/// resemble a letter now and then, but not several in a row.
///
/// The decision uses the mean similarity of a gesture, the three before it and the two after it, if
/// they are within 6 s. Chosen so that less than one gesture a minute is accepted in development
/// data without letters; a threshold for each gesture alone loses ten times as many letters.
struct SpottingContext: Sendable {
  private static let previousCount = 3
  private static let nextCount = 2
  /// The largest time to a neighbour, in seconds.
  private static let reach = 6.0
  private static let leastSimilarity = -0.15

  private var previous: [(time: Double, similarity: Double)] = []

  /// Whether a gesture is accepted.
  ///
  /// - Parameters:
  ///   - time: The time of the gesture, in seconds.
  ///   - similarity: Its similarity, as against other movements.
  ///   - next: The gestures that probably follow.
  mutating func accept(
    at time: Double, similarity: Double, before next: [(time: Double, similarity: Double)]
  ) -> Bool {
    let near = (previous + next.prefix(Self.nextCount)).filter {
      abs($0.time - time) < Self.reach
    }
    let sum = near.reduce(similarity) { $0 + $1.similarity }
    previous.append((time, similarity))
    if previous.count > Self.previousCount { previous.removeFirst() }
    return sum / Double(near.count + 1) >= Self.leastSimilarity
  }
}
