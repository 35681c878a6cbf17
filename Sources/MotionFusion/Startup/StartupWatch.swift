/// The first samples of a stream, kept until a detector can say which of them are to be believed.
struct StartupWatch: Hashable, Sendable, Codable {
  let detector: StartupDetector
  /// The samples so far, without what is not finite.
  private(set) var samples: [SensorSample] = []
  // When either sensor was first heard.
  private var firstForce: Double?
  private var firstRate: Double?

  /// A second of 8 kHz; a stream whose clock stands still would never end otherwise.
  static let mostSamples = 8192

  init(detector: StartupDetector) { self.detector = detector }

  /// Takes a sample; `true` when the detector has seen enough of every sensor that was heard, or the
  /// clock was set.
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
    return samples.count == Self.mostSamples
      || start.isFinite && abs(sample.timestamp - start) > detector.span
  }
}
