/// The frame that attitudes refer to: Core Motion's `CMAttitudeReferenceFrame`.
///
/// The frames are right-handed with *z* up; they differ in the direction of *x*. The cases are in
/// Core Motion's order.
public enum ReferenceFrame: String, Hashable, Sendable, Codable, CaseIterable {
  /// *x* is horizontal, in the initial direction; it drifts with the gyroscope.
  case xArbitraryZVertical
  /// *x* is horizontal, in the initial direction, kept by the magnetometer.
  case xArbitraryCorrectedZVertical
  /// *x* points to magnetic north.
  case xMagneticNorthZVertical
  /// *x* points to geographic north; requires the local declination.
  case xTrueNorthZVertical

  /// Whether the frame requires a magnetometer.
  package var needsMagnetometer: Bool { self != .xArbitraryZVertical }
  /// Whether *x* points north, so that a heading is defined.
  package var pointsNorth: Bool {
    self == .xMagneticNorthZVertical || self == .xTrueNorthZVertical
  }

  /// The frames that these sensors support, in the order of the cases.
  ///
  /// - Parameters:
  ///   - hasGyroscope: Whether there is a gyroscope, which every frame requires.
  ///   - hasMagnetometer: Whether there is a magnetometer.
  ///   - knowsDeclination: Whether the angle from true to magnetic north is known.
  package static func available(
    hasGyroscope: Bool = true, hasMagnetometer: Bool, knowsDeclination: Bool
  ) -> [ReferenceFrame] {
    guard hasGyroscope else { return [] }
    return allCases.filter {
      (hasMagnetometer || !$0.needsMagnetometer)
        && (knowsDeclination || $0 != .xTrueNorthZVertical)
    }
  }
}
