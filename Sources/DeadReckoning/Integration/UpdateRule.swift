/// How velocity and position advance from one sample to the next.
///
/// With *a* the acceleration of the new sample, *h* the time step, *α* the damping rate (zero for
/// none) and primes for new values.
public enum UpdateRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Semi-implicit Euler: velocity first, then position by the new velocity.
  ///
  /// *v*′ = e^(-*αh*) *v* + *a h*, *x*′ = e^(-*αh*) *x* + *v*′ *h*. The first step from rest under
  /// a constant acceleration is twice the exact distance.
  case euler
  /// Leapfrog: half of the velocity's change before the position's step, and half after it.
  ///
  /// *u* = e^(-*αh*/2) *v* + *a h*/2, *x*′ = e^(-*αh*) *x* + *u h*, *v*′ = e^(-*αh*/2) *u* + *a
  /// h*/2. Exact for a constant acceleration without damping.
  case splitStep = "split-step"
  /// The split step with the mean of the last and the new acceleration in the reference frame.
  ///
  /// Without damping, exact for an acceleration that is linear in time in the reference frame, but
  /// for a twelfth of its change times *h*² in position.
  case trapezoid
  /// The split step with Simpson's rule for the mean acceleration between the samples.
  ///
  /// At the middle the attitude is half way between both, and the acceleration in the device frame
  /// is their mean. Of fourth order in the angle between samples, where the trapezoid is of second:
  /// for a device that turns fast.
  case joint
}
