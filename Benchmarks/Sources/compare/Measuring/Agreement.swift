/// The largest absolute difference of two arrays, relative to the largest element of the second.
func relativeDifference(_ a: [Double], _ b: [Double]) -> Double {
  guard a.count == b.count else { return .infinity }
  var (difference, scale) = (0.0, 0.0)
  for (x, y) in zip(a, b) {
    guard x.isFinite, y.isFinite else { return .infinity }
    difference = max(difference, abs(x - y))
    scale = max(scale, abs(y))
  }
  // All zeros means that nobody wrote anything.
  return scale > 0 ? difference / scale : .infinity
}

/// Quaternions x, y, z, w with w >= 0: q and -q are the same rotation.
func canonical(_ scalars: [Double]) -> [Double] {
  var result = scalars
  for i in stride(from: 0, to: scalars.count, by: 4) where scalars[i + 3] < 0 {
    for k in i..<i + 4 { result[k].negate() }
  }
  return result
}
