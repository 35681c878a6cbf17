internal import MotionFusion

/// The shortest gesture, wherever gestures are cut, collected, trained on or recognised.
package struct GestureLimits: Hashable, Sendable {
  /// The shortest duration, in seconds.
  package var duration: Double
  /// The fewest samples, at any sample rate.
  package var samples: Int

  /// The limits of a motion that is one gesture: a letter takes longer than 0.2 s, and its series
  /// needs six samples.
  package static let motion = GestureLimits(duration: 0.2, samples: 6)
  /// The limits of a movement that may be part of a gesture: six samples at 100 Hz.
  package static let movement = GestureLimits(duration: 0.05, samples: 6)
  /// The limits of a stroke on a screen, or several: two points make a line.
  package static let stroke = GestureLimits(duration: 0, samples: 2)
  /// The limits of a series of any sensor: a single sample may be a gesture.
  package static let series = GestureLimits(duration: 0, samples: 1)

  /// Throws for a gesture of fewer samples or a shorter one.
  ///
  /// - Parameter duration: The time from the first to the last sample, in seconds.
  package func check(count: Int, duration: Double) throws(GestureError) {
    guard count >= samples else { throw .tooFewSamples(count: count, minimum: samples) }
    // The difference of two timestamps is rounded.
    guard duration >= self.duration - 1e-6 else {
      throw .tooShort(seconds: duration, minimum: self.duration)
    }
  }

  /// Whether a part of a recording is long enough.
  func allow(_ motions: some BidirectionalCollection<DeviceMotion>) -> Bool {
    guard let first = motions.first, let last = motions.last else { return false }
    let duration = last.timestamp - first.timestamp
    return (try? check(count: motions.count, duration: duration)) != nil
  }
}
