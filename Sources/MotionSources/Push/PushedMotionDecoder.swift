internal import MotionDelivery
public import MotionFusion
public import MotionRecordings
internal import Platform

/// Decodes motion that a phone pushes: the messages of the app Sensor Logger, or the package's
/// JSON Lines.
///
/// ```swift
/// var decoder = PushedMotionDecoder(name: "phone")
/// for body in bodies { samples += try decoder.decode(body) }
/// samples += decoder.finish()
/// ```
///
/// Sensor Logger's messages may arrive late, repeatedly or out of order: their `messageId` orders
/// them, a missing message is skipped after 3 s. Readings of sensors with their own clocks are
/// merged by time, equal times into one sample. The unit and sign of accelerations follow from the
/// first 0.25 s, because the platforms do not state them. An uncalibrated accelerometer in g has
/// Core Motion's sign, one in m/s² the opposite sign. Without such a sensor, `platform`, the
/// phone's own attitude, the presence of `totalacceleration` and iOS are used, in this order. The
/// sources of a quantity are those of the app's exports: uncalibrated sensors first. Timestamps
/// count from the first sample. Messages of another phone are rejected until the first one has been
/// silent for 10 s of the phones' clocks.
///
/// A payload may also hold `{"name":"touch","time":NANOSECONDS,"values":{"touch":true}}`, an
/// addition of this package: the touch holds until the next one.
///
/// JSON Lines (`time_s`, `gyro_rad_s`, `accel_g`, `mag_uT`, `touch`) have no message numbers: lines
/// are processed in the order of arrival, and lines with an earlier time are left out. A time over
/// 5 s earlier begins a new session. A body is used as a whole or rejected as a whole.
///
/// A value type without a clock; memory is bounded.
public struct PushedMotionDecoder: Sendable {
  /// The number of messages and readings so far.
  package struct Counts: Hashable, Sendable {
    /// Messages, or bodies of lines, that were accepted.
    package var messages = 0
    /// Messages that had already arrived.
    package var repeatedMessages = 0
    package var readings = 0
    /// Readings whose time is out of range, or of which a component is not a finite number.
    package var invalidReadings = 0
    /// Readings that arrived after a later sample was complete, or twice.
    package var lateReadings = 0
    /// Readings that were not used.
    package var leftOut: Int { invalidReadings + lateReadings }
  }

  /// The name of the source in errors.
  let name: String
  /// The platform of the phone, used where the readings do not determine it.
  let platform: ReadingOptions.Platform?
  /// The number of messages and readings so far.
  package var counts: Counts {
    var counts = tally
    counts.repeatedMessages += order.repeatedCount
    counts.lateReadings += merger.lateCount + merger.repeatedCount
    return counts
  }

  private enum Form { case messages, lines }

  /// Nanoseconds of readings that determine the convention.
  private static let settlingTime: Int64 = 250_000_000
  /// Nanoseconds of silence after which another phone may take over.
  private static let takeoverTime: Int64 = 10_000_000_000

  private var form: Form?
  private var tally = Counts()
  private var merger = ReadingMerger()
  private var order = MessageOrder<[SensorLoggerMessage.Reading]>()
  private var device: String?
  private var session: String?
  private var endedSessions: [String] = []
  private var convention: SensorLoggerConvention?
  private var unsettled: [SensorLoggerMessage.Reading] = []
  private var present: Set<SensorLoggerSensor> = []
  /// Samples of an ended session that were not returned yet.
  private var ended: [SensorSample] = []
  private var lines = PushedLines()

  /// A decoder before the first message.
  ///
  /// - Parameters:
  ///   - name: The name of the source in errors.
  ///   - platform: The platform of the phone, used where the readings do not determine it
  ///     (default: `nil`).
  public init(name: String, platform: ReadingOptions.Platform? = nil) {
    self.name = name
    self.platform = platform
  }

  /// Adds a message: the body of one request, or the text of one WebSocket message.
  ///
  /// - Parameter message: JSON in UTF-8.
  /// - Returns: The samples that are complete now, in the order of time.
  /// - Throws: `RecordingError` for other text; the decoder is unchanged.
  /// - Complexity: O(*n* log *n*) in the bytes.
  public mutating func decode(_ message: [UInt8]) throws(RecordingError) -> [SensorSample] {
    if form != .lines,
      let decoded = try? JSONDecoder().decode(SensorLoggerMessage.self, from: Data(message)),
      let readings = decoded.readings
    {
      try accept(decoded, readings)
      form = .messages
      return completed()
    }
    let samples = try PushedLines.samples(in: message, name: name)
    guard form != .messages else {
      throw error("expected a message of Sensor Logger as before, got JSON Lines")
    }
    form = .lines
    tally.messages += 1
    tally.readings += samples.count
    return samples.compactMap { sample in
      let sample = lines.accept(sample)
      if sample == nil { tally.lateReadings += 1 }
      return sample
    }
  }

  /// Ends the stream, or a pause of it.
  ///
  /// - Returns: The samples that waited for others.
  public mutating func finish() -> [SensorSample] {
    while let readings = order.rest() { add(readings) }
    settle()
    merger.finish()
    return merger.completed()
  }

  private func error(_ reason: String) -> RecordingError {
    RecordingError(file: name, problem: .malformed(reason))
  }
}

// MARK: - Sensor Logger

extension PushedMotionDecoder {
  private mutating func accept(
    _ message: SensorLoggerMessage, _ readings: [SensorLoggerMessage.Reading]
  ) throws(RecordingError) {
    let times = message.times
    if let device, let other = message.device, other != device {
      guard let start = times?.lowerBound, start - (merger.latest ?? start) > Self.takeoverTime
      else {
        throw error(
          "expected messages of the phone \(device.quoted()), got one of \(other.quoted()); "
            + "another phone may follow after 10 s of silence")
      }
    }
    tally.messages += 1
    tally.invalidReadings += message.invalidCount
    if let session, let other = message.session, other != session || message.device != device {
      guard !endedSessions.contains(other) else {
        tally.lateReadings += readings.count
        return
      }
      beginSession(at: times?.lowerBound)
    }
    device = message.device ?? device
    session = message.session ?? session
    guard let number = message.number else { return add(readings) }
    order.add(readings, number: number, times: times)
    while let next = order.next() { add(next) }
  }

  private mutating func beginSession(at time: Int64?) {
    ended += finish()
    if let session { endedSessions = endedSessions.suffix(7) + [session] }
    tally.repeatedMessages += order.repeatedCount
    order = MessageOrder()
    convention = nil
    present = []
    if let time { merger.begin(at: time) }
  }

  private mutating func add(_ readings: [SensorLoggerMessage.Reading]) {
    tally.readings += readings.count
    guard let convention else {
      unsettled += readings
      let times = unsettled.map(\.time)
      if let start = times.min(), let end = times.max(),
        end - start >= Self.settlingTime || unsettled.count >= ReadingMerger.capacity
      {
        settle()
      }
      return
    }
    for reading in readings {
      if case .vector(_, let sensor) = reading.value { present.insert(sensor) }
    }
    merge(readings, convention)
  }

  /// Determines the convention of the readings so far.
  private mutating func settle() {
    guard !unsettled.isEmpty else { return }
    let readings = unsettled
    unsettled = []
    convention = SensorLoggerConvention(of: readings, platform: platform)
    tally.readings -= readings.count
    add(readings)
  }

  private mutating func merge(
    _ readings: [SensorLoggerMessage.Reading], _ convention: SensorLoggerConvention
  ) {
    let rate = SensorLoggerSensor.rotationRates.first(where: present.contains)
    let acceleration = SensorLoggerSensor.accelerations.first(where: present.contains)
    let field = SensorLoggerSensor.magneticFields.first(where: present.contains)
    for reading in readings.sorted(by: { $0.time < $1.time }) {
      switch reading.value {
      case .touch(let isTouching): merger.setTouch(isTouching, at: reading.time)
      case .up: break
      case .vector(let vector, let sensor):
        let channel: ReadingMerger.Channel
        switch sensor {
        case rate: channel = .rotationRate
        case acceleration: channel = .acceleration
        case field: channel = .magneticField
        case .gravity where acceleration == nil: channel = .gravity
        case .accelerometer where acceleration == nil: channel = .userAcceleration
        default: continue
        }
        merger.add(vector * convention.scale(of: sensor), at: reading.time, from: channel)
      }
    }
  }

  private mutating func completed() -> [SensorSample] {
    defer { ended = [] }
    return ended + merger.completed()
  }
}

/// This package's samples as pushed JSON Lines, in the order of arrival.
struct PushedLines: Sendable {
  /// The backward step in seconds that begins a new session, such as a reloaded page.
  private static let sessionStep = 5.0

  /// The bound of times in seconds, in either direction: nanoseconds that 64 bits hold.
  private static let largestTime = 9e9

  private var last: Double?
  /// The sensors with a reading at the last time.
  private var lastSensors: MotionSensors = []
  private var offset = 0.0

  /// The samples of a body; every line must be valid.
  static func samples(in body: [UInt8], name: String) throws(RecordingError) -> [SensorSample] {
    guard let first = body.first(where: { !$0.isWhitespace }) else {
      throw RecordingError(file: name, problem: .malformed("expected JSON, got an empty body"))
    }
    guard first == UInt8(ascii: "{"), !body.isMessage else {
      throw RecordingError(
        file: name,
        problem: .malformed(
          "expected Sensor Logger's {\"payload\": [{\"name\", \"time\", \"values\"}, ...]}, or JSON "
            + "Lines with \"time_s\", got other text"))
    }
    var decoder = SensorSampleDecoder(name: name)
    var samples: [SensorSample] = []
    for line in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let sample = try decoder.decode(Array(line)) else { continue }
      guard abs(sample.timestamp) < largestTime else {
        throw RecordingError(
          file: name, line: decoder.lineCount,
          problem: .malformed("expected \"time_s\" below 9e9 s, got \(sample.timestamp)"))
      }
      samples.append(sample)
    }
    return samples
  }

  /// The sample with a time that never goes back; `nil` for one that arrived late or twice.
  mutating func accept(_ sample: SensorSample) -> SensorSample? {
    var sample = sample
    if let last, sample.timestamp + offset < last - Self.sessionStep {
      offset = last + 1 - sample.timestamp
    }
    sample.timestamp += offset
    let sensors = MotionSensors(in: sample)
    if let last {
      guard sample.timestamp >= last else { return nil }
      if sample.timestamp == last {
        guard lastSensors.isDisjoint(with: sensors) else { return nil }
        lastSensors.formUnion(sensors)
        return sample
      }
    }
    last = sample.timestamp
    lastSensors = sensors
    return sample
  }
}

extension [UInt8] {
  /// Whether the text is meant as a message of Sensor Logger.
  fileprivate var isMessage: Bool {
    String(decoding: prefix(4096), as: UTF8.self).contains("\"payload\"")
  }
}
