internal import MotionFusion

/// Our own table of device motion: attitude, rotation rate and user acceleration.
///
/// Signs are Core Motion's.
struct DeviceMotionCSV: WritableFormat {
  let name = "inertial-motion"
  let summary = "our own table of attitude, rotation rate and user acceleration"

  static let time = "time_s"
  static let attitude = ["qw", "qx", "qy", "qz"]
  static let rotationRate = VectorColumns.names("gyro_", "_rad_s")
  static let userAcceleration = VectorColumns.names("user_accel_", "_g")

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns([Self.time] + Self.attitude + Self.userAcceleration)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let time = try table.columns([Self.time])[0]
    let attitude = try table.columns(Self.attitude)
    let rotationRate = try VectorColumns(Self.rotationRate, in: table)
    let userAcceleration = try VectorColumns(Self.userAcceleration, in: table)
    let recording = RecordingColumns(in: table)
    var samples = SampleCollector<DeviceMotion>(
      file: file.name, options: options, timeColumn: Self.time)
    try table.forEachRow { (row) throws(RecordingError) in
      let sample = DeviceMotion(
        timestamp: try row.value(at: time, options),
        attitude: try row.attitude(at: attitude, options),
        rotationRate: try row.vector(at: rotationRate, options),
        userAcceleration: try row.vector(at: userAcceleration, options))
      try samples.add(
        sample.isFinite ? sample : nil, time: sample.timestamp, line: row.line,
        recording: recording.key(in: row)
      ) { recording.describe(in: row) }
    }
    var result = Recordings(format: name)
    (result.deviceMotion, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    return result
  }

  func write(_ recordings: Recordings) throws(RecordingError) -> String {
    guard !recordings.deviceMotion.isEmpty else { throw cannotHold(recordings.contentDescription) }
    var writer = TableWriter(
      RecordingColumns.names + [Self.time] + Self.attitude + Self.rotationRate
        + Self.userAcceleration)
    for (index, recording) in recordings.deviceMotion.enumerated() {
      for sample in recording.samples {
        writer.add(index: index, of: recording)
        writer.add(sample.timestamp)
        writer.add(sample.attitude.quaternion)
        writer.add(sample.rotationRate)
        writer.add(sample.userAcceleration)
        writer.endRow()
      }
    }
    return writer.text
  }
}
