internal import MotionFusion

/// This package's table of raw sensor samples, with an optional reference.
///
/// The gyroscope, the accelerometer and the magnetometer are three columns each and may be absent;
/// so may a sensor's fields in a row. The accelerometer has Core Motion's sign: face up at rest it
/// reads (0, 0, -1) g; columns in m/s² are specific force instead, (0, 0, 9.81) at rest. The column
/// `movement` is 1 if errors against the reference count and 0 elsewhere. A row with a reference
/// and without any reading is not a sample: the reference has other times than the sensors. The
/// column `touch` is 1 while the user marked a gesture and 0 elsewhere.
enum SensorSampleCSV {
  static let format = TableFormat(
    name: "inertial-sensors",
    summary: "our own table of raw gyroscope, accelerometer and magnetometer samples",
    matches: { file, _ in isOwn(file.header) }, write: write, layout: { layout($0.header) })

  static let time = "time_s"
  static let gyroscope = VectorColumns.names("gyro_@_rad_s")
  static let accelerometer = VectorColumns.names("accel_@_g")
  static let specificForce = VectorColumns.names("accel_@_m_s2")
  static let magnetometer = VectorColumns.names("mag_@_uT")
  static let touch = "touch"
  static let movement = "movement"

  /// All columns of a raw sensor, and the time, have this format's names; without the gyroscope and
  /// the accelerometer that the writer writes, all other columns have as well.
  ///
  /// A table such as `time_s`, `accel_x_g`, `gyro_x_dps` is another logger's, with another sign.
  static func isOwn(_ header: [String]) -> Bool {
    func has(_ names: [String]) -> Bool { names.allSatisfy(header.contains) }
    let sensors = [accelerometer, specificForce, gyroscope, magnetometer(in: header)]
    let own = Set(sensors.joined())
    let others = header.filter { !own.contains($0) }
    let isWhole = has(gyroscope + accelerometer)
    let known = Set(RecordingColumns.names + [time, touch, movement])
    return has([time])
      && sensors.dropLast().contains(where: has)
      && others.allSatisfy { name in
        if known.contains(name) || ReferenceColumns.heading(in: [name]) != nil { return true }
        guard isWhole || !has(accelerometer) else { return false }
        if case .vector = ColumnMeaning(name)?.subject { return false }
        return true
      }
  }

  /// The magnetometer's columns as this header spells them, such as `mag_x_ut`: it has no sign that
  /// another logger could mean.
  private static func magnetometer(in header: [String]) -> [String] {
    magnetometer.map { name in header.first { $0.lowercased() == name.lowercased() } ?? name }
  }

  /// The columns of the sensors and the touch.
  static func sensors(_ header: [String]) -> MotionTable.Group {
    var group = MotionTable.Group(
      .column(time),
      [
        .init(.rotationRate, gyroscope), .init(.acceleration, accelerometer),
        .init(.acceleration, specificForce, scale: -1 / SensorSample.standardGravity),
        .init(.magneticField, magnetometer(in: header)),
      ])
    group.touch = touch
    return group
  }

  /// The layout of a table with this header, with its reference.
  static func layout(_ header: [String], clock: MotionTable.Clock = .column(time)) -> MotionTable {
    var table = MotionTable(sensors(header))
    table.groups[0].clock = clock
    var samples = SampleRows(movement: movement)
    if accelerometer.contains(where: header.contains) {
      table.unconfirmedSign = (
        "face up at rest, \(format.name) reads -1 g on z", "choose the other platform"
      )
    }
    if let heading = ReferenceColumns.heading(in: header) {
      let attitude = ReferenceColumns.attitude(heading)
      let hasAttitude = attitude.contains(where: header.contains)
      table.groups[0].attitude = hasAttitude ? .init(attitude) : nil
      table.groups[0].position = ReferenceColumns.position(heading)
      samples.referenceHeading = heading
    }
    table.samples = samples
    return table
  }

  private static func write(
    _ recordings: StreamedRecordings, to output: (String) throws -> Void
  ) throws {
    let recordings = recordings.withRawSamples
    guard !recordings.sensorSamples.isEmpty else {
      throw format.cannotHold(recordings.others.contentDescription)
    }
    let columns = columns(of: recordings)
    var writer = TableWriter(columns.flatMap(\.names))
    let references = recordings.others.references.samplesByName()
    for (index, recording) in recordings.sensorSamples.enumerated() {
      var poses = (references[recording.name] ?? []).filter { !$0.isEmpty }[...]
      func addRow(_ sample: SensorSample, _ pose: ReferencePose?) throws {
        for column in columns { column.add(&writer, (index, recording, sample, pose)) }
        writer.endRow()
        try output(writer.takeText())
      }
      try recording.samples.visitAll { sample in
        while let pose = poses.first, pose.timestamp < sample.timestamp {
          try addRow(SensorSample(timestamp: pose.timestamp), pose)
          poses.removeFirst()
        }
        let isCommon = poses.first?.timestamp == sample.timestamp
        try addRow(sample, isCommon ? poses.removeFirst() : nil)
      }
      for pose in poses { try addRow(SensorSample(timestamp: pose.timestamp), pose) }
    }
  }
}

extension SensorSampleCSV {
  private typealias Row = (
    index: Int, recording: StreamedRecordings.Recording, sample: SensorSample, pose: ReferencePose?
  )

  /// The columns of a table with these recordings, and what adds their fields to a row.
  private static func columns(
    of recordings: StreamedRecordings
  ) -> [(names: [String], add: (inout TableWriter, Row) -> Void)] {
    let all = recordings.sensorSamples
    let references = recordings.others.references
    var columns: [(names: [String], add: (inout TableWriter, Row) -> Void)] = []
    if all.count > 1 || all.contains(where: { $0.label != nil || $0.user != nil }) {
      columns.append(
        (
          RecordingColumns.names,
          { $0.add(index: $1.index, label: $1.recording.label, user: $1.recording.user) }
        ))
    }
    columns.append(([time], { $0.add($1.sample.timestamp) }))
    if all.contains(where: \.samples.kinds.hasTouch) {
      columns.append(([touch], { $0.add($1.sample.isTouching) }))
    }
    columns.append((gyroscope, { $0.add($1.sample.rotationRate) }))
    columns.append((accelerometer, { $0.add($1.sample.acceleration) }))
    if all.contains(where: \.samples.kinds.hasMagneticField) {
      columns.append((magnetometer, { $0.add($1.sample.magneticField) }))
    }
    if !references.isEmpty {
      let heading = recordings.others.referenceHeading
      columns.append(
        (ReferenceColumns.attitude(heading), { $0.add($1.pose?.attitude?.quaternion) }))
      columns.append((ReferenceColumns.position(heading), { $0.add($1.pose?.position) }))
    }
    // Where errors do not count.
    if references.contains(where: { !$0.samples.allSatisfy(\.isScored) }) {
      columns.append(([movement], { $0.add($1.pose?.isScored ?? false) }))
    }
    return columns
  }
}

extension ReferencePose {
  /// Whether there is neither an attitude nor a position.
  var isEmpty: Bool { attitude == nil && position == nil }
}

/// The columns of a reference beside sensor samples; their names state the reference frame.
///
/// `ref_enu_qw` is an attitude in a frame with *x* east, *y* north, *z* up; `ref_nwu_qw` one with
/// *x* to magnetic north, *y* west, *z* up; `ref_qw` one whose *x* axis has an unknown heading.
enum ReferenceColumns {
  private static let prefixes: [(heading: ReferenceHeading, prefix: String)] = [
    (.unknown, "ref_"), (.east, "ref_enu_"), (.magneticNorth, "ref_nwu_"),
  ]

  /// The names of the attitude's columns, *w* first.
  static func attitude(_ heading: ReferenceHeading) -> [String] {
    ["qw", "qx", "qy", "qz"].map { prefix(heading) + $0 }
  }

  /// The names of the position's columns.
  static func position(_ heading: ReferenceHeading) -> [String] {
    VectorColumns.names(prefix(heading) + "pos_@_m")
  }

  private static func prefix(_ heading: ReferenceHeading) -> String {
    prefixes.first { $0.heading == heading }?.prefix ?? "ref_"
  }

  /// The first frame with columns in a header; `nil` without a reference.
  static func heading(in header: [String]) -> ReferenceHeading? {
    prefixes.first { heading, _ in
      (attitude(heading) + position(heading)).contains(where: header.contains)
    }?.heading
  }
}
