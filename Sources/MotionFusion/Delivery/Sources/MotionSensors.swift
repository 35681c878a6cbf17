/// A set of motion sensors.
public struct MotionSensors: OptionSet, Hashable, Sendable, Codable {
  /// One bit for each sensor.
  public let rawValue: UInt8
  /// The sensors with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The gyroscope: angular rate.
  public static let gyroscope = MotionSensors(rawValue: 1)
  /// The accelerometer: specific force.
  public static let accelerometer = MotionSensors(rawValue: 2)
  /// The magnetometer: magnetic field.
  public static let magnetometer = MotionSensors(rawValue: 4)

  /// The sensors with a reading in `sample`.
  package init(in sample: SensorSample) {
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
  /// The sensors that the frame requires.
  package var neededSensors: MotionSensors {
    needsMagnetometer
      ? [.gyroscope, .accelerometer, .magnetometer] : [.gyroscope, .accelerometer]
  }

  /// The sensors that the frame requires, where a gyroscope may be optional.
  ///
  /// A frame that the magnetometer keeps always requires one: the heading needs the turns.
  package func neededSensors(requiringGyroscope: Bool) -> MotionSensors {
    requiringGyroscope || needsMagnetometer ? neededSensors : .accelerometer
  }

  /// The frames that these sensors support, in the order of the cases.
  ///
  /// - Parameters:
  ///   - sensors: The available sensors.
  ///   - knowsDeclination: Whether the angle from true to magnetic north is known.
  ///   - requiringGyroscope: Whether an accelerometer alone supports no frame. Default: true.
  package static func available(
    sensors: MotionSensors, knowsDeclination: Bool, requiringGyroscope: Bool = true
  ) -> [ReferenceFrame] {
    guard sensors.contains(.accelerometer) else { return [] }
    guard sensors.contains(.gyroscope) else {
      return requiringGyroscope ? [] : [.xArbitraryZVertical]
    }
    return available(
      hasMagnetometer: sensors.contains(.magnetometer), knowsDeclination: knowsDeclination)
  }
}
