extension SquareMatrix {
  /// The inverse by Gauss-Jordan elimination, or `nil` if a pivot is zero.
  ///
  /// Uses partial pivoting. The largest element must be near 1.
  ///
  /// Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition, 2002,
  /// section 14.4.
  @inlinable @inline(never) var inverseByElimination: Self? {
    var (left, right) = (self, Self.identity)
    let count = Vector.scalarCount
    for step in 0..<count {
      var best = step
      for row in step..<count where abs(left[row, step]) > abs(left[best, step]) { best = row }
      let pivot = left[best, step]
      guard pivot != 0 else { return nil }
      let (pivotRow, image) = (left[row: best] / pivot, right[row: best] / pivot)
      (left[row: best], right[row: best]) = (left[row: step], right[row: step])
      (left[row: step], right[row: step]) = (pivotRow, image)
      for row in 0..<count where row != step {
        let factor = left[row, step]
        left[row: row] -= pivotRow * factor
        right[row: row] -= image * factor
      }
    }
    return right
  }
}
