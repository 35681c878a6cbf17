internal import MotionFusion

extension TableFormat {
  /// A trajectory in the form of TU Munich's RGB-D benchmark: time, position, attitude.
  ///
  /// J. Sturm et al., *A benchmark for the evaluation of RGB-D SLAM systems*, IROS 2012, and the
  /// benchmark's description of its files: a line is `timestamp tx ty tz qx qy qz qw`, separated by
  /// blanks, in seconds and metres; `#` starts a comment. The heading of the frame is arbitrary.
  ///
  /// Every pose of the format has a position. Unknown positions are written as the origin, and a
  /// file with every pose at the origin is read as one without positions.
  static let tum = TableFormat(
    name: "tum", summary: "a trajectory: timestamp tx ty tz qx qy qz qw",
    headerless: { $0.headerless(tumColumns, separator: UInt8(ascii: " ")) },
    matches: { _, _ in false },
    write: writeTUM,
    layout: { _ in
      var table = MotionTable(
        .init(
          .column("timestamp"), position: ["tx", "ty", "tz"], attitude: ["qw", "qx", "qy", "qz"]))
      table.finish = { recordings in
        for index in recordings.references.indices
        where recordings.references[index].samples.allSatisfy({ $0.position == .zero }) {
          for pose in recordings.references[index].samples.indices {
            recordings.references[index].samples[pose].position = nil
          }
        }
      }
      return table
    })

  private static let tumColumns = ["timestamp", "tx", "ty", "tz", "qx", "qy", "qz", "qw"]

  private static func writeTUM(
    _ recordings: StreamedRecordings, to output: (String) throws -> Void
  ) throws {
    let recordings = recordings.others
    // The references, or else the device's own poses.
    var trajectories = recordings.references.map { $0.samples.filter { $0.attitude != nil } }
      .filter { !$0.isEmpty }
    if trajectories.isEmpty {
      trajectories = recordings.deviceMotion.map {
        $0.samples.map { ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude) }
      }
    }
    let trajectory = try tum.only(
      trajectories, orHaving: recordings.contentDescription + " without attitude")
    var writer = TableWriter(["#"] + tumColumns, separator: " ")
    for pose in trajectory {
      guard let quaternion = pose.attitude?.quaternion else { continue }
      writer.add(pose.timestamp)
      writer.add(pose.position ?? .zero)
      writer.add(quaternion.vector)
      writer.add(quaternion.w)
      writer.endRow()
    }
    try output(writer.text)
  }
}

extension TableFormat {
  /// Our own table of an attitude or a path, as the subcommands `orientation` and `track` write it.
  ///
  /// Columns: `t` in seconds, `qw`, `qx`, `qy`, `qz` in any order, and `x`, `y`, `z` in metres if
  /// the position is known.
  static let poses = TableFormat(
    name: "inertial-poses",
    summary: "our own table of an attitude or a path, as orientation and track write it",
    matches: { file, _ in
      let next = file.header.dropFirst()
      return file.header.first == "t"
        && (Set(next.prefix(4)) == ["qw", "qx", "qy", "qz"]
          || Array(next.prefix(3)) == ["x", "y", "z"]
            && file.hasColumns(["qw", "qx", "qy", "qz"]))
    },
    layout: { _ in
      MotionTable(
        .init(.column("t"), position: ["x", "y", "z"], attitude: ["qw", "qx", "qy", "qz"]))
    })

  /// The tables of the EuRoC micro aerial vehicle data set: an IMU, or the ground truth of its
  /// pose.
  ///
  /// Many other data sets use the same form.
  ///
  /// M. Burri et al., *The EuRoC micro aerial vehicle datasets*, International Journal of Robotics
  /// Research 35(10), 2016. Times are nanoseconds since 1970, which a double in seconds holds to
  /// 2.4e-7 s. The gyroscope is in rad/s; the accelerometer is specific force in m/s², the opposite
  /// of Core Motion's sign. A pose is position in metres and attitude as a quaternion *w*, *x*,
  /// *y*, *z*, sensor to reference, in a frame with *z* up and an arbitrary heading.
  static let euRoC = TableFormat(
    name: "euroc",
    summary: "the EuRoC data set's form: an IMU, a ground truth, or a folder of both",
    matches: { file, layout in
      file.header.first?.hasPrefix("#timestamp") == true
        && (layout.isPresent(in: file.header)
          || file.hasColumns(VectorColumns.names("p_RS_R_@ [m]")))
    },
    tables: { folder in
      let imus = ["mav0/imu0/data.csv", "imu0/data.csv"]
      let truths = [
        "state_groundtruth_estimate0/data.csv", "mocap0/data.csv", "gt/data.csv",
      ].flatMap { ["mav0/" + $0, $0] }
      guard !Set(imus).isDisjoint(with: folder.paths) else { return nil }
      return [imus, truths].compactMap { $0.first(where: folder.paths.contains) }
    },
    layout: { file in
      // The unit is missing in some files of the data set.
      let time = file.header.first.flatMap { $0.hasPrefix("#timestamp") ? $0 : nil }
      let clock = MotionTable.Clock.column(time ?? "#timestamp [ns]", unitsPerSecond: 1e9)
      let position = VectorColumns.names("p_RS_R_@ [m]")
      return MotionTable(
        file.header.contains(position[0])
          ? .init(
            clock, position: position, attitude: ["w", "x", "y", "z"].map { "q_RS_\($0) []" })
          : .init(
            clock,
            [
              .init(.rotationRate, "w_RS_S_@ [rad s^-1]"),
              .init(
                .acceleration, "a_RS_S_@ [m s^-2]", scale: -1 / SensorSample.standardGravity),
            ]))
    })
}
