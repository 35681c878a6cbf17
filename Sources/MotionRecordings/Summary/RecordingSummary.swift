public import MotionFusion

/// What a recording contains: sensors with their rates, duration, gaps, touches and faults.
public struct RecordingSummary: Hashable, Sendable {
  /// The kind of samples.
  public enum Kind: String, Hashable, Sendable, Encodable {
    case sensorSamples, deviceMotion, stroke, reference
  }

  /// One sensor, or one quantity of device motion.
  public struct Sensor: Hashable, Sendable, Encodable {
    /// Such as `gyroscope`.
    public var name: String
    /// The number of readings.
    public var readings: Int
    /// Readings per second, by the median interval; `nil` for fewer than two readings.
    public var rate: Double?
    /// The median length of the readings, in ``unit``.
    public var median: Double
    /// The largest length of the readings, in ``unit``.
    public var largest: Double
    /// The unit: `rad/s`, `g`, `µT`; empty for a stroke.
    public var unit: String
  }

  /// The recording's name.
  public var name: String
  /// The label, if known.
  public var label: String?
  /// The user, if known.
  public var user: String?
  /// The kind of samples.
  public var kind: Kind
  /// The number of samples.
  public var samples: Int
  /// The time from the first to the last sample, in seconds.
  public var duration: Double
  /// The sensors with readings.
  public var sensors: [Sensor]
  /// The number of intervals over five times the median, and over 0.1 s.
  public var gaps: Int
  /// The longest interval, in seconds.
  public var longestInterval: Double
  /// The number of touches; `nil` if the source has no touch.
  public var touches: Int?
  /// The faults that the filters would count; `nil` for other kinds than raw samples.
  public var faults: SampleFaults?
  /// The units and axes that the samples contradict.
  public var findings: [SensorFinding]
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
    duration = statistics.duration
    sensors = statistics.sensors
    gaps = statistics.gapCount
    longestInterval = statistics.longestInterval
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
    let estimate = try MotionEstimation(usesMagnetometer: false).estimate(
      recording.samples, observing: add
    ) { _, _ in }
    while statistics.needsNextPass() { try recording.samples.visitAll(add) }
    self.init(
      name: recording.name, label: recording.label, user: recording.user, kind: .sensorSamples,
      statistics)
    faults = estimate.faults
    findings = estimate.findings
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
    repeat {
      for sample in recording.samples { add(&statistics, sample) }
    } while statistics.needsNextPass()
    self.init(
      name: recording.name, label: recording.label, user: recording.user, kind: kind, statistics)
  }
}
