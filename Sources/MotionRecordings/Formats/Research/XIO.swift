internal import MotionFusion

/// What the recorders of x-io Technologies export: columns named with their units.
///
/// The gyroscope is in degrees per second; the accelerometer gives specific force in g, the
/// opposite of Core Motion's sign.
struct XIO: FileFormat {
  let name = "x-io"
  let summary = "what x-io Technologies' recorders export"

  private static let time = "Time (s)"
  private static let gyroscope = names("Gyroscope", "deg/s")
  private static let accelerometer = names("Accelerometer", "g")
  private static let magnetometer = names("Magnetometer", "uT")

  private static func names(_ sensor: String, _ unit: String) -> [String] {
    ["X", "Y", "Z"].map { "\(sensor) \($0) (\(unit))" }
  }

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns([Self.time] + Self.gyroscope + Self.accelerometer)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file.bytes, file: file.name)
    let time = try table.columns([Self.time])[0]
    let gyroscope = try VectorColumns(Self.gyroscope, in: table)
    let accelerometer = try VectorColumns(Self.accelerometer, in: table)
    let magnetometer = try VectorColumns.optional(Self.magnetometer, in: table)
    var samples = SampleCollector<SensorSample>(file: file.name, options: options)
    try table.forEachRow { (row) throws(RecordingError) in
      let sample = SensorSample(
        timestamp: try row.value(at: time, options),
        rotationRate: try row.vector(at: gyroscope, options) * (Double.pi / 180),
        acceleration: -(try row.vector(at: accelerometer, options)),
        magneticField: try row.optionalVector(at: magnetometer, options))
      try samples.add(
        sample.isFinite ? sample : nil, time: sample.timestamp, recording: "", line: row.line,
        timeColumn: Self.time
      ) { LabeledRecording(name: file.name, samples: []) }
    }
    var result = Recordings(format: name)
    (result.sensorSamples, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    return result
  }
}
