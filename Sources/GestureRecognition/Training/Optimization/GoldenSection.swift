/// A search for the minimum of a function of one number, by golden sections.
enum GoldenSection {
  /// The minimum of a function that has only one in `range`, to this precision.
  ///
  /// - Complexity: O(log(width of the range / precision)) calls.
  static func minimum(
    in range: ClosedRange<Double>, precision: Double, of value: (Double) -> Double
  ) -> Double {
    let ratio = (Double(5).squareRoot() - 1) / 2
    var (low, high) = (range.lowerBound, range.upperBound)
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (leftValue, rightValue) = (value(left), value(right))
    while high - low > precision {
      if leftValue < rightValue {
        (high, right, rightValue) = (right, left, leftValue)
        left = high - ratio * (high - low)
        leftValue = value(left)
      } else {
        (low, left, leftValue) = (left, right, rightValue)
        right = low + ratio * (high - low)
        rightValue = value(right)
      }
    }
    return (low + high) / 2
  }
}
