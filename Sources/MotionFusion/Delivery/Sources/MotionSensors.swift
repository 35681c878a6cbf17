/// A set of the sensors that motion is made of.
public struct MotionSensors: OptionSet, Hashable, Sendable, Codable {
  /// One bit a sensor.
  public let rawValue: UInt8
  /// The sensors of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Angular rate.
  public static let gyroscope = MotionSensors(rawValue: 1)
  /// Specific force.
  public static let accelerometer = MotionSensors(rawValue: 2)
  /// Magnetic field.
  public static let magnetometer = MotionSensors(rawValue: 4)

  /// The sensors that `sample` has a reading of.
  public init(in sample: SensorSample) {
    self = []
    if sample.rotationRate != nil { insert(.gyroscope) }
    if sample.acceleration != nil { insert(.accelerometer) }
    if sample.magneticField != nil { insert(.magnetometer) }
  }
}

extension MotionSensors: CustomStringConvertible {
  /// The sensors' names, or `no sensor`.
  public var description: String {
    let names: [(Self, String)] = [
      (.gyroscope, "gyroscope"), (.accelerometer, "accelerometer"), (.magnetometer, "magnetometer"),
    ]
    let present = names.filter { contains($0.0) }.map(\.1)
    return present.isEmpty ? "no sensor" : present.joined(separator: " and ")
  }
}

extension ReferenceFrame {
  /// The sensors that it takes.
  public var neededSensors: MotionSensors {
    needsMagnetometer
      ? [.gyroscope, .accelerometer, .magnetometer] : [.gyroscope, .accelerometer]
  }

  /// The frames that these sensors can hold, in the order of the cases.
  ///
  /// - Parameters:
  ///   - sensors: The sensors that there are.
  ///   - knowsDeclination: Whether the angle from true to magnetic north is known.
  public static func available(sensors: MotionSensors, knowsDeclination: Bool) -> [ReferenceFrame] {
    available(
      hasGyroscope: sensors.isSuperset(of: [.gyroscope, .accelerometer]),
      hasMagnetometer: sensors.contains(.magnetometer), knowsDeclination: knowsDeclination)
  }
}
