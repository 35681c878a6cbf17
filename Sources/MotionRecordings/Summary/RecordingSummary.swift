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
  private init<Sample>(
    _ recording: LabeledRecording<Sample>, kind: Kind, times: [Double], sensors: [Sensor],
    touches: [Bool?] = []
  ) {
    name = recording.name
    label = recording.label
    user = recording.user
    self.kind = kind
    samples = recording.samples.count
    let finite = times.filter(\.isFinite)
    duration = (finite.last ?? 0) - (finite.first ?? 0)
    self.sensors = sensors
    let steps = zip(finite.dropFirst(), finite).map { $0 - $1 }
    let limit = max(0.1, 5 * (steps.filter { $0 > 0 }.median ?? 0))
    gaps = steps.count { $0 > limit }
    longestInterval = steps.max() ?? 0
    self.touches =
      touches.contains { $0 != nil }
      ? zip(touches, [nil] + touches.dropLast()).count { $0 == true && $1 != true } : nil
    findings = []
  }

  init(_ recording: LabeledRecording<SensorSample>) {
    let samples = recording.samples
    let sensors = [
      Sensor("gyroscope", unit: "rad/s", samples.map { ($0.timestamp, $0.rotationRate) }),
      Sensor("accelerometer", unit: "g", samples.map { ($0.timestamp, $0.acceleration) }),
      Sensor("magnetometer", unit: "µT", samples.map { ($0.timestamp, $0.magneticField) }),
    ]
    self.init(
      recording, kind: .sensorSamples, times: samples.map(\.timestamp),
      sensors: sensors.compactMap(\.self), touches: samples.map(\.isTouching))
    let estimate = MotionEstimation(usesMagnetometer: false).estimate(samples)
    faults = estimate.faults
    findings = estimate.findings
  }

  init(_ recording: LabeledRecording<DeviceMotion>) {
    let samples = recording.samples
    let sensors = [
      Sensor("rotation rate", unit: "rad/s", samples.map { ($0.timestamp, $0.rotationRate) }),
      Sensor("user acceleration", unit: "g", samples.map { ($0.timestamp, $0.userAcceleration) }),
    ]
    self.init(
      recording, kind: .deviceMotion, times: samples.map(\.timestamp),
      sensors: sensors.compactMap(\.self), touches: samples.map(\.isTouching))
  }

  init(_ recording: LabeledRecording<Sample2D>) {
    self.init(
      recording, kind: .stroke, times: recording.samples.map(\.timestamp), sensors: [])
  }

  init(_ recording: LabeledRecording<ReferencePose>) {
    self.init(
      recording, kind: .reference, times: recording.samples.map(\.timestamp), sensors: [])
  }
}

extension RecordingSummary.Sensor {
  fileprivate init?(
    _ name: String, unit: String, _ readings: [(time: Double, value: Vector3<Double>?)]
  ) {
    let present = readings.compactMap { reading in
      reading.value.flatMap { $0.isFinite ? (time: reading.time, length: $0.length) : nil }
    }
    guard !present.isEmpty else { return nil }
    self.name = name
    self.unit = unit
    self.readings = present.count
    let steps = zip(present.dropFirst(), present).map { $0.time - $1.time }.filter { $0 > 0 }
    rate = steps.median.map { 1 / $0 }
    median = present.map(\.length).median ?? 0
    largest = present.map(\.length).max() ?? 0
  }
}
