internal import RotationMath

/// Mean readings of an accelerometer over quarter seconds in which the device is stationary.
struct StationaryMeans: Sendable {
  /// The duration of a window in seconds.
  private static let duration = 0.25
  private static let leastCount = 5
  /// The largest distance of a component from its mean, as a share of the mean's length.
  private static let spread = 0.03

  private var start = 0.0
  private var readings = 0
  private var sum = Vector3<Double>.zero
  private var least = Vector3<Double>.zero
  private var largest = Vector3<Double>.zero
  /// The number of means so far, and of those that point along +*z*: the device lies face down.
  private(set) var count = 0
  private(set) var faceDownCount = 0

  /// Adds a reading.
  ///
  /// - Returns: The mean of the window that ends before it, if the device was stationary.
  mutating func add(_ v: Vector3<Double>, at time: Double) -> Vector3<Double>? {
    guard v.isFinite, v != .zero else { return nil }
    var ended: Vector3<Double>?
    if readings == 0 || time < start || time - start >= Self.duration {
      if time - start < 2 * Self.duration { ended = endWindow() }
      (start, readings, sum, least, largest) = (time, 0, .zero, v, v)
    }
    least = Vector3(min(least.x, v.x), min(least.y, v.y), min(least.z, v.z))
    largest = Vector3(max(largest.x, v.x), max(largest.y, v.y), max(largest.z, v.z))
    sum += v
    readings += 1
    return ended
  }

  /// Ends the current window, also after the last reading.
  ///
  /// - Returns: Its mean; `nil` if the device moves or there are few readings.
  @discardableResult
  mutating func endWindow() -> Vector3<Double>? {
    guard readings >= Self.leastCount else { return nil }
    let mean = sum / Double(readings)
    readings = 0
    let distance = max((largest - mean).maximumMagnitude, (mean - least).maximumMagnitude)
    guard distance <= Self.spread * mean.length else { return nil }
    count += 1
    if mean.z > 0.8 * mean.length { faceDownCount += 1 }
    return mean
  }
}
