internal import MotionFusion

/// A value at a time in seconds.
struct Timed<Value> {
  var time: Double
  var value: Value
}

extension [Timed<Vector3<Double>>] {
  /// The median time step in seconds; `nil` for fewer than two times.
  var medianStep: Double? {
    Swift.zip(dropFirst(), self).map { $0.time - $1.time }.filter { $0 > 0 }.median
  }

  /// Calls `body` with each of `others` and the nearest element here within `tolerance` seconds.
  func forEachNearest<Other>(
    to others: [Timed<Other>], within tolerance: Double,
    _ body: (Vector3<Double>, Timed<Other>) -> Void
  ) {
    guard !isEmpty else { return }
    var place = 0
    for other in others {
      while place + 1 < count,
        abs(self[place + 1].time - other.time) <= abs(self[place].time - other.time)
      {
        place += 1
      }
      if abs(self[place].time - other.time) <= tolerance { body(self[place].value, other) }
    }
  }

  /// The means of the quarter seconds in which every accelerometer reading is within 3 % of the
  /// mean.
  var stationaryMeans: [Vector3<Double>] {
    guard let step = medianStep else { return [] }
    let length = Int(Swift.min(Swift.max((0.25 / step).rounded(), 5), 1000))
    guard length <= count else { return [] }
    return stride(from: 0, through: count - length, by: length).compactMap { start in
      let window = self[start..<start + length]
      var mean = Vector3<Double>.zero
      for point in window { mean += point.value }
      mean /= Double(length)
      let limit = 0.03 * mean.length
      return window.allSatisfy { ($0.value - mean).length <= limit } ? mean : nil
    }
  }
}
