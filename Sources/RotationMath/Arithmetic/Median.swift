extension Collection<Double> {
  /// The median, or `nil` if empty.
  ///
  /// For an even count the mean of the two middle values.
  ///
  /// - Complexity: O(*n* log *n*).
  package var median: Double? {
    guard !isEmpty else { return nil }
    let values = sorted()
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }

  /// The upper median, or `nil` if empty.
  ///
  /// For an even count the larger of the two middle values.
  ///
  /// - Complexity: O(*n* log *n*).
  package var upperMedian: Double? { isEmpty ? nil : sorted()[count / 2] }
}
