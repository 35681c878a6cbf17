internal import MotionFusion
internal import MotionRecordings

/// Our own samples as pushed JSON Lines, in the order of arrival.
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
  static func samples(
    in body: [UInt8], name: String
  ) throws(RecordingError) -> [SensorSample] {
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

  /// The sample with a time that never goes back; `nil` for one that came late or twice.
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
