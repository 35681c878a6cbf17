internal import DeadReckoning
internal import GestureRecognition
internal import MotionFusion

/// An event for the pages: one JSON object with a `type`.
enum LiveEvent: Encodable, Sendable {
  /// Device motion since the last event, each with its tilt in radians: as it is, and smoothed.
  case motion([(motion: DeviceMotion, tilt: TiltEstimator.Value?)])
  /// Points of the path; `plane` is the attitude at the start of a gesture.
  case path([PathPoint], plane: Quaternion<Double>?)
  /// Corrected points from an index on.
  case revision(start: Int, [PathPoint])
  /// A gesture that was read.
  case gesture(GestureAnswer)
  /// The source of motion and its kind, its rate in hertz, and the number of open pages.
  case status(source: String, kind: StudioSource.Kind, rate: Double, pages: Int)
  /// The state of a replay.
  case replay(ReplayState)
  /// A message that was rejected.
  case error(String)

  private enum CodingKeys: String, CodingKey {
    case type, samples, points, start, plane, source, kind, rate, pages, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .motion(let motions):
      try container.encode("motion", forKey: .type)
      try container.encode(motions.map { Self.row($0.motion, $0.tilt) }, forKey: .samples)
    case .path(let points, let plane):
      try container.encode("path", forKey: .type)
      try container.encode(points.map(PathAnswer.row), forKey: .points)
      try container.encode(plane != nil, forKey: .start)
      try container.encodeIfPresent(plane.map(PathAnswer.list), forKey: .plane)
    case .revision(let start, let points):
      try container.encode("revision", forKey: .type)
      try container.encode(start, forKey: .start)
      try container.encode(points.map(PathAnswer.row), forKey: .points)
    case .gesture(let answer):
      try container.encode("gesture", forKey: .type)
      try answer.encode(to: encoder)
    case .status(let source, let kind, let rate, let pages):
      try container.encode("status", forKey: .type)
      try container.encode(source, forKey: .source)
      try container.encode(kind, forKey: .kind)
      try container.encode(rate, forKey: .rate)
      try container.encode(pages, forKey: .pages)
    case .replay(let state):
      try container.encode("replay", forKey: .type)
      try state.encode(to: encoder)
    case .error(let text):
      try container.encode("error", forKey: .type)
      try container.encode(text, forKey: .error)
    }
  }

  /// Time, attitude (*x*, *y*, *z*, *w*), rate in rad/s, gravity and user acceleration in g, pitch,
  /// roll and yaw in degrees, 1 while touched, and the tilt in degrees, as it is and smoothed: 20
  /// numbers.
  private static func row(_ motion: DeviceMotion, _ tilt: TiltEstimator.Value?) -> [Double] {
    func list(_ v: Vector3<Double>) -> [Double] { [v.x, v.y, v.z] }
    let attitude = motion.attitude
    let angles = [attitude.pitch, attitude.roll, attitude.yaw].map { $0 * 180 / .pi }
    return [motion.timestamp] + PathAnswer.list(attitude.quaternion) + list(motion.rotationRate)
      + list(motion.gravity) + list(motion.userAcceleration) + angles
      + [motion.isTouching == true ? 1 : 0]
      + [tilt?.tilt ?? 0, tilt?.filteredTilt ?? 0].map { $0 * 180 / .pi }
  }
}
