internal import Foundation
internal import MotionFusion

/// Our own raw sensor samples as JSON Lines, one object a sample: what a live source can print as
/// it goes.
///
/// `{"time_s":0.01,"gyro_rad_s":[0,0,0],"accel_g":[0,0,-1],"mag_uT":[20,0,-40],"touch":true}`:
/// units and signs are those of ``SensorSampleCSV``, all but the time may be absent, and other keys
/// are ignored.
struct SensorSampleLines: WritableFormat {
  let name = "inertial-jsonl"
  let summary = "our own: raw samples as JSON Lines, one object each"

  struct Line: Codable {
    var time: Double
    var gyroscope: [Double]?
    var accelerometer: [Double]?
    var magnetometer: [Double]?
    var touch: Bool?

    private enum CodingKeys: String, CodingKey {
      case time = "time_s"
      case gyroscope = "gyro_rad_s"
      case accelerometer = "accel_g"
      case magnetometer = "mag_uT"
      case touch
    }
  }

  func recognizes(_ file: FileContents) -> Bool {
    let firstLine = file.bytes.prefix { $0 != UInt8(ascii: "\n") }
    return firstLine.first == UInt8(ascii: "{")
      && String(decoding: firstLine, as: UTF8.self).contains("\"time_s\"")
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let decoder = JSONDecoder()
    var samples = SampleCollector<SensorSample>(file: file.name, options: options)
    var incompleteRows = 0
    let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() where !bytes.allSatisfy(Self.isBlank) {
      guard let line = try? decoder.decode(Line.self, from: Data(bytes)) else {
        // Without a line feed after it, the last line was cut off.
        if index == lines.count - 1, index > 0 {
          incompleteRows += 1
          continue
        }
        throw Line.notALine(file: file.name, line: index + 1)
      }
      let sample = try line.sample(file: file.name, line: index + 1)
      try samples.add(
        sample, time: sample.timestamp, recording: "", line: index + 1, timeColumn: "time_s"
      ) { LabeledRecording(name: file.name, samples: []) }
    }
    var result = Recordings(format: name)
    (result.sensorSamples, result.warnings) = samples.finish(incompleteRows: incompleteRows)
    return result
  }

  func write(_ recordings: Recordings) throws(RecordingError) -> String {
    let recordings = recordings.withRawSamples
    guard let recording = recordings.sensorSamples.first, recordings.sensorSamples.count == 1 else {
      throw cannotHold(
        recordings.sensorSamples.isEmpty ? recordings.contentDescription : "more than one recording"
      )
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var text = ""
    for (index, sample) in recording.samples.enumerated() {
      let line = Line(
        time: sample.timestamp, gyroscope: sample.rotationRate.map(components),
        accelerometer: sample.acceleration.map(components),
        magnetometer: sample.magneticField.map(components),
        touch: sample.isTouching)
      guard let data = try? encoder.encode(line) else {
        throw RecordingError(
          file: "output",
          problem: .malformed("sample \(index) is not finite; JSON has no such number"))
      }
      text += String(decoding: data, as: UTF8.self) + "\n"
    }
    return text
  }

  private func components(_ vector: Vector3<Double>) -> [Double] { [vector.x, vector.y, vector.z] }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}

extension SensorSampleLines.Line {
  /// The sample, with its sensors where they have three components each.
  func sample(file: String, line: Int) throws(RecordingError) -> SensorSample {
    func vector(_ components: [Double]?) throws(RecordingError) -> Vector3<Double>? {
      guard let components else { return nil }
      guard components.count == 3 else {
        throw RecordingError(
          file: file, line: line,
          problem: .malformed("\(components.count) components; expected 3: [x, y, z]"))
      }
      return Vector3(components[0], components[1], components[2])
    }
    return SensorSample(
      timestamp: time, rotationRate: try vector(gyroscope),
      acceleration: try vector(accelerometer), magneticField: try vector(magnetometer),
      isTouching: touch)
  }

  /// What is wrong with a line that is no such object.
  static func notALine(file: String, line: Int) -> RecordingError {
    RecordingError(
      file: file, line: line,
      problem: .malformed("expected a JSON object with a number \"time_s\""))
  }
}
