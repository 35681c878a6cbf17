/// What a sensor reported between its power-up and its first reading that can be believed.
public struct StartupTransient: Hashable, Sendable, Codable {
  /// Which sensor.
  public enum Sensor: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its readings are in g.
    case accelerometer
    /// Its readings are in rad/s.
    case gyroscope
  }

  /// By what it was recognised.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Exactly zero on all axes, as nothing later is: a register that was not written yet.
    case empty
    /// One reading again and again, longer than any later one: a register that is not refreshed.
    case repeated
    /// A jump within one step that dwarfs everything after it.
    case wild
    /// A steady approach, exponential or linear, to where the sensor stays: a filter that settles.
    case settling
  }

  /// The sensor.
  public var sensor: Sensor
  /// By what it was recognised.
  public var kind: Kind
  /// The sensor's readings that are not to be believed, from the first one of the transient on.
  public var count: Int
  /// The time of the first reading after them, in seconds.
  public var end: Double

  /// The transient of these parts.
  ///
  /// - Parameters:
  ///   - sensor: The sensor.
  ///   - kind: By what it was recognised.
  ///   - count: The readings that are not to be believed.
  ///   - end: The time of the first reading after them, in seconds.
  public init(sensor: Sensor, kind: Kind, count: Int, end: Double) {
    self.sensor = sensor
    self.kind = kind
    self.count = count
    self.end = end
  }
}
