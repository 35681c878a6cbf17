package import MotionFusion
package import SensorDiagnostics

/// The contents of a recording: sensors with their rates, duration, gaps, touches and faults.
package struct RecordingSummary: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, Encodable {
    case sensorSamples, deviceMotion, stroke, reference
  }

  /// One sensor, or one quantity of device motion.
  package struct Sensor: Hashable, Sendable, Encodable {
    /// Such as `gyroscope`.
    package var name: String
    package var readings: Int
    /// Readings per second, by the median interval; `nil` for fewer than two readings.
    package var rate: Double?
    /// The median length of the readings, in ``unit``.
    package var median: Double
    /// The largest length of the readings, in ``unit``.
    package var largest: Double
    /// The unit: `rad/s`, `g`, `µT`; empty for a stroke.
    package var unit: String
  }

  /// The recording's name.
  package var name: String
  package var label: String?
  package var user: String?
  package var kind: Kind
  package var samples: Int
  /// The time from the first to the last sample, in seconds.
  package var duration: Double
  package var sensors: [Sensor]
  /// The number of intervals over five times the median, and over 0.1 s.
  package var gaps: Int
  /// The longest interval, in seconds.
  package var longestInterval: Double
  /// The number of touches; `nil` if the source has no touch.
  package var touches: Int?
  /// The faults that the filters would count; `nil` for other kinds than raw samples.
  package var faults: SampleFaults?
  /// The units and axes that the samples contradict.
  package var findings: [SensorFinding]
  /// Whether the axes of gyroscope and accelerometer could be compared: the device turned about
  /// several; `nil` without both.
  package var comparesAxes: Bool?
}

extension RecordingSummary {
  private init(
    name: String, label: String?, user: String?, kind: Kind, _ statistics: SampleStatistics
  ) {
    self.name = name
    self.label = label
    self.user = user
    self.kind = kind
    samples = statistics.count
    duration = (statistics.last ?? 0) - (statistics.start ?? 0)
    sensors = statistics.readings.filter { $0.count > 0 }.map {
      Sensor(
        name: $0.name, readings: $0.count, rate: $0.steps.value.map { 1 / $0 },
        median: $0.lengths.value ?? 0, largest: $0.largest, unit: $0.unit)
    }
    gaps = statistics.gaps.occurrences.total
    longestInterval = statistics.longest ?? 0
    touches = statistics.touches
    findings = []
  }

  init(_ recording: StreamedRecordings.Recording) throws {
    var statistics = SampleStatistics(sensors: [
      ("gyroscope", "rad/s"), ("accelerometer", "g"), ("magnetometer", "µT"),
    ])
    func add(_ sample: SensorSample) {
      statistics.add(
        sample.timestamp, isTouching: sample.isTouching,
        sample.rotationRate, sample.acceleration, sample.magneticField)
    }
    let (estimate, consistency) = try MotionEstimation().estimate(
      recording.samples, observing: add
    ) { _ in }
    self.init(
      name: recording.name, label: recording.label, user: recording.user, kind: .sensorSamples,
      statistics)
    faults = estimate.faults
    findings = consistency.findings
    let kinds = recording.samples.kinds
    comparesAxes = kinds.hasRotationRate && kinds.hasAcceleration ? consistency.comparesAxes : nil
    gaps = estimate.faults.gaps
  }

  init(_ recording: LabeledRecording<DeviceMotion>) {
    let sensors = [("rotation rate", "rad/s"), ("user acceleration", "g")]
    self.init(recording, kind: .deviceMotion, sensors: sensors) { statistics, motion in
      statistics.add(
        motion.timestamp, isTouching: motion.isTouching, motion.rotationRate,
        motion.userAcceleration)
    }
  }

  init(_ recording: LabeledRecording<Sample2D>) {
    self.init(recording, kind: .stroke) { $0.add($1.timestamp) }
  }

  init(_ recording: LabeledRecording<ReferencePose>) {
    self.init(recording, kind: .reference) { $0.add($1.timestamp) }
  }

  private init<Sample>(
    _ recording: LabeledRecording<Sample>, kind: Kind, sensors: [(name: String, unit: String)] = [],
    add: (inout SampleStatistics, Sample) -> Void
  ) {
    var statistics = SampleStatistics(sensors: sensors)
    for sample in recording.samples { add(&statistics, sample) }
    self.init(
      name: recording.name, label: recording.label, user: recording.user, kind: kind, statistics)
  }
}

extension StreamedRecordings {
  /// The contents of each recording: raw samples, device motion, strokes, then references.
  ///
  /// - Throws: ``RecordingError`` if a streamed file can no longer be read.
  /// - Complexity: That of a motion estimate of the raw samples, in bounded memory.
  package func summaries() throws -> [RecordingSummary] {
    try sensorSamples.map { try RecordingSummary($0) }
      + others.deviceMotion.map { RecordingSummary($0) }
      + others.strokes.map { RecordingSummary($0) } + others.references.map { RecordingSummary($0) }
  }

  /// The subcommands of `inertial` that can process these recordings, most useful first.
  package var subcommands: [String] {
    var names: [String] = []
    if !others.strokes.isEmpty || hasMotion { names.append("recognize") }
    if sensorSamples.contains(where: \.samples.kinds.hasAcceleration) {
      names.append("orientation")
    }
    // A path needs both sensors in every recording.
    if hasMotion, let missing = try? missingSensors(for: .motion, path: ""), missing.isEmpty {
      names.append("track")
    }
    return names
  }

  private var hasMotion: Bool {
    !others.deviceMotion.isEmpty || sensorSamples.contains(where: \.samples.kinds.hasAcceleration)
  }
}

/// Computes the figures of a ``RecordingSummary`` sample by sample, in bounded memory.
private struct SampleStatistics {
  struct Readings {
    var name: String
    var unit: String
    var count = 0
    var largest = 0.0
    var lastTime: Double?
    var steps = StreamingMedian()
    var lengths = StreamingMedian()

    mutating func add(_ value: Vector3<Double>, at time: Double) {
      guard value.isFinite else { return }
      let length = value.length
      count += 1
      largest = max(largest, length)
      lengths.add(length)
      if let lastTime, time - lastTime > 0 { steps.add(time - lastTime) }
      lastTime = time
    }
  }

  private(set) var readings: [Readings]
  private(set) var count = 0
  private(set) var start: Double?
  private(set) var last: Double?
  private(set) var longest: Double?
  private(set) var gaps = GapCounter()
  private(set) var touches: Int?
  private var wasTouching: Bool?

  /// Statistics without samples.
  ///
  /// - Parameter sensors: The names and units, in the order of the readings.
  init(sensors: [(name: String, unit: String)]) {
    readings = sensors.map { Readings(name: $0.name, unit: $0.unit) }
  }

  /// Adds a sample, with the readings of the sensors.
  mutating func add(
    _ time: Double, isTouching: Bool? = nil, _ first: Vector3<Double>? = nil,
    _ second: Vector3<Double>? = nil, _ third: Vector3<Double>? = nil
  ) {
    count += 1
    if time.isFinite {
      if let last {
        let step = time - last
        longest = max(longest ?? step, step)
        // A repeated time does not count for the rate.
        if step > 0 { gaps.add(step) }
      }
      start = start ?? time
      last = time
    }
    if let isTouching {
      touches = (touches ?? 0) + (isTouching && wasTouching != true ? 1 : 0)
    }
    wasTouching = isTouching
    if let first { readings[0].add(first, at: time) }
    if let second { readings[1].add(second, at: time) }
    if let third { readings[2].add(third, at: time) }
  }
}
