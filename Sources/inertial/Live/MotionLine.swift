internal import Foundation
internal import MotionFusion

/// One line of `inertial live`: the motion at one instant.
struct MotionLine: Encodable {
  /// The columns of ``row``.
  static let header = "t,qw,qx,qy,qz,pitch_deg,roll_deg,yaw_deg"

  private let timestamp: Double
  /// *x*, *y*, *z*, *w*, from device to reference frame.
  private let quaternion: [Double]
  private let pitchDegrees: Double
  private let rollDegrees: Double
  private let yawDegrees: Double
  /// In degrees clockwise from north; absent in frames without north.
  private let heading: Double?
  /// The turn that a late correction of the heading has yet to make, counter-clockwise from above;
  /// absent unless one is under way.
  private let headingCorrectionDegrees: Double?
  /// In rad/s, without bias.
  private let rotationRate: [Double]
  /// In g.
  private let gravity: [Double]
  /// In g, with Core Motion's sign.
  private let userAcceleration: [Double]

  init(_ motion: DeviceMotion) {
    func list(_ vector: Vector3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }
    let degrees = 180 / Double.pi
    let attitude = motion.attitude
    timestamp = motion.timestamp
    quaternion = list(attitude.quaternion.vector) + [attitude.quaternion.w]
    pitchDegrees = attitude.pitch * degrees
    rollDegrees = attitude.roll * degrees
    yawDegrees = attitude.yaw * degrees
    heading = motion.heading
    headingCorrectionDegrees = motion.headingCorrection.map { $0 * degrees }
    rotationRate = list(motion.rotationRate)
    gravity = list(motion.gravity)
    userAcceleration = list(motion.userAcceleration)
  }

  /// The line under ``header``.
  var row: String {
    let angles = [pitchDegrees, rollDegrees, yawDegrees].map { decimal($0, places: 3) }
    let (q, w) = (quaternion.prefix(3), quaternion[3])
    return ["\(timestamp)", "\(w)"].joined(separator: ",") + ","
      + (q.map { "\($0)" } + angles).joined(separator: ",")
  }

  /// The line as one JSON object.
  func json(by encoder: JSONEncoder) throws -> String {
    String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
