/// An error of a series that is invalid in a data set. Indices are zero-based.
public enum DataSetError: Error, Hashable, Sendable {
  /// The series has no label.
  case unlabeled(series: Int)
  /// The number of components differs from that of the data set.
  case dimension(series: Int, found: Int, expected: Int)
  /// The series has no vector.
  case empty(series: Int)
  /// The vector or its timestamp is not finite.
  case notFinite(series: Int, vector: Int)
  /// The timestamp is earlier than that of the previous vector.
  case timeRunsBackward(series: Int, vector: Int)
}

extension DataSetError: CustomStringConvertible {
  /// The error text, with the location and the expected value.
  public var description: String {
    switch self {
    case .unlabeled(let series):
      "expected a label for series \(series), got none"
    case .dimension(let series, let found, let expected):
      "expected vectors of \(expected) components in series \(series), got \(found)"
    case .empty(let series):
      "expected at least one vector in series \(series), got none"
    case .notFinite(let series, let vector):
      "vector \(vector) of series \(series) is not finite"
    case .timeRunsBackward(let series, let vector):
      "time runs backward at vector \(vector) of series \(series)"
    }
  }
}
