package import DeadReckoning
package import GestureRecognition
package import MotionFusion
package import RotationMath

/// An event for the pages: one JSON object with a `type`.
package enum LiveEvent: Sendable {
  /// Device motion since the last event, each with its tilt in radians: as it is, and smoothed.
  case motion([(motion: DeviceMotion, tilt: TiltEstimator.Value?)])
  /// Points of the path; `plane` is the attitude at the start of a gesture.
  case path([PathPoint], plane: Quaternion<Double>?)
  /// Corrected points from an index on.
  case revision(start: Int, [PathPoint])
  /// A gesture that was read; a page that collects takes it as an example.
  case gesture(GestureAnswer)
  /// The drawing has ended: the source changed, or the time jumped.
  case reset
  /// The entries of the line of a mode from an index on.
  case text(StudioMemory.Mode, start: Int, [StudioMemory.Entry], canRestore: Bool)
  /// Any other event: its type and its members.
  case other(String, JSON)

  /// A message that was rejected.
  package static func error(_ text: String) -> Self { .other("error", ["error": JSON(text)]) }
  /// The state that all pages share, as in `GET /api/state`.
  package static func session(_ state: JSON) -> Self { .other("session", ["state": state]) }
  /// The source of motion and its kind, its rate in hertz, and the number of open pages.
  package static func status(source: String, kind: String, rate: Double, pages: Int) -> Self {
    .other(
      "status",
      [
        "source": JSON(source), "kind": JSON(kind), "rate": JSON(rate), "pages": JSON(pages),
      ])
  }
  /// What this page is, which decides what it may do.
  package static func sender(_ name: String) -> Self { .other("sender", ["sender": JSON(name)]) }

  package var json: JSON {
    switch self {
    case .motion(let motions):
      ["type": "motion", "samples": JSON(motions) { Self.sample($0.motion, $0.tilt) }]
    case .path(let points, let plane):
      [
        "type": "path", "points": JSON(points) { PathAnswer.Point($0).json },
        "start": JSON(plane != nil), "plane": plane.map { JSON(PathAnswer.list($0)) },
      ]
    case .revision(let start, let points):
      [
        "type": "revision", "start": JSON(start),
        "points": JSON(points) { PathAnswer.Point($0).json },
      ]
    case .reset: ["type": "reset"]
    case .text(let mode, let start, let entries, let canRestore):
      [
        "type": "text", "line": JSON(mode.rawValue), "start": JSON(start),
        "entries": JSON(entries) { $0.json }, "canRestore": JSON(canRestore),
      ]
    case .gesture(let answer): (["type": "gesture"] as JSON).with(answer.json)
    case .other(let type, let members): (["type": JSON(type)] as JSON).with(members)
    }
  }

  /// Device motion, and the tilt of the *x* axis: attitude as *x*, *y*, *z*, *w*, rates in rad/s,
  /// accelerations in g, and pitch, roll, yaw and the tilt, raw and smoothed, in degrees.
  private static func sample(_ motion: DeviceMotion, _ tilt: TiltEstimator.Value?) -> JSON {
    func list(_ v: Vector3<Double>) -> JSON { JSON([v.x, v.y, v.z]) }
    let attitude = motion.attitude
    return [
      "t": JSON(motion.timestamp), "attitude": JSON(PathAnswer.list(attitude.quaternion)),
      "rate": list(motion.rotationRate), "gravity": list(motion.gravity),
      "acceleration": list(motion.userAcceleration),
      "angles": JSON([attitude.pitch, attitude.roll, attitude.yaw].map { $0 * 180 / .pi }),
      "touch": JSON(motion.isTouching == true), "tilt": JSON((tilt?.tilt ?? 0) * 180 / .pi),
      "level": JSON((tilt?.filteredTilt ?? 0) * 180 / .pi),
    ]
  }
}
