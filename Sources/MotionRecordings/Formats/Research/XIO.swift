internal import MotionFusion

/// The export of x-io Technologies' recorders, with units in the column names.
///
/// The gyroscope is in degrees per second; the accelerometer measures specific force in g,
/// the
/// opposite of Core Motion's sign.
struct XIO: FileFormat {
  let name = "x-io"
  let summary = "the export of x-io Technologies' recorders"

  private static let time = "Time (s)"
  private static let axes = ["X", "Y", "Z"]
  private static let gyroscope = VectorColumns.names("Gyroscope ", " (deg/s)", axes: axes)
  private static let accelerometer = VectorColumns.names("Accelerometer ", " (g)", axes: axes)
  private static let magnetometer = VectorColumns.names("Magnetometer ", " (uT)", axes: axes)

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns([Self.time] + Self.gyroscope + Self.accelerometer)
  }

  func streams(_ file: FileContents) -> Bool { true }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let time = try table.columns([Self.time])[0]
    let gyroscope = try VectorColumns(Self.gyroscope, in: table)
    let accelerometer = try VectorColumns(Self.accelerometer, in: table)
    let magnetometer = try VectorColumns.optional(Self.magnetometer, in: table)
    var samples = SampleCollector<SensorSample>(
      of: file, options: options, timeColumn: Self.time)
    try table.forEachRow { (row) throws(RecordingError) in
      let sample = SensorSample(
        timestamp: try row.value(at: time, options),
        rotationRate: try row.vector(at: gyroscope, options) * (Double.pi / 180),
        acceleration: -(try row.vector(at: accelerometer, options)),
        magneticField: try row.optionalVector(at: magnetometer, options))
      try samples.add(sample.isFinite ? sample : nil, time: sample.timestamp, line: row.line)
    }
    var result = Recordings(format: name)
    (result.sensorSamples, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    return result
  }
}
