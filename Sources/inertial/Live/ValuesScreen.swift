internal import MotionFusion

/// The numbers of a motion display on a terminal, redrawn in place.
struct ValuesScreen {
  private static let lineCount = 12
  private var isDrawn = false

  /// The text that draws the values over those before, without a last line feed.
  mutating func frame(_ values: MotionValues, zero: DeviceMotion?, keys: String) -> String {
    var lines = Self.lines(values, zero: zero) + [keys]
    lines += Array(repeating: "", count: max(0, Self.lineCount - lines.count))
    let up = isDrawn ? "\u{1B}[\(lines.count)F" : ""
    isDrawn = true
    // Lines are cut at the right margin instead of wrapped.
    return up + "\u{1B}[?7l"
      + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\n") + "\u{1B}[?7h"
  }

  private static func lines(_ values: MotionValues, zero: DeviceMotion?) -> [String] {
    let (motion, gyroscope) = (values.motion, values.gyroscopeOnly)
    var lines = [
      "\(decimal(values.timestamp, places: 2)) s".padded(to: 25)
        + "device motion".padded(to: 28) + "raw",
      row("attitude", "deg", angles(values.attitude), angles(gyroscope?.attitude))
        + "  (gyroscope only)",
      row("rotation rate", "rad/s", motion?.rotationRate, values.rotationRate),
      row("gravity", "g", motion?.gravity, nil),
      row("user acceleration", "g", motion?.userAcceleration, values.acceleration),
    ]
    if let field = values.calibratedField {
      lines.append(
        row("magnetic field", "uT", field.field, values.magneticField, places: 1)
          + "  \(field.accuracy)")
    }
    lines.append("")
    if let gyroscope {
      let rate = gyroscope.driftPerMinute.map { ", \(degrees($0)) deg/min" } ?? ""
      lines.append(
        "gyroscope only: drift \(degrees(gyroscope.drift)) deg in "
          + "\(decimal(gyroscope.duration, places: 0)) s\(rate)")
    }
    if let tilt = values.tilt, let filtered = values.filteredTilt {
      lines.append(
        "tilt: \(degrees(tilt)) deg by quaternion, \(degrees(filtered)) deg by Kalman filter")
    }
    lines.append(
      values.needsCalibration
        ? "magnetometer uncalibrated: wave the device in a figure eight"
        : zero.map { "attitude relative to that at \(decimal($0.timestamp, places: 2)) s" } ?? "")
    return lines
  }

  /// Roll, pitch and yaw in degrees.
  private static func angles(_ attitude: Attitude?) -> Vector3<Double>? {
    attitude.map { Vector3($0.roll, $0.pitch, $0.yaw) * (180 / .pi) }
  }

  private static func degrees(_ radians: Double) -> String {
    decimal(radians * 180 / .pi, places: 2)
  }

  private static func row(
    _ name: String, _ unit: String, _ motion: Vector3<Double>?, _ raw: Vector3<Double>?,
    places: Int = 3
  ) -> String {
    func cells(_ vector: Vector3<Double>?) -> String {
      let numbers = vector.map { [$0.x, $0.y, $0.z] }
      return (0..<3).map { index in
        (numbers.map { decimal($0[index], places: places) } ?? "").padded(to: 9, .right)
      }.joined()
    }
    return name.padded(to: 18) + unit.padded(to: 6) + cells(motion) + " " + cells(raw)
  }
}
