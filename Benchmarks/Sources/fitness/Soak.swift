import CInstruments
import DeadReckoning
import GestureRecognition
import MotionFusion
import MotionSimulation

/// Samples of a phone that writes in the air, over and over, through the whole chain: calibration,
/// attitude, gravity, dead reckoning, zero-velocity detection, correction and recognition.
struct Soak {
  private let samples: [SensorSample]
  private let period = 0.01
  private let recognizer: GestureRecognizer
  private var estimator = MotionEstimator(referenceFrame: .xArbitraryCorrectedZVertical)
  private var tracker = PathTracker()
  private(set) var result = SoakResult()
  private var latencies = LatencyHistogram()
  private var strokeLatencies = LatencyHistogram()

  init() throws {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.magneticField = Vector3(0, 20, -45)
    samples = try AirSimulator(configuration: configuration).recording(
      of: "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG", by: Writer(seed: 7)
    ).samples
    var recognizer = GestureRecognizer(.features(try .uppercaseZones()))
    // A gesture in the air below a centimetre is not magnified.
    recognizer.minSize = 0.01
    self.recognizer = recognizer
  }

  mutating func run(sampleCount: Int, isRealTime: Bool) {
    let lap = Double(samples.count) * period
    // One pass in which buffers grow to their final size.
    let before = instruments_allocations()
    for sample in samples { _ = take(sample) }
    result.allocationsInFirstPass = instruments_allocations() - before
    result.letters = 0
    // The cost of reading the clock twice is subtracted.
    let overhead = Self.clockOverhead()
    var turn = 1
    var index = 0
    let begin = instruments_nanoseconds()
    for number in 0..<sampleCount {
      var sample = samples[index]
      sample.timestamp += Double(turn) * lap
      index += 1
      if index == samples.count { (index, turn) = (0, turn + 1) }
      if isRealTime {
        instruments_sleep_until(begin + UInt64(number) * UInt64(period * 1e9))
      }
      let allocations = instruments_allocations()
      let start = instruments_nanoseconds()
      let endsMovement = take(sample)
      let end = instruments_nanoseconds()
      let allocated = instruments_allocations() - allocations
      let latency = end - start > overhead ? end - start - overhead : 0
      if endsMovement {
        strokeLatencies.add(latency)
        result.allocationsAtMovements += allocated
      } else {
        latencies.add(latency)
        result.allocations += allocated
      }
      if number == sampleCount / 10 { result.residentBytesEarly = instruments_resident_bytes() }
    }
    result.residentBytesAtEnd = instruments_resident_bytes()
    result.seconds = Double(instruments_nanoseconds() - begin) * 1e-9
    result.isRealTime = isRealTime
    result.samples = sampleCount
    result.movements = strokeLatencies.count
    result.sample = SoakResult.Latencies(latencies)
    result.movement = SoakResult.Latencies(strokeLatencies)
    result.isFinite = tracker.reckoner.position.isFinite && tracker.reckoner.velocity.isFinite
  }

  /// Takes one sample; returns whether a movement ended with it.
  private mutating func take(_ sample: SensorSample) -> Bool {
    guard let motion = estimator.process(sample) else { return false }
    var ended = false
    var letters = 0
    tracker.update(motion) { event in
      guard case .revision(_, let points) = event else { return }
      ended = true
      let path = points.filter { !$0.isStationary }.map {
        Sample3D(location: $0.position, attitude: $0.attitude, timestamp: $0.timestamp)
      }
      guard let stroke = try? ScreenPlane(meanAttitudeOf: path).project(path) else { return }
      if (try? recognizer.recognize(stroke)) != nil { letters += 1 }
    }
    result.letters += letters
    return ended
  }

  /// The median time between two readings of the clock.
  private static func clockOverhead() -> UInt64 {
    var histogram = LatencyHistogram()
    for _ in 0..<10_000 {
      let start = instruments_nanoseconds()
      histogram.add(instruments_nanoseconds() - start)
    }
    return histogram.quantile(0.5)
  }
}
