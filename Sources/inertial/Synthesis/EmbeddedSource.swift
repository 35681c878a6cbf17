internal import ArgumentParser
internal import GestureRecognition
internal import MotionFusion
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
    let table = try RecordingWriter.text(
      of: rounded, format: SyntheticRecording.Kind.sensors.format)
    return source(
      name: name, command: command,
      summary: "A synthetic recording of a phone's raw sensors while somebody writes in the air.",
      members: [
        ("What is written.", "let text = \"\(text)\""),
        ("The samples, in the format `\(rounded.format)`.", "let table: " + literal(table)),
      ])
  }

  /// An enumeration called `name` with the bytes of a model file.
  static func model(_ file: [UInt8], name: String, command: String) -> String {
    source(
      name: name, command: command, summary: "A model file, embedded.",
      members: [
        ("The text of the file.", "let contents: " + literal(String(decoding: file, as: UTF8.self)))
      ])
  }

  /// Refuses a name that no enumeration can have.
  static func check(_ name: String?) throws {
    guard let name else { return }
    let isName =
      name.utf8.allSatisfy {
        $0 == UInt8(ascii: "_")
          || Character(Unicode.Scalar($0)).isLetter
            && $0 < 0x80
          || (0x30...0x39).contains($0)
      }
      && name.first.map { !$0.isNumber } == true && name != "_"
    guard isName else {
      throw ValidationError(
        "--embed-as '\(name)' is no name of a type; expected letters, digits and _, such as Letters."
      )
    }
  }

  private static func source(
    name: String, command: String, summary: String, members: [(summary: String, code: String)]
  ) -> String {
    let declarations = members.map { "  /// \($0.summary)\n  static \($0.code)\n" }
    // A name of a file may hold anything.
    let command = String(command.map { $0.isNewline ? " " : $0 })
    return "// Generated; do not edit. Made by: \(command)\n// swift-format-ignore-file\n\n"
      + "/// \(summary)\nenum \(name) {\n" + declarations.joined(separator: "\n") + "}\n"
  }

  /// A static string with this text, which ends with a line feed.
  private static func literal(_ text: String) -> String {
    let quotes = "\"\"\""
    // The literal drops the line feed before its closing quotes: the text's own comes before it.
    return "StaticString = #\(quotes)\n\(text)\n\(quotes)#"
  }

  private static func round(_ sample: SensorSample) -> SensorSample {
    SensorSample(
      timestamp: round(sample.timestamp, 1e4),
      rotationRate: sample.rotationRate.map { round($0) },
      acceleration: sample.acceleration.map { round($0) }, isTouching: sample.isTouching)
  }

  private static func round(_ vector: Vector3<Double>) -> Vector3<Double> {
    Vector3(round(vector.x, 1e5), round(vector.y, 1e5), round(vector.z, 1e5))
  }

  private static func round(_ value: Double, _ scale: Double) -> Double {
    (value * scale).rounded() / scale
  }
}
