internal import MotionFusion

/// The tables of the EuRoC micro aerial vehicle data set, and of the many that follow it: an IMU,
/// or the ground truth of its pose.
///
/// M. Burri et al., *The EuRoC micro aerial vehicle datasets*, International Journal of Robotics
/// Research 35(10), 2016. Times are nanoseconds since 1970, which a double in seconds holds to
/// 2.4e-7 s. The gyroscope is in rad/s; the accelerometer gives specific force in m/s², gravity
/// upwards at rest, the opposite of Core Motion's sign. A pose is position in metres and attitude
/// as a quaternion *w*, *x*, *y*, *z* of the sensor in the reference frame, *z* up.
struct EuRoC: FileFormat, FolderFormat {
  let name = "euroc"
  let summary = "the EuRoC data set's form: an IMU, a ground truth, or the folder of both"

  private static let gyroscope = VectorColumns.names("w_RS_S_", " [rad s^-1]")
  private static let accelerometer = VectorColumns.names("a_RS_S_", " [m s^-2]")
  private static let position = VectorColumns.names("p_RS_R_", " [m]")
  private static let attitude = ["w", "x", "y", "z"].map { "q_RS_\($0) []" }
  private static let nanosecondsPerSecond = 1e9

  /// The column of times: some of the data set's files leave out the unit.
  private static func time(_ file: FileContents) -> String? {
    file.header.first.flatMap { $0.hasPrefix("#timestamp") ? $0 : nil }
  }

  func recognizes(_ file: FileContents) -> Bool {
    guard let time = Self.time(file) else { return false }
    return Self.layout(time: time).isPresent(in: file.header) || file.hasColumns(Self.position)
  }

  private static func layout(time: String) -> MotionTable {
    MotionTable(groups: [
      MotionTable.Group(
        .column(time, unitsPerSecond: nanosecondsPerSecond),
        [
          .init(.rotationRate, gyroscope),
          .init(.acceleration, accelerometer, scale: -1 / SensorSample.standardGravity),
        ])
    ])
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    guard let time = Self.time(file) else {
      throw RecordingError(file: file.name, line: 1, problem: .missingColumns(["#timestamp [ns]"]))
    }
    let table = try TableReader(file.bytes, file: file.name)
    if table.header.contains(Self.position[0]) {
      return try poses(in: table, time: time, options: options)
    }
    return try Self.layout(time: time).recordings(in: table, format: name, options: options)
  }

  private func poses(
    in table: TableReader, time: String, options: ReadingOptions
  ) throws(RecordingError) -> Recordings {
    var table = table
    let timeColumn = try table.columns([time])[0]
    let position = try VectorColumns(Self.position, in: table)
    let attitude = try table.columns(Self.attitude)
    let file = table.file
    var poses = SampleCollector<ReferencePose>(file: file, options: options)
    try table.forEachRow { (row) throws(RecordingError) in
      let pose = ReferencePose(
        timestamp: try row.value(at: timeColumn, options) / Self.nanosecondsPerSecond,
        attitude: try row.attitude(at: attitude, options),
        position: try row.vector(at: position, options))
      try poses.add(
        pose.isFinite ? pose : nil, time: pose.timestamp, recording: "", line: row.line,
        timeColumn: time
      ) { LabeledRecording(name: file, samples: []) }
    }
    var result = Recordings(format: name)
    (result.references, result.warnings) = poses.finish(incompleteRows: table.incompleteRows)
    return result
  }
}

// MARK: - Folders

extension EuRoC {
  /// Where a folder of the data set has its first IMU, and where data sets of its form put the
  /// reference.
  private static let imus = ["mav0/imu0/data.csv", "imu0/data.csv"]
  private static let truths = [
    "state_groundtruth_estimate0/data.csv", "mocap0/data.csv", "gt/data.csv",
  ].flatMap { ["mav0/" + $0, $0] }

  func recognizes(_ folder: RecordingFolder) -> Bool {
    !Set(Self.imus).isDisjoint(with: folder.paths)
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    var result = Recordings(format: name)
    for path in [Self.imus, Self.truths].compactMap({ $0.first(where: folder.paths.contains) }) {
      guard let bytes = try folder.read(path) else { continue }
      let file = try FileContents(bytes, name: folder.displayName(path))
      var found = try read(file, options: options)
      // One recording: the names tell which reference belongs to which samples.
      for index in found.sensorSamples.indices { found.sensorSamples[index].name = folder.name }
      for index in found.references.indices { found.references[index].name = folder.name }
      result.append(found)
    }
    guard !result.isEmpty else { throw RecordingError(file: folder.name, problem: .noRows) }
    return result
  }
}

extension ReferencePose {
  /// Whether every number that is present is finite.
  var isFinite: Bool {
    timestamp.isFinite && attitude?.quaternion.isFinite ?? true && position?.isFinite ?? true
  }
}
