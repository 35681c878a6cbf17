internal import MotionFusion

/// A trial of the Berlin Robust Orientation Estimation Assessment Dataset as CSV.
///
/// It has an IMU and the pose from optical motion capture, in a frame with *x* east and *z* up.
///
/// D. Laidig, M. Caruso, A. Cereatti, T. Seel, *BROAD — A benchmark for robust inertial orientation
/// estimation*, Data 6(7):72, 2021, doi:10.3390/data6070072. Rows are 1/285.714 s apart, and the
/// accelerometer measures specific force in m/s², the opposite of Core Motion's sign.
struct Broad: FileFormat {
  let name = "broad"
  let summary = "a trial of the BROAD data set, with its reference"

  private static let sampleRate = 2000.0 / 7
  private static let gyroscope = VectorColumns.names("gyro_", "_rad_s")
  private static let accelerometer = VectorColumns.names("accel_", "_m_s2")
  private static let magnetometer = VectorColumns.names("mag_", "_uT")

  func recognizes(_ file: FileContents) -> Bool {
    !file.hasColumns([SensorSampleCSV.time])
      && file.hasColumns(
        Self.gyroscope + Self.accelerometer + ReferenceColumns.attitude(.unknown)
          + [SensorSampleCSV.movement])
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let gyroscope = try VectorColumns(Self.gyroscope, in: table)
    let accelerometer = try VectorColumns(Self.accelerometer, in: table)
    let magnetometer = try VectorColumns.optional(Self.magnetometer, in: table)
    let movement = try table.columns([SensorSampleCSV.movement])[0]
    let reference = try ReferenceColumns(in: table)
    var samples = SampleCollector<SensorSample>(of: file, options: options)
    var poses: [ReferencePose] = []
    var row = 0
    try table.forEachRow { (table) throws(RecordingError) in
      let force = try table.vector(at: accelerometer, options)
      let sample = SensorSample(
        timestamp: Double(row) / Self.sampleRate,
        rotationRate: try table.vector(at: gyroscope, options),
        acceleration: force * (-1 / SensorSample.standardGravity),
        magneticField: try table.optionalVector(at: magnetometer, options))
      row += 1
      guard sample.isFinite else {
        return try samples.add(nil, time: sample.timestamp, line: table.line)
      }
      // Parse the whole row before keeping any of it: the last row may be cut off.
      var pose = try reference.pose(in: table, timestamp: sample.timestamp, options)
      pose?.isScored = try table.finiteNumber(at: movement) != 0
      try samples.add(sample, time: sample.timestamp, line: table.line)
      if let pose, pose.isFinite { poses.append(pose) }
    }
    var result = Recordings(format: name)
    (result.sensorSamples, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    result.references = [LabeledRecording(name: file.name, samples: poses)]
    result.referenceHeading = .east
    return result
  }
}
