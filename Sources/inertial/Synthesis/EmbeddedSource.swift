internal import DeviceMotion
internal import MotionRecordings

/// Generated Swift source that carries data inside the program: nothing to install, nothing to
/// find at run time.
enum EmbeddedSource {
  /// An enumeration called `name` with the recording of `text` as a table in our own format.
  ///
  /// Numbers are rounded to 0.1 ms, 1e-5 rad/s and 1e-5 g, about what a phone's sensors resolve.
  static func recording(
    _ recordings: Recordings, text: String, name: String, command: String
  ) throws(RecordingError) -> String {
    var rounded = Recordings(format: recordings.format)
    rounded.sensorSamples = recordings.sensorSamples.map { recording in
      LabeledRecording(name: recording.name, samples: recording.samples.map(round))
    }
    rounded.touches = recordings.touches.map { touches in
      LabeledRecording(
        name: touches.name,
        samples: touches.samples.map {
          round($0.lowerBound, 1e4)...round($0.upperBound, 1e4)
        })
    }
    let table = try RecordingWriter.text(
      of: rounded, format: SyntheticRecording.Kind.sensors.format)
    return """
      // Generated; do not edit. Made by: \(command)
      // swift-format-ignore-file

      /// A synthetic recording of a phone's raw sensors while somebody writes in the air.
      enum \(name) {
        /// What is written.
        static let text = "\(text)"

        /// The samples, in the format `\(rounded.format)`.
        static let table: StaticString = \"""
      \(table.split(separator: "\n").joined(separator: "\n"))

      \"""
      }

      """
  }

  private static func round(_ sample: SensorSample) -> SensorSample {
    SensorSample(
      timestamp: round(sample.timestamp, 1e4),
      rotationRate: sample.rotationRate.map { round($0) },
      acceleration: sample.acceleration.map { round($0) })
  }

  private static func round(_ vector: Vector3<Double>) -> Vector3<Double> {
    Vector3(round(vector.x, 1e5), round(vector.y, 1e5), round(vector.z, 1e5))
  }

  private static func round(_ value: Double, _ scale: Double) -> Double {
    (value * scale).rounded() / scale
  }
}
