extension Array {
  /// The indices of the elements whose time lies in `span`, where they are in order of time.
  func indices(in span: ClosedRange<Double>, of time: (Element) -> Double) -> Range<Int> {
    let first = firstIndex { time($0) >= span.lowerBound }
    return first..<Swift.max(first, firstIndex { time($0) > span.upperBound })
  }

  /// The first element of those that satisfy `condition`, which follow all that do not; by bisection.
  private func firstIndex(condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
