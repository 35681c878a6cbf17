/// Measurements from outside in the order of time, to be taken with the samples of a recording.
package struct MeasurementQueue: Sendable {
  private let measurements: [MotionMeasurement]
  private var next = 0

  /// A queue of measurements in the order of time.
  package init(_ measurements: [MotionMeasurement]) { self.measurements = measurements }

  /// Whether there was no measurement at the start.
  package var isEmpty: Bool { measurements.isEmpty }

  /// Removes and returns the next measurement that is not later than a sample.
  ///
  /// - Parameter time: The time of the sample in seconds; none is returned for one that is not
  ///   finite.
  package mutating func next(until time: Double) -> MotionMeasurement? {
    guard time.isFinite, next < measurements.count, !(measurements[next].timestamp > time)
    else { return nil }
    next += 1
    return measurements[next - 1]
  }
}
