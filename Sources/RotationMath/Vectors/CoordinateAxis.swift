/// One of the three coordinate axes.
@frozen
public enum CoordinateAxis: Int, Hashable, Sendable, Codable, CaseIterable {
  /// The *x* axis.
  case x
  /// The *y* axis.
  case y
  /// The *z* axis.
  case z
}
