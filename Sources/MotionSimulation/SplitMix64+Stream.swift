internal import RealModule
internal import RotationMath

/// Labels of the independent random streams, one for each purpose.
enum RandomStream {
  static let style: UInt64 = 1
  /// A writer's own shape of a letter.
  static let habit: UInt64 = 2
  static let take: UInt64 = 3
  /// Position and noise of a stroke on a screen.
  static let screen: UInt64 = 4
  /// The hand and the sensors of a recording in the air.
  static let air: UInt64 = 5
  /// The travels between the letters of a recording in the air.
  static let travel: UInt64 = 6
  /// A writer's own form of a printed letter.
  static let printedHabit: UInt64 = 7
  /// One take of a printed letter.
  static let printedTake: UInt64 = 8
  /// A writer's habits in a hand gesture.
  static let gestureHabit: UInt64 = 9
  /// The hand gestures of a recording.
  static let gestures: UInt64 = 10
  /// The movements that are not gestures.
  static let others: UInt64 = 11
}

extension Character {
  /// The label of the character in random streams: its first code point.
  var streamLabel: UInt64 { UInt64(unicodeScalars[unicodeScalars.startIndex].value) }
}

extension SplitMix64 {
  /// The generator of one labelled stream.
  ///
  /// Different labels yield unrelated sequences, so that the values of one letter do not depend on
  /// how many were drawn before it.
  init(seed: UInt64, stream labels: UInt64...) {
    var state = seed
    for label in labels {
      var mixer = SplitMix64(seed: state ^ (label &* 0xD1B5_4A32_D192_ED03))
      state = mixer.next()
    }
    self.init(seed: state)
  }

  /// A normally distributed value.
  mutating func normal(mean: Double = 0, deviation: Double) -> Double {
    mean + deviation * nextNormal()
  }

  /// A log-normally distributed value: `median` times exp(normal of deviation `spread`).
  mutating func logNormal(median: Double, spread: Double) -> Double {
    median * .exp(spread * nextNormal())
  }

  /// Three independent values of the standard normal distribution.
  mutating func nextNormalVector() -> Vector3<Double> {
    Vector3(nextNormal(), nextNormal(), nextNormal())
  }
}
