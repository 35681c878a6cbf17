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
