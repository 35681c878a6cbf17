/// Whether the first and the third of three angles can be distinguished.
@frozen
public enum GimbalLock: String, Hashable, Sendable, Codable {
  /// No gimbal lock: all three angles are determined.
  case none
  /// The third axis coincides with the first.
  ///
  /// Only the sum of the outer angles is determined; the third is set to zero.
  case aligned
  /// The third axis is opposite to the first.
  ///
  /// Only the difference of the outer angles is determined; the third is set to zero.
  case opposed

  /// The text appended to the description of angles.
  var suffix: String { self == .none ? "" : " in gimbal lock (\(self))" }
}
