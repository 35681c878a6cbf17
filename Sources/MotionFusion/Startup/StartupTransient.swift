/// The invalid readings of one sensor between its power-up and its first valid reading.
package struct StartupTransient: Hashable, Sendable {
  /// The sensor.
  package enum Sensor: String, Hashable, Sendable, CaseIterable {
    /// Readings in g.
    case accelerometer
    /// Readings in rad/s.
    case gyroscope
  }

  /// The criterion that detected the transient.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Zeros on all axes, which do not occur later: a register not yet written.
    case empty
    /// One repeated reading, in a run longer than any later one: a register not refreshed.
    case repeated
    /// A step much larger than all later ones.
    case wild
    /// A monotonic approach, exponential or linear, to the sensor's level: a settling filter.
    case settling
  }

  /// The sensor.
  package var sensor: Sensor
  /// The criterion that detected the transient.
  package var kind: Kind
  /// The number of invalid readings, from the first one of the transient on.
  package var count: Int
  /// The time of the first valid reading, in seconds.
  package var end: Double
}
