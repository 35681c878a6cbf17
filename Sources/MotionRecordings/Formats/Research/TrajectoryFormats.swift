internal import MotionFusion

/// A trajectory in the form of TU Munich's RGB-D benchmark: time, position, attitude.
///
/// J. Sturm et al., *A benchmark for the evaluation of RGB-D SLAM systems*, IROS 2012, and the
/// benchmark's description of its files: a line is `timestamp tx ty tz qx qy qz qw`, separated by
/// blanks, in seconds and metres; `#` starts a comment. The heading of the frame is arbitrary.
///
/// Every pose of the format has a position. Unknown positions are written as the origin, and a
/// file with every pose at the origin is read as one without positions.
struct TUM: WritableFormat {
  let name = "tum"
  let summary = "a trajectory: timestamp tx ty tz qx qy qz qw"

  private static let columns = ["timestamp", "tx", "ty", "tz", "qx", "qy", "qz", "qw"]
  private static let separator = UInt8(ascii: " ")

  func recognizes(_ file: FileContents) -> Bool {
    file.isHeaderless(columns: Self.columns.count, separator: Self.separator)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let table = TableReader(
      headerless: file, columns: Self.columns, separator: Self.separator)
    var result = try PoseTable(
      format: name, time: 0, unitsPerSecond: 1,
      position: VectorColumns(["tx", "ty", "tz"], in: table),
      attitude: table.columns(["qw", "qx", "qy", "qz"])
    ).recordings(in: table, options: options)
    for index in result.references.indices
    where result.references[index].samples.allSatisfy({ $0.position == .zero }) {
      for pose in result.references[index].samples.indices {
        result.references[index].samples[pose].position = nil
      }
    }
    return result
  }

  func write(_ recordings: Recordings) throws(RecordingError) -> String {
    let trajectories = recordings.trajectories
    guard let trajectory = trajectories.first, trajectories.count == 1 else {
      throw cannotHold(
        trajectories.isEmpty
          ? recordings.contentDescription + " without attitude" : "more than one recording")
    }
    var writer = TableWriter(["#"] + Self.columns, separator: " ")
    for pose in trajectory {
      guard let quaternion = pose.attitude?.quaternion else { continue }
      writer.add(pose.timestamp)
      writer.add(pose.position ?? .zero)
      writer.add(quaternion.vector)
      writer.add(quaternion.w)
      writer.endRow()
    }
    return writer.text
  }
}

/// Our own table of an attitude or a path, as the subcommands `orientation` and `track` write it.
///
/// Columns: `t` in seconds, `qw`, `qx`, `qy`, `qz` in any order, and `x`, `y`, `z` in metres if the
/// position is known.
struct PoseCSV: FileFormat {
  let name = "inertial-poses"
  let summary = "our own table of an attitude or a path, as orientation and track write it"

  private static let attitude = ["qw", "qx", "qy", "qz"]
  private static let position = ["x", "y", "z"]

  func recognizes(_ file: FileContents) -> Bool {
    let next = file.header.dropFirst()
    return file.header.first == "t"
      && (Set(next.prefix(4)) == Set(Self.attitude)
        || Array(next.prefix(3)) == Self.position && file.hasColumns(Self.attitude))
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let table = try TableReader(file)
    return try PoseTable(
      format: name, time: table.columns(["t"])[0], unitsPerSecond: 1,
      position: VectorColumns.optional(Self.position, in: table),
      attitude: table.columns(Self.attitude)
    ).recordings(in: table, options: options)
  }
}

extension Recordings {
  /// The poses of each recording with attitudes: the references, or else the device's own.
  var trajectories: [[ReferencePose]] {
    let poses = references.map { $0.samples.filter { $0.attitude != nil } }.filter { !$0.isEmpty }
    guard poses.isEmpty else { return poses }
    return deviceMotion.map { recording in
      recording.samples.map { ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude) }
    }
  }
}

/// The tables of the EuRoC micro aerial vehicle data set: an IMU, or the ground truth of its pose.
///
/// Many other data sets use the same form.
///
/// M. Burri et al., *The EuRoC micro aerial vehicle datasets*, International Journal of Robotics
/// Research 35(10), 2016. Times are nanoseconds since 1970, which a double in seconds holds to
/// 2.4e-7 s. The gyroscope is in rad/s; the accelerometer is specific force in m/s², the opposite
/// of Core Motion's sign. A pose is position in metres and attitude as a quaternion *w*, *x*, *y*,
/// *z*, sensor to reference, in a frame with *z* up and an arbitrary heading.
struct EuRoC: FileFormat, FolderFormat {
  let name = "euroc"
  let summary = "the EuRoC data set's form: an IMU, a ground truth, or a folder of both"

  private static let gyroscope = VectorColumns.names("w_RS_S_", " [rad s^-1]")
  private static let accelerometer = VectorColumns.names("a_RS_S_", " [m s^-2]")
  private static let position = VectorColumns.names("p_RS_R_", " [m]")
  private static let attitude = ["w", "x", "y", "z"].map { "q_RS_\($0) []" }
  private static let nanosecondsPerSecond = 1e9

  /// The column of times, whose unit is missing in some files of the data set.
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

  func streams(_ file: FileContents) -> Bool {
    Self.time(file).map { Self.layout(time: $0).streams(file.header) } ?? false
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    guard let time = Self.time(file) else {
      throw RecordingError(file: file.name, line: 1, problem: .missingColumns(["#timestamp [ns]"]))
    }
    let table = try TableReader(file)
    if table.header.contains(Self.position[0]) {
      return try poses(in: table, time: time, options: options)
    }
    return try Self.layout(time: time).recordings(
      in: table, format: name, options: options, pass: file.pass)
  }

  private func poses(
    in table: TableReader, time: String, options: ReadingOptions
  ) throws(RecordingError) -> Recordings {
    try PoseTable(
      format: name, time: table.columns([time])[0], unitsPerSecond: Self.nanosecondsPerSecond,
      position: VectorColumns(Self.position, in: table), attitude: table.columns(Self.attitude)
    ).recordings(in: table, options: options)
  }
}

// MARK: - Folders

extension EuRoC {
  /// The paths of the first IMU and of the reference in data sets of this form.
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
      // Equal names assign the reference to the samples.
      found.rename { _ in folder.name }
      result.append(found)
    }
    guard !result.isEmpty else { throw RecordingError(file: folder.name, problem: .noRows) }
    return result
  }
}

/// A table of poses: time, position and attitude.
struct PoseTable {
  let format: String
  let time: Int
  let unitsPerSecond: Double
  let position: VectorColumns?
  /// The columns of *w*, *x*, *y*, *z*.
  let attitude: [Int]

  /// The poses in `table`, as one reference.
  func recordings(
    in table: TableReader, options: ReadingOptions
  ) throws(RecordingError) -> Recordings {
    var table = table
    var poses = SampleCollector<ReferencePose>(
      file: table.file, options: options, timeColumn: table.header[time])
    try table.forEachRow { (row) throws(RecordingError) in
      let pose = ReferencePose(
        timestamp: try row.value(at: time, options) / unitsPerSecond,
        attitude: try row.attitude(at: attitude, options),
        position: try position.map { (columns) throws(RecordingError) in
          try row.vector(at: columns, options)
        })
      try poses.add(pose.isFinite ? pose : nil, time: pose.timestamp, line: row.line)
    }
    var result = Recordings(format: format)
    (result.references, result.warnings) = poses.finish(incompleteRows: table.incompleteRows)
    return result
  }
}
