/// Whether the outer two of three angles can be told apart.
@frozen
public enum GimbalLock: String, Hashable, Sendable, Codable {
  /// They can.
  case none
  /// The second turn brings the third axis onto the first: only the sum of the outer angles is
  /// determined, and the third is given as zero.
  case aligned
  /// The second turn brings the third axis opposite to the first: only the difference of the outer
  /// angles is determined, and the third is given as zero.
  case opposed

  /// What the description of angles says of it.
  var suffix: String { self == .none ? "" : " in gimbal lock (\(self))" }
}
