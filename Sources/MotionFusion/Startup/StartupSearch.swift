/// Searches for the start-up transient in samples that come one by one.
///
/// It keeps the first readings only, 1.1 s of each sensor.
package struct StartupSearch: Sendable {
  private(set) var accelerometer = StartupReadings()
  private(set) var gyroscope = StartupReadings()
  /// The first finite time.
  private(set) var begin: Double?
  /// The times of the samples that a transient may end with.
  private var times: [Double] = []
  private var isPastSpan = false

  /// A search before the first sample.
  package init() {}

  /// Takes the next sample.
  package mutating func update(_ sample: SensorSample) {
    let time = sample.timestamp
    accelerometer.add(sample.acceleration, at: time)
    gyroscope.add(sample.rotationRate, at: time)
    guard !isPastSpan else { return }
    times.append(time)
    guard time.isFinite else { return }
    let start = begin ?? time
    begin = start
    isPastSpan = time - start > StartupDetector.span
  }

  /// Whether further samples cannot change the result.
  ///
  /// - Parameters:
  ///   - accelerometer: Whether an accelerometer reading may come.
  ///   - gyroscope: Whether a gyroscope reading may come.
  package func isComplete(accelerometer hasForce: Bool, gyroscope hasRate: Bool) -> Bool {
    isPastSpan && (accelerometer.isComplete || !hasForce) && (gyroscope.isComplete || !hasRate)
  }

  /// The number of samples before the end of the last transient.
  package var count: Int {
    guard let end = StartupDetector().transients(in: self).map({ $0.end }).max() else { return 0 }
    return times.firstIndex { $0 >= end && $0.isFinite } ?? times.count
  }
}
