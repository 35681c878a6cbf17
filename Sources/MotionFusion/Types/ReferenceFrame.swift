/// The frame that attitudes refer to: Core Motion's `CMAttitudeReferenceFrame`.
///
/// *z* points up in each; they differ in where *x* points, and right-handedness gives *y*. The
/// frames keep their cases in Core Motion's order of demand.
public enum ReferenceFrame: String, Hashable, Sendable, Codable, CaseIterable {
  /// *x* is horizontal, in a direction settled at the start; it drifts as the gyro does.
  case xArbitraryZVertical
  /// *x* is horizontal, in a direction settled at the start, which the magnetometer then holds.
  case xArbitraryCorrectedZVertical
  /// *x* points to magnetic north.
  case xMagneticNorthZVertical
  /// *x* points to geographic north: needs the local declination.
  case xTrueNorthZVertical

  /// Whether it takes a magnetometer.
  public var needsMagnetometer: Bool { self != .xArbitraryZVertical }
  /// Whether *x* points north, so that a heading means something.
  public var pointsNorth: Bool {
    self == .xMagneticNorthZVertical || self == .xTrueNorthZVertical
  }

  /// The frames that these sensors can hold, in the order of the cases.
  ///
  /// - Parameters:
  ///   - hasGyroscope: Without one the attitude is that of gravity and field alone; no frame
  ///     is offered.
  ///   - hasMagnetometer: Whether there is a magnetometer.
  ///   - knowsDeclination: Whether the angle from true to magnetic north is known, from the
  ///     position and a model of the field.
  public static func available(
    hasGyroscope: Bool = true, hasMagnetometer: Bool, knowsDeclination: Bool
  ) -> [ReferenceFrame] {
    guard hasGyroscope else { return [] }
    return allCases.filter {
      (hasMagnetometer || !$0.needsMagnetometer)
        && (knowsDeclination || $0 != .xTrueNorthZVertical)
    }
  }
}
