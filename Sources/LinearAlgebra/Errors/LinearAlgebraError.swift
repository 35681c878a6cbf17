/// What a solver can report about its data. Misuse, such as a wrong shape, traps instead.
public enum LinearAlgebraError: Error, Hashable, Sendable {
  /// An element is infinite or NaN, at this zero-based row and column.
  case notFinite(row: Int, column: Int)
  /// LAPACK's iteration did not converge; `info` is what the routine returned.
  case notConverged(routine: String, info: Int)
  /// LAPACK refused its argument at this place, counted from one: sizes that it cannot address.
  case invalidArgument(routine: String, position: Int)
  /// LAPACK found no memory for its work.
  case outOfMemory(routine: String)

  /// Throws what LAPACK's `info` says, unless it is zero.
  @inline(__always)
  static func check(_ info: Int, of routine: String) throws(LinearAlgebraError) {
    guard info == 0 else { throw Self(info: info, of: routine) }
  }

  /// What LAPACK's `info` says where it is not zero.
  @inline(never)
  private init(info: Int, of routine: String) {
    switch info {
    // LAPACK_WORK_MEMORY_ERROR and LAPACK_TRANSPOSE_MEMORY_ERROR.
    case -1010, -1011: self = .outOfMemory(routine: routine)
    case ..<0: self = .invalidArgument(routine: routine, position: -info)
    default: self = .notConverged(routine: routine, info: info)
    }
  }
}

extension LinearAlgebraError: CustomStringConvertible {
  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .notFinite(let row, let column):
      "the element in row \(row), column \(column) is not finite; all elements must be numbers"
    case .notConverged(let routine, let info):
      "\(routine) did not converge (info \(info))"
    case .invalidArgument(let routine, let position):
      "\(routine) refused its argument \(position); are the sizes below 2³¹?"
    case .outOfMemory(let routine):
      "\(routine) found no memory for its work"
    }
  }
}
