public import MotionFusion

/// Corrects the path of a finished gesture, known to have ended at rest.
///
/// Whatever velocity is left at the end is an error. It is taken to have grown linearly with time,
/// as under a constant error of acceleration: with *T* the duration,
///
///     v'(t) = v(t) - v(T) t/T        x'(t) = x(t) - v(T) t²/(2T)
///
/// Velocity is then zero at both ends, and any constant error of acceleration in the reference
/// frame is removed exactly. A gesture that was already under way at its first sample keeps its
/// unknown initial velocity as an error.
public enum ZeroEndVelocity {
  /// Takes the error off `path`, in place; its timestamps must not run backward.
  ///
  /// A path that lasts no time has nothing to correct and is left as it is.
  ///
  /// - Parameters:
  ///   - path: The path as dead-reckoned from rest.
  ///   - endVelocity: The velocity that dead reckoning had at its last sample, in m/s.
  /// - Complexity: O(*n*), no allocation.
  public static func correct(_ path: inout [Sample3D], endVelocity: Vector3<Double>) {
    guard let start = path.first?.timestamp, let end = path.last?.timestamp, end > start,
      endVelocity.isFinite
    else { return }
    let duration = end - start
    for index in path.indices {
      let elapsed = path[index].timestamp - start
      path[index].location -= endVelocity * (elapsed * (elapsed / duration) / 2)
    }
  }

  /// Takes the error off positions and velocities of `path`, in place; its timestamps must not run
  /// backward.
  ///
  /// A path that lasts no time has nothing to correct and is left as it is.
  ///
  /// - Parameters:
  ///   - path: The path as dead-reckoned, with the right velocity at its first point.
  ///   - endVelocity: By how much the velocity is off at its last point, in m/s.
  /// - Complexity: O(*n*), no allocation.
  public static func correct(_ path: inout [PathPoint], endVelocity: Vector3<Double>) {
    guard let start = path.first?.timestamp, let end = path.last?.timestamp, end > start,
      endVelocity.isFinite
    else { return }
    let duration = end - start
    for index in path.indices {
      let elapsed = path[index].timestamp - start
      path[index].position -= endVelocity * (elapsed * (elapsed / duration) / 2)
      path[index].velocity -= endVelocity * (elapsed / duration)
    }
  }
}
