/// An orientation filter, by name.
public enum OrientationMethod: String, Hashable, Sendable, Codable, CaseIterable {
  /// ``InertialFilter``; offline, ``InertialSmoother``.
  case inertial
  /// ``ComplementaryFilter``.
  case complementary
  /// ``MahonyFilter``.
  case mahony
  /// ``MadgwickFilter``.
  case madgwick
}
