internal import MotionFusion

/// What sensors of motion can read, in rad/s and µT: the limits by which units are judged.
package enum SensorLimits {
  /// The length of the fastest rates of gyroscopes in phones, 2,000 or 4,000 °/s.
  package static let gyroscopeRange = 80.0
  /// The largest bias that low-cost parts specify, 20 °/s.
  package static let gyroscopeBias = 20 * Double.pi / 180
  /// The noise of gyroscopes at rest: from 0.003 °/s, filtered, to 6 °/s.
  package static let gyroscopeNoise = 0.003 * Double.pi / 180...0.1
  /// The Earth's field, 22 to 67 µT (World Magnetic Model 2025), beside a little iron.
  static let field = 15.0..<90
  /// The Earth's field plus up to twice as much hard iron.
  package static let fieldWithIron = 12.0...140
}

extension SensorSample {
  /// The sample without readings that no sensor measures: those that are not finite, zeros but for
  /// the gyroscope, and rates so high that they are spikes in any unit.
  var measured: SensorSample {
    var sample = self
    if rotationRate.map({ !($0.lengthSquared < 1e8) }) ?? false { sample.rotationRate = nil }
    if acceleration.map({ !$0.isFinite || $0 == .zero }) ?? false { sample.acceleration = nil }
    if magneticField.map({ !$0.isFinite || $0 == .zero }) ?? false { sample.magneticField = nil }
    return sample
  }
}

/// The rates that no gyroscope measures, in a number of readings.
package struct FastRates: Sendable {
  package private(set) var count = 0
  /// The number of all readings.
  package private(set) var total = 0

  package init() {}

  /// Adds a rate of this length in rad/s.
  package mutating func add(_ length: Double) {
    total += 1
    if length > SensorLimits.gyroscopeRange { count += 1 }
  }

  /// Whether there are more than spikes: over three, or most of a few, and over one percent.
  package var areOften: Bool { (count > 3 || 2 * count > total) && count * 100 > total }
}
