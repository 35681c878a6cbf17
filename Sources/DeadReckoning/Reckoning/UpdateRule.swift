/// How velocity and position step from one sample to the next.
///
/// With *a* the acceleration of the new sample, *h* the time since the last one, *α* the damping
/// rate (zero for none) and primes for new values.
public enum UpdateRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// Velocity first, then position by the new velocity:
  /// *v*′ = e^(-*αh*) *v* + *a h*, *x*′ = e^(-*αh*) *x* + *v*′ *h*.
  ///
  /// From rest, a constant acceleration moves it twice as far in its first step as it should.
  case euler
  /// Half of the velocity's change before the position's step and half after it (leapfrog):
  /// *u* = e^(-*αh*/2) *v* + *a h*/2, *x*′ = e^(-*αh*) *x* + *u h*, *v*′ = e^(-*αh*/2) *u* + *a h*/2.
  ///
  /// Exact for a constant acceleration when *α* is zero.
  case splitStep = "split-step"
  /// The split step with the mean of the last and the new acceleration, each turned by its own
  /// attitude.
  ///
  /// Exact for an acceleration that grows linearly in the reference frame when *α* is zero, but
  /// for a twelfth of its change times *h*² in position.
  case trapezoid
  /// The split step with the mean of the acceleration between the samples, where attitude and
  /// acceleration change together: Simpson's rule over both ends and the middle, the attitude
  /// there half way between and the device-frame acceleration the mean.
  ///
  /// Of the fourth order in the angle between samples, where the trapezoid is of the second: for a
  /// device that turns fast.
  case joint
}
