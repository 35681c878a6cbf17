internal import Foundation
internal import MotionFusion

/// One line of `inertial live --values`: all numbers of a motion display.
struct ValuesLine: Encodable {
  /// The columns of ``row``.
  static let header =
    (["t", "roll_deg", "pitch_deg", "yaw_deg"]
    + columns("rate", "rad_s") + columns("gravity", "g") + columns("user_accel", "g")
    + columns("gyro", "rad_s") + columns("accel", "g") + columns("mag", "uT")
    + [
      "mag_accuracy", "gyro_only_drift_deg", "gyro_only_drift_deg_per_min", "tilt_deg",
      "filtered_tilt_deg",
    ]).joined(separator: ",")

  private let motion: MotionLine
  private let values: MotionValues
  /// The time of the attitude's zero.
  private let zero: Double?

  /// The line of these values; `nil` before the first motion.
  init?(_ values: MotionValues, zero: DeviceMotion?) {
    guard var motion = values.motion, let attitude = values.attitude else { return nil }
    motion.attitude = attitude
    self.motion = MotionLine(motion)
    self.values = values
    self.zero = zero?.timestamp
  }

  private static func columns(_ name: String, _ unit: String) -> [String] {
    ["x", "y", "z"].map { "\(name)_\($0)_\(unit)" }
  }

  /// The line under ``header``; numbers that are not known are empty.
  var row: String {
    func angle(_ radians: Double?) -> String {
      radians.map { decimal($0 * 180 / .pi, places: 3) } ?? ""
    }
    func cells(_ vector: Vector3<Double>?) -> [String] {
      vector.map { ["\($0.x)", "\($0.y)", "\($0.z)"] } ?? ["", "", ""]
    }
    let (attitude, motion, gyroscope) = (values.attitude, values.motion, values.gyroscopeOnly)
    var row = ["\(values.timestamp)"]
    row += [attitude?.roll, attitude?.pitch, attitude?.yaw].map(angle)
    row += cells(motion?.rotationRate) + cells(motion?.gravity) + cells(motion?.userAcceleration)
    row += cells(values.rotationRate) + cells(values.acceleration) + cells(values.magneticField)
    row.append(values.calibratedField.map { "\($0.accuracy)" } ?? "")
    row += [gyroscope?.drift, gyroscope?.driftPerMinute, values.tilt, values.filteredTilt].map(
      angle)
    return row.joined(separator: ",")
  }

  // MARK: - JSON

  private enum CodingKeys: String, CodingKey {
    case gyroscope, accelerometer, magnetometer
    case magneticField, magneticFieldAccuracy, needsCalibration
    case gyroscopeOnly, tiltDegrees, filteredTiltDegrees, zero
  }

  private struct GyroscopeOnly: Encodable {
    var quaternion: [Double]
    var driftDegrees: Double
    var driftDegreesPerMinute: Double?
  }

  /// Encodes the fields of ``MotionLine``, and its own.
  func encode(to encoder: any Encoder) throws {
    try motion.encode(to: encoder)
    let degrees = 180 / Double.pi
    func list(_ vector: Vector3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(values.rotationRate.map(list), forKey: .gyroscope)
    try container.encodeIfPresent(values.acceleration.map(list), forKey: .accelerometer)
    try container.encodeIfPresent(values.magneticField.map(list), forKey: .magnetometer)
    if let calibrated = values.calibratedField {
      try container.encode(list(calibrated.field), forKey: .magneticField)
      try container.encode("\(calibrated.accuracy)", forKey: .magneticFieldAccuracy)
      try container.encode(values.needsCalibration, forKey: .needsCalibration)
    }
    if let gyroscope = values.gyroscopeOnly {
      let q = gyroscope.attitude.quaternion
      try container.encode(
        GyroscopeOnly(
          quaternion: list(q.vector) + [q.w], driftDegrees: gyroscope.drift * degrees,
          driftDegreesPerMinute: gyroscope.driftPerMinute.map { $0 * degrees }),
        forKey: .gyroscopeOnly)
    }
    try container.encodeIfPresent(values.tilt.map { $0 * degrees }, forKey: .tiltDegrees)
    try container.encodeIfPresent(
      values.filteredTilt.map { $0 * degrees }, forKey: .filteredTiltDegrees)
    try container.encodeIfPresent(zero, forKey: .zero)
  }
}
