internal import MotionFusion

/// Letters written in the air with a phone, one user for each file.
///
/// A recording has Core Motion's attitude as angles, rotation rate and user acceleration, from the
/// press of a button to its release. The user is the file's name.
struct AirLetters: FileFormat {
  let name = "air-letters"
  let summary = "letters in the air, one user for each file"

  private static let time = "time_s"
  private static let angles = ["pitch_rad", "roll_rad", "yaw_rad"]

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns(
      ["letter", Self.time] + Self.angles + DeviceMotionCSV.userAcceleration)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let columns = try table.columns([Self.time] + Self.angles)
    let rotationRate = try VectorColumns(DeviceMotionCSV.rotationRate, in: table)
    let userAcceleration = try VectorColumns(DeviceMotionCSV.userAcceleration, in: table)
    let recording = RecordingColumns(in: table, label: "letter")
    var samples = SampleCollector<DeviceMotion>(
      file: file.name, options: options, timeColumn: Self.time)
    try table.forEachRow { (row) throws(RecordingError) in
      let sample = DeviceMotion(
        timestamp: try row.value(at: columns[0], options),
        attitude: Attitude(
          pitch: try row.value(at: columns[1], options),
          roll: try row.value(at: columns[2], options),
          yaw: try row.value(at: columns[3], options)),
        rotationRate: try row.vector(at: rotationRate, options),
        userAcceleration: try row.vector(at: userAcceleration, options))
      try samples.add(
        sample.isFinite ? sample : nil, time: sample.timestamp, line: row.line,
        recording: recording.key(in: row)
      ) { recording.describe(in: row, user: file.baseName) }
    }
    var result = Recordings(format: name)
    (result.deviceMotion, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    return result
  }
}
