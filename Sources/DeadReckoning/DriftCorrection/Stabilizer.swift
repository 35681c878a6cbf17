/// A correction of the drift that errors of acceleration cause in a dead-reckoned path.
public enum Stabilizer: String, Hashable, Sendable, Codable, CaseIterable {
  /// Velocity and position decay at a constant rate: ``DeadReckoner/Configuration/dampingRate``.
  ///
  /// Past errors fade; the path is distorted.
  case exponentialDamping = "exponential-damping"
  /// The velocity that remains at the end is subtracted, growing linearly from the start.
  ///
  /// With *T* the duration, *x*′(*t*) = *x*(*t*) - *v*(*T*) *t*²/(2*T*): any constant error of
  /// acceleration in the reference frame is removed exactly. For a finished gesture from rest to
  /// rest.
  case zeroEndVelocity = "zero-end-velocity"
  /// The plain double integral.
  case unstabilized = "none"
}
