/// A method of orientation estimation, with its parameters.
public enum OrientationMethod: Hashable, Sendable, Codable {
  /// ``InertialFilter``: bias estimation, stationary phases, disturbance rejection.
  case inertial(InertialFilter.Configuration = InertialFilter.Configuration())
  /// A complementary filter, with the time constants of its corrections by gravity and by north, in
  /// seconds.
  case complementary(inclinationTimeConstant: Double = 2, headingTimeConstant: Double = 10)
  /// ``MahonyFilter``, with its gains in 1/s and 1/s².
  case mahony(proportionalGain: Double = 0.74, integralGain: Double = 0.0012)
  /// ``MadgwickFilter``, with its gain in rad/s.
  case madgwick(gain: Double = 0.1)
}
