public import MotionFusion

extension [PathPoint] {
  /// Subtracts the error of the velocity at the last point; a path of no duration is left as it is.
  ///
  /// - Parameter endVelocity: In m/s.
  mutating func removeDrift(endVelocity: Vector3<Double>) {
    guard
      let drift = LinearDrift(
        endVelocity: endVelocity, from: first?.timestamp, to: last?.timestamp)
    else { return }
    for index in indices { drift.subtract(from: &self[index]) }
  }
}

/// The error of velocity of a finished gesture that is known to end at rest.
///
/// The velocity at the end is an error, and it grows linearly with time, as under a constant error
/// of acceleration: with *T* the duration,
///
///     v'(t) = v(t) - v(T) t/T        x'(t) = x(t) - v(T) t²/(2T)
///
/// Velocity is then zero at both ends, and any constant error of acceleration in the reference
/// frame is removed exactly. An unknown initial velocity remains an error.
struct LinearDrift {
  private let endVelocity: Vector3<Double>
  private let start: Double
  private let duration: Double

  /// The drift that reaches `endVelocity`; `nil` if that is not finite or no time passes.
  init?(endVelocity: Vector3<Double>, from start: Double?, to end: Double?) {
    guard let start, let end, end > start, endVelocity.isFinite else { return nil }
    self.endVelocity = endVelocity
    self.start = start
    duration = end - start
  }

  /// The error of the position at this time, in metres.
  func position(at time: Double) -> Vector3<Double> {
    let elapsed = time - start
    return endVelocity * (elapsed * (elapsed / duration) / 2)
  }

  /// Subtracts the error from a point.
  func subtract(from point: inout PathPoint) {
    point.position -= position(at: point.timestamp)
    point.velocity -= endVelocity * ((point.timestamp - start) / duration)
  }
}

/// A correction of the drift that errors of acceleration cause in a dead-reckoned path.
public enum Stabilizer: String, Hashable, Sendable, Codable, CaseIterable {
  /// Velocity and position decay at a constant rate: ``DeadReckoner/Configuration/dampingRate``.
  ///
  /// Past errors fade; the path is distorted.
  case exponentialDamping = "exponential-damping"
  /// The velocity that remains at the end is subtracted, growing linearly from the start.
  ///
  /// With *T* the duration, *x*′(*t*) = *x*(*t*) - *v*(*T*) *t*²/(2*T*): any constant error of
  /// acceleration in the reference frame is removed exactly. Use it for a finished gesture from
  /// rest to rest.
  case zeroEndVelocity = "zero-end-velocity"
  /// The plain double integral.
  case unstabilized = "none"
}

extension DeadReckoner {
  /// Integrates the path of one finished gesture, from rest at the origin.
  ///
  /// Samples that ``update(_:)`` leaves out have no point in the path.
  ///
  /// - Parameters:
  ///   - motions: The gesture's samples in the order of time.
  ///   - stabilizer: The drift correction. Default: zero end velocity.
  ///   - dampingRate: The rate *α* of exponential damping in 1/s; unused by others. Default: 2.
  ///   - updateRule: The integration rule of a step. Default: split step.
  /// - Complexity: O(*n*) time, one allocation for the result.
  public static func path(
    of motions: [DeviceMotion], stabilizer: Stabilizer = .zeroEndVelocity,
    dampingRate: Double = 2, updateRule: UpdateRule = .splitStep
  ) -> [Sample3D] {
    let rate = stabilizer == .exponentialDamping ? dampingRate : 0
    var reckoner = DeadReckoner(
      configuration: Configuration(updateRule: updateRule, dampingRate: rate))
    var path: [Sample3D] = []
    path.reserveCapacity(motions.count)
    for motion in motions where reckoner.update(motion) {
      path.append(
        Sample3D(
          location: reckoner.position, attitude: motion.attitude, timestamp: motion.timestamp))
    }
    if stabilizer == .zeroEndVelocity,
      let drift = LinearDrift(
        endVelocity: reckoner.velocity, from: path.first?.timestamp, to: path.last?.timestamp)
    {
      for index in path.indices {
        path[index].location -= drift.position(at: path[index].timestamp)
      }
    }
    return path
  }
}
