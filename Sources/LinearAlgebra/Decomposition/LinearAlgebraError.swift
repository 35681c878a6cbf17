/// An error of a decomposition or of a nearest rotation.
public enum LinearAlgebraError: Error, Hashable, Sendable {
  /// The element in this row and column, both from zero, is infinite or NaN.
  case notFinite(row: Int, column: Int)
  /// The LAPACK routine did not converge and returned `info`.
  case notConverged(routine: String, info: Int)
  /// The LAPACK routine rejected the argument at this position, counted from one.
  case invalidArgument(routine: String, position: Int)
  /// The LAPACK routine could not allocate its workspace.
  case outOfMemory(routine: String)

  /// Throws the error that LAPACK's `info` stands for; zero is success.
  static func check(_ info: Int, of routine: String) throws(LinearAlgebraError) {
    switch info {
    case 0: return
    // LAPACK_WORK_MEMORY_ERROR and LAPACK_TRANSPOSE_MEMORY_ERROR.
    case -1010, -1011: throw .outOfMemory(routine: routine)
    case ..<0: throw .invalidArgument(routine: routine, position: -info)
    default: throw .notConverged(routine: routine, info: info)
    }
  }
}

extension LinearAlgebraError: CustomStringConvertible {
  /// The problem, its place and the expected input.
  public var description: String {
    switch self {
    case .notFinite(let row, let column):
      "the element in row \(row), column \(column) is not finite; expected finite numbers"
    case .notConverged(let routine, let info):
      "\(routine) did not converge (info \(info))"
    case .invalidArgument(let routine, let position):
      "\(routine) rejected its argument \(position)"
    case .outOfMemory(let routine):
      "\(routine) could not allocate its workspace"
    }
  }
}
