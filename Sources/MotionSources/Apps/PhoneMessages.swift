internal import MotionFusion
internal import MotionRecordings
internal import Platform

/// The position up to which phyphox's buffers have been read.
struct PhyphoxState {
  let sensors: [PhyphoxExperiment.Sensor]
  private var merger = ReadingMerger()
  private var session: String?
  /// The last time of each sensor, in seconds of the experiment.
  private var times: [Double]

  init(sensors: [PhyphoxExperiment.Sensor]) {
    self.sensors = sensors
    times = sensors.map { _ in 0 }
  }

  /// The query for all readings after the last ones.
  var query: String {
    zip(sensors, times).map { sensor, time in
      (sensor.axes + [sensor.time]).map { "\($0)=\(time)%7C\(sensor.time)" }
        .joined(separator: "&")
    }.joined(separator: "&")
  }

  /// Leaves out the readings up to the last values in `answer`.
  mutating func begin(after answer: PhyphoxAnswer) {
    session = answer.status?.session
    times = sensors.map { (answer.buffer[$0.time]?.buffer.last ?? nil) ?? 0 }
  }

  /// Adds the readings of an answer, and returns the samples that are complete.
  mutating func add(_ answer: PhyphoxAnswer, accelerationScale: Double) -> [SensorSample] {
    var samples: [SensorSample] = []
    if hasRestarted(answer) {
      // Another experiment, or cleared data: its time starts again.
      samples = finish()
      session = answer.status?.session
      times = times.map { _ in 0 }
      let starts = sensors.compactMap { answer.buffer[$0.time]?.buffer.first ?? nil }
      merger.begin(at: starts.min().flatMap(nanoseconds) ?? 0)
    }
    for (index, sensor) in sensors.enumerated() {
      guard let clock = answer.buffer[sensor.time]?.buffer else { continue }
      let axes = sensor.axes.map { answer.buffer[$0]?.buffer ?? [] }
      let scale = sensor.channel == .acceleration ? accelerationScale : 1
      for place in 0..<min(clock.count, axes.map(\.count).min() ?? 0) {
        guard let time = clock[place], let nanoseconds = nanoseconds(time),
          let x = axes[0][place], let y = axes[1][place], let z = axes[2][place]
        else { continue }
        times[index] = time
        merger.add(Vector3(x, y, z) * scale, at: nanoseconds, from: sensor.channel)
      }
    }
    return samples + merger.completed()
  }

  private func hasRestarted(_ answer: PhyphoxAnswer) -> Bool {
    if let session, let other = answer.status?.session, other != session { return true }
    return zip(sensors, times).contains { sensor, time in
      guard let first = answer.buffer[sensor.time]?.buffer.first ?? nil else { return false }
      return first < time - 1
    }
  }

  /// The time as one of ``ReadingMerger/times``; `nil` for another one.
  private func nanoseconds(_ seconds: Double) -> Int64? {
    Int64(exactly: (seconds * 1e9).rounded()).flatMap {
      ReadingMerger.times.contains($0) ? $0 : nil
    }
  }

  /// The samples that wait for other sensors.
  mutating func finish() -> [SensorSample] {
    merger.finish()
    return merger.completed()
  }
}

/// The answer of phyphox to `/config`: the sensors of the experiment and the names of their
/// buffers.
struct PhyphoxExperiment: Decodable, Sendable {
  /// One sensor, with its buffers.
  struct Sensor: Sendable {
    var channel: ReadingMerger.Channel
    var time: String
    /// The buffers of x, y, z.
    var axes: [String]
  }

  private struct Input: Decodable {
    var source: String
    var outputs: [[String: String]]?
  }

  var title: String?
  private var inputs: [Input]

  /// The names of the experiment's sensors, such as `accelerometer`.
  var sources: [String] { inputs.map(\.source) }

  /// The motion sensors with a time and three axes.
  var sensors: [Sensor] {
    let channels: [String: ReadingMerger.Channel] = [
      "gyroscope": .rotationRate, "accelerometer": .acceleration, "magnetic_field": .magneticField,
    ]
    return inputs.compactMap { input in
      guard let channel = channels[input.source], let outputs = input.outputs else { return nil }
      let names = outputs.reduce(into: [:]) { names, output in
        names.merge(output) { first, _ in first }
      }
      guard let time = names["t"], let x = names["x"], let y = names["y"], let z = names["z"]
      else { return nil }
      return Sensor(channel: channel, time: time, axes: [x, y, z])
    }
  }
}

/// The answer of phyphox to `/get`: the values of buffers, and the state of the experiment.
struct PhyphoxAnswer: Decodable, Sendable {
  struct Buffer: Decodable, Sendable {
    /// `null` if a value is not finite.
    var buffer: [Double?]
  }

  struct Status: Decodable, Sendable {
    var session: String?
    var measuring: Bool?
  }

  var buffer: [String: Buffer]
  var status: Status?
}

/// The answer of phyphox to `/control`.
struct PhyphoxResult: Decodable, Sendable {
  var result: Bool
}

/// Decodes the messages of the app SensorServer.
///
/// Units are Android's: m/s² with its sign, rad/s, µT; times are nanoseconds since the phone was
/// started.
struct SensorServerDecoder {
  private struct Message: Decodable {
    var type: String
    var timestamp: Int64
    var values: [Double]
  }

  /// The types of Android's sensors that are read.
  static let channels: [String: ReadingMerger.Channel] = [
    "android.sensor.accelerometer": .acceleration,
    "android.sensor.accelerometer_uncalibrated": .acceleration,
    "android.sensor.gyroscope": .rotationRate,
    "android.sensor.gyroscope_uncalibrated": .rotationRate,
    "android.sensor.magnetic_field": .magneticField,
    "android.sensor.magnetic_field_uncalibrated": .magneticField,
  ]

  private var merger = ReadingMerger()

  /// Adds a message, and returns the samples that are complete; other messages are ignored.
  mutating func decode(_ message: [UInt8], isTouching: Bool?) -> [SensorSample] {
    guard let message = try? JSONDecoder().decode(Message.self, from: Data(message)),
      let channel = Self.channels[message.type], message.values.count >= 3,
      message.values.allSatisfy(\.isFinite), ReadingMerger.times.contains(message.timestamp)
    else { return [] }
    let vector = Vector3(message.values[0], message.values[1], message.values[2])
    let scale =
      channel == .acceleration ? ReadingOptions.Platform.android.accelerationScale : 1
    if let isTouching { merger.setTouch(isTouching, at: message.timestamp) }
    merger.add(vector * scale, at: message.timestamp, from: channel)
    return merger.completed()
  }

  /// The samples that wait for other sensors.
  mutating func finish() -> [SensorSample] {
    merger.finish()
    return merger.completed()
  }
}
