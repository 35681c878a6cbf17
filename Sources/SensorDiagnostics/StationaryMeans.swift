package import RotationMath

/// Mean readings of an accelerometer over quarter seconds in which the device is stationary.
package struct StationaryMeans: Sendable {
  /// The duration of a window in seconds.
  private static let duration = 0.25
  private static let leastCount = 5
  /// The largest distance of a component from its mean, as a share of the mean's length.
  private static let spread = 0.03

  private var start = 0.0
  private var count = 0
  private var sum = Vector3<Double>.zero
  private var least = Vector3<Double>.zero
  private var largest = Vector3<Double>.zero

  package init() {}

  /// Adds a finite reading.
  ///
  /// - Returns: The mean of the window that ends before it, if the device was stationary.
  package mutating func add(_ v: Vector3<Double>, at time: Double) -> Vector3<Double>? {
    var ended: Vector3<Double>?
    if count == 0 || time < start || time - start >= Self.duration {
      if time - start < 2 * Self.duration { ended = mean }
      (start, count, sum, least, largest) = (time, 0, .zero, v, v)
    }
    least = Vector3(min(least.x, v.x), min(least.y, v.y), min(least.z, v.z))
    largest = Vector3(max(largest.x, v.x), max(largest.y, v.y), max(largest.z, v.z))
    sum += v
    count += 1
    return ended
  }

  /// The mean of the current window; `nil` if the device moves or there are few readings.
  package var mean: Vector3<Double>? {
    guard count >= Self.leastCount else { return nil }
    let mean = sum / Double(count)
    let distance = max((largest - mean).maximumMagnitude, (mean - least).maximumMagnitude)
    return distance <= Self.spread * mean.length ? mean : nil
  }
}
