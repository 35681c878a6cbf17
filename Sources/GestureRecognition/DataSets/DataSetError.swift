/// Why a series does not belong in a data set. Indices count from zero.
public enum DataSetError: Error, Hashable, Sendable {
  /// The series has no label.
  case unlabeled(series: Int)
  /// The series has vectors of another number of components than the data set.
  case dimension(series: Int, found: Int, expected: Int)
  /// The series has no vector.
  case empty(series: Int)
  /// The vector, or its time, is not finite.
  case notFinite(series: Int, vector: Int)
  /// The vector is earlier than the one before it.
  case timeRunsBackward(series: Int, vector: Int)
}

extension DataSetError: CustomStringConvertible {
  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .unlabeled(let series):
      "series \(series) has no label to learn from"
    case .dimension(let series, let found, let expected):
      "series \(series) has vectors of \(found) components: this data set's have \(expected)"
    case .empty(let series):
      "series \(series) is empty: at least one vector is needed"
    case .notFinite(let series, let vector):
      "vector \(vector) of series \(series) is not finite"
    case .timeRunsBackward(let series, let vector):
      "time runs backward at vector \(vector) of series \(series)"
    }
  }
}
