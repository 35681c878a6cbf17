/// What a solver can report about its data. Misuse, such as a wrong shape, traps instead.
public enum LinearAlgebraError: Error, Hashable, Sendable {
  /// An element is infinite or NaN, at this zero-based row and column.
  case notFinite(row: Int, column: Int)
  /// LAPACK's iteration did not converge; `info` is what the routine returned.
  case notConverged(routine: String, info: Int)
}

extension LinearAlgebraError: CustomStringConvertible {
  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .notFinite(let row, let column):
      "the element in row \(row), column \(column) is not finite; all elements must be numbers"
    case .notConverged(let routine, let info):
      "\(routine) did not converge (info \(info))"
    }
  }
}
