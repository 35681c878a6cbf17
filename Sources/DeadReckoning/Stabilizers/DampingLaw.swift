public import MotionFusion
internal import RealModule

/// What takes errors off velocity and position, step by step. Laws compose: each is applied after the
/// one before it, in a ``DampedReckoner``.
///
/// With *h* the time of the step, *v* the velocity and *x* the position after it:
public enum DampingLaw: Hashable, Sendable, Codable {
  /// *v*′ = e^(-*αh*) *v*, *x*′ = e^(-*αh*) *x*, with *α* in 1/s: old errors are forgotten, and the
  /// path is bent and drawn back to its start.
  ///
  /// Position is the acceleration high-passed twice, each time at *α*/2π hertz, and integrated
  /// twice.
  case exponentialDamping(rate: Double)
  /// *v*′ = *v* max(0, 1 - *d h*/|*v*|), with *d* in m/s²: speed falls by a constant amount in a unit
  /// of time, and what is slower than that stops. Large movements are hardly touched, a small error
  /// is gone at once; the path stays where it stopped.
  case constantDeceleration(Double)
  /// *v*′ = e^(-2π*f h*) *v*, with *f* in hertz: velocity has what is slower than *f* filtered out (a
  /// high-pass of the first order), and position keeps what it gathered.
  case highPass(frequency: Double)

  /// Applies the law to a step of `step` seconds.
  ///
  /// - Parameters:
  ///   - velocity: In m/s.
  ///   - position: In metres.
  ///   - step: In seconds, not negative.
  public func apply(
    velocity: inout Vector3<Double>, position: inout Vector3<Double>, step: Double
  ) {
    switch self {
    case .exponentialDamping(let rate):
      let factor = Double.exp(-rate * step)
      velocity *= factor
      position *= factor
    case .constantDeceleration(let deceleration):
      let speed = velocity.length
      let loss = deceleration * step
      velocity = speed > loss ? velocity * (1 - loss / speed) : .zero
    case .highPass(let frequency):
      velocity *= Double.exp(-2 * .pi * frequency * step)
    }
  }

  /// Whether the law's constant is finite and not negative.
  var isPossible: Bool {
    switch self {
    case .exponentialDamping(let value), .constantDeceleration(let value), .highPass(let value):
      value >= 0 && value.isFinite
    }
  }
}
