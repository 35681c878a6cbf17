internal import MotionFusion

/// What has been read of phyphox's buffers.
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
