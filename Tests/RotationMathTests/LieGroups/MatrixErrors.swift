import RotationMath

/// The largest error of an element in units in the last place of the largest expected element.
func ulps<Scalar: RealScalar>(_ m: Matrix3<Scalar>, _ rows: [[Double]]) -> Scalar {
  var worst: Scalar = 0, largest: Scalar = 0
  for row in 0..<3 {
    for column in 0..<3 {
      let difference = abs(m[row, column] - Scalar(rows[row][column]))
      if !(difference <= worst) { worst = difference }
      largest = max(largest, abs(Scalar(rows[row][column])))
    }
  }
  return worst / largest.ulp
}

/// The largest absolute difference of an element.
func maximumDifference(_ m: Matrix4<Double>, _ rows: [[Double]]) -> Double {
  var worst = 0.0
  for row in 0..<4 {
    for column in 0..<4 {
      let difference = abs(m[row, column] - rows[row][column])
      if !(difference <= worst) { worst = difference }
    }
  }
  return worst
}
