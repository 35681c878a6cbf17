package import GestureRecognition
package import MotionFusion

/// The gestures found in streams, compared with those that the streams contain.
package struct SpottingResult: Hashable, Sendable, Codable {
  /// The number of gestures in the streams.
  package private(set) var total = 0
  package private(set) var right = 0
  /// The number of gestures that were found, with a wrong label.
  package private(set) var wrong = 0
  /// The number of found gestures that match no gesture, or one that was already found.
  package private(set) var invented = 0
  /// The number of invented gestures within gestures of more than 6 s, which are longer than any
  /// gesture that is found whole: such a recording may hold its letter several times.
  package private(set) var inventedInLong = 0
  /// The duration of the streams, in seconds.
  package private(set) var seconds = 0.0

  /// The number of gestures that were not found, those found and rejected included.
  package var missed: Int { total - right - wrong }
  /// The share of gestures that were found with the right label; `nil` without gestures.
  package var rightShare: Double? { total > 0 ? Double(right) / Double(total) : nil }
  /// The number of invented gestures for each gesture of the streams; `nil` without gestures.
  package var inventedShare: Double? { total > 0 ? Double(invented) / Double(total) : nil }
  /// The number of invented gestures a minute; `nil` for streams without a duration.
  package var inventedPerMinute: Double? { seconds > 0 ? 60 * Double(invented) / seconds : nil }

  /// Creates a result without streams.
  package init() {}

  /// Adds the gestures found in a stream.
  ///
  /// A found gesture belongs to the gesture of the stream that it overlaps most, if they overlap
  /// for more than half of the shorter one; every gesture counts as found at most once.
  ///
  /// - Parameter found: The label and the time of each found gesture that was accepted.
  mutating func add(
    _ found: [(label: String, times: ClosedRange<Double>)], in stream: LabeledStream
  ) {
    total += stream.gestures.count
    seconds += stream.duration
    var isFound = [Bool](repeating: false, count: stream.gestures.count)
    for (label, times) in found {
      let overlaps = stream.gestures.map { gesture in
        min(times.upperBound, gesture.times.upperBound)
          - max(times.lowerBound, gesture.times.lowerBound)
      }
      guard let place = overlaps.indices.max(by: { overlaps[$0] < overlaps[$1] }) else {
        invented += 1
        continue
      }
      let gesture = stream.gestures[place]
      let shorter = min(
        times.upperBound - times.lowerBound, gesture.times.upperBound - gesture.times.lowerBound)
      guard overlaps[place] > shorter / 2, !isFound[place] else {
        invented += 1
        if overlaps[place] > shorter / 2,
          gesture.times.upperBound - gesture.times.lowerBound > GestureSpotter.longestGesture
        {
          inventedInLong += 1
        }
        continue
      }
      isFound[place] = true
      if label == gesture.label { right += 1 } else { wrong += 1 }
    }
  }

  /// Adds the counts of another result.
  package mutating func add(_ other: SpottingResult) {
    total += other.total
    right += other.right
    wrong += other.wrong
    invented += other.invented
    inventedInLong += other.inventedInLong
    seconds += other.seconds
  }
}

/// A stream of motion, and the gestures that it contains.
package struct LabeledStream: Sendable {
  /// The name of the stream.
  package var name: String
  package var motions: [DeviceMotion]
  /// The gestures in order of time, each with its label and its time in seconds.
  package var gestures: [(label: String, times: ClosedRange<Double>)]

  /// Creates a stream.
  package init(
    name: String, motions: [DeviceMotion],
    gestures: [(label: String, times: ClosedRange<Double>)] = []
  ) {
    self.name = name
    self.motions = motions
    self.gestures = gestures
  }

  /// The duration, in seconds.
  var duration: Double {
    guard let first = motions.first, let last = motions.last else { return 0 }
    return last.timestamp - first.timestamp
  }
}

extension GestureRecognizer {
  /// Spots the gestures in a stream as `WritingSession` does, and compares them with those that it
  /// contains. Rejected gestures do not count.
  package func evaluateSpotting(in stream: LabeledStream) -> SpottingResult {
    var session = WritingSession(self)
    var found = stream.motions.flatMap { session.update($0) }
    found += session.finish()
    var result = SpottingResult()
    let accepted = found.compactMap { gesture in
      gesture.label.map { ($0, gesture.start...max(gesture.start, gesture.end)) }
    }
    result.add(accepted, in: stream)
    return result
  }

  /// Recognises the gestures of a stream, cut at their known times.
  ///
  /// - Returns: The number of gestures with the right label. Rejection has no influence.
  package func countRecognized(in stream: LabeledStream) -> Int {
    stream.gestures.count { gesture in
      let motions = stream.motions.filter { gesture.times.contains($0.timestamp) }
      return (try? recognize(motions))?.label == gesture.label
    }
  }
}
