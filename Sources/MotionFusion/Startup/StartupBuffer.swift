/// The first samples of a stream and the measurements between them, kept until a detector can judge
/// the samples.
struct StartupBuffer: Hashable, Sendable, Codable {
  /// The samples so far, without readings that are not finite.
  private(set) var samples: [SensorSample] = []
  /// The measurements from outside, by the place of the sample that takes them.
  private var measurements: [Int: [MotionMeasurement]] = [:]
  private var firstForce: Double?
  private var firstRate: Double?

  /// The capacity: one second at 8 kHz. Ends the buffering of a stream whose clock stands still.
  static let capacity = 8192

  /// Takes a sample.
  ///
  /// - Returns: Whether the start is complete: the buffer covers the detector's span for every
  ///   sensor seen so far, or is full.
  mutating func append(_ sample: SensorSample) -> Bool {
    guard sample.timestamp.isFinite else { return false }
    var sample = sample
    sample.acceleration = sample.acceleration.flatMap { $0.isFinite ? $0 : nil }
    sample.rotationRate = sample.rotationRate.flatMap { $0.isFinite ? $0 : nil }
    sample.magneticField = sample.magneticField.flatMap { $0.isFinite ? $0 : nil }
    if sample.acceleration != nil, firstForce == nil { firstForce = sample.timestamp }
    if sample.rotationRate != nil, firstRate == nil { firstRate = sample.timestamp }
    samples.append(sample)
    let start = max(firstForce ?? -.infinity, firstRate ?? -.infinity)
    return samples.count == Self.capacity
      || start.isFinite && abs(sample.timestamp - start) > StartupDetector.span
  }

  /// Takes a measurement from outside, for the next sample.
  mutating func append(_ measurement: MotionMeasurement) {
    measurements[samples.count, default: []].append(measurement)
  }

  /// The measurements from outside for the samples at these places.
  func measurements(at places: ClosedRange<Int>) -> [MotionMeasurement] {
    measurements.isEmpty ? [] : places.flatMap { measurements[$0] ?? [] }
  }
}
