/// The methods of orientation estimation by name.
package enum OrientationMethodName: String, CaseIterable, Sendable {
  case inertial, complementary, mahony, madgwick

  /// The method with its default parameters.
  package var method: OrientationMethod {
    switch self {
    case .inertial: .inertial()
    case .complementary: .complementary()
    case .mahony: .mahony()
    case .madgwick: .madgwick()
    }
  }
}
