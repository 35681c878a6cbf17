internal import MotionFusion

/// This package's table of raw sensor samples, with an optional reference.
///
/// The gyroscope, the accelerometer and the magnetometer are three columns each and may be absent;
/// so may a sensor's fields in a row. The accelerometer has Core Motion's sign: face up at rest it
/// reads (0, 0, -1) g; columns in m/s² are specific force instead, (0, 0, 9.81) at rest. The column
/// `movement` is 1 if errors against the reference count and 0 elsewhere. A row with a reference
/// and without any reading is not a sample: the reference has other times than the sensors. The
/// column `touch` is 1 while the user marked a gesture and 0 elsewhere.
struct SensorSampleCSV: StreamWritableFormat {
  let name = "inertial-sensors"
  let summary = "our own table of raw gyroscope, accelerometer and magnetometer samples"

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
  func recognizes(_ file: FileContents) -> Bool {
    let sensors = [Self.accelerometer, Self.specificForce, Self.gyroscope, Self.magnetometer]
    let own = Set(sensors.joined())
    let others = file.header.filter { !own.contains($0) }
    let isWhole = file.hasColumns(Self.gyroscope + Self.accelerometer)
    let known = Set(RecordingColumns.names + [Self.time, Self.touch, Self.movement])
    return file.hasColumns([Self.time])
      && sensors.dropLast().contains(where: file.hasColumns)
      && others.allSatisfy { name in
        if known.contains(name) || ReferenceColumns.arePresent(in: [name]) { return true }
        guard isWhole || !file.hasColumns(Self.accelerometer) else { return false }
        if case .vector = ColumnMeaning(name)?.subject { return false }
        return true
      }
  }

  /// Streaming excludes several recordings, whose rows may alternate, and a reference, with which
  /// the checks compare the sensors.
  func streams(_ file: FileContents) -> Bool {
    !file.hasColumns(["recording"]) && !ReferenceColumns.arePresent(in: file.header)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    try read(file, options: options, rowsPerSecond: nil)
  }

  /// The recordings in a table with times, or with a rate.
  func read(
    _ file: FileContents, options: ReadingOptions, rowsPerSecond: Double?
  ) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let sensors = try SensorColumns(in: table, hasTimes: rowsPerSecond == nil)
    var rows = 0.0
    let recording = RecordingColumns(in: table)
    let reference = try ReferenceColumns(in: table)
    let movement = table.column(named: Self.movement)
    var samples = SampleCollector<SensorSample>(
      of: file, options: options, timeColumn: Self.time)
    var poses = SampleCollector<ReferencePose>(
      file: file.name, options: options, timeColumn: Self.time)
    var face = FaceCheck()
    try table.forEachRow { (row) throws(RecordingError) in
      let sample = try sensors.sample(in: row, options, time: rowsPerSecond.map { rows / $0 })
      if sensors.isInG { face.add(sample.acceleration, at: sample.timestamp) }
      rows += 1
      let key = recording.key(in: row)
      // Parse the whole row before keeping any of it: the last row may be cut off.
      var pose = try reference.pose(in: row, timestamp: sample.timestamp, options)
      if let movement, pose != nil { pose?.isScored = try row.finiteNumber(at: movement) != 0 }
      if pose?.isEmpty ?? true || !sample.isEmpty {
        try samples.add(
          sample.isFinite ? sample : nil, time: sample.timestamp, line: row.line, recording: key
        ) { recording.describe(in: row) }
      }
      if let pose {
        try poses.add(
          pose.isFinite ? pose : nil, time: pose.timestamp, line: row.line, recording: key
        ) { recording.describe(in: row) }
      }
    }
    var result = Recordings(format: name)
    (result.sensorSamples, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    result.references = poses.finish(incompleteRows: 0).0
    result.referenceHeading = reference.heading
    result.warnings += face.warnings(
      about: file.name, sign: "face up at rest, \(name) reads -1 g on z",
      choice: "use --accel-axes -x,-y,-z")
    return result
  }

  func write(_ recordings: StreamedRecordings, to output: (String) throws -> Void) throws {
    let recordings = recordings.withRawSamples
    guard !recordings.sensorSamples.isEmpty else {
      throw cannotHold(recordings.others.contentDescription)
    }
    let parts = Parts(recordings)
    var writer = TableWriter(parts.header)
    let references = recordings.others.references.samplesByName()
    for (index, recording) in recordings.sensorSamples.enumerated() {
      var poses = (references[recording.name] ?? []).filter { !$0.isEmpty }[...]
      func addRow(_ sample: SensorSample, _ pose: ReferencePose?) throws {
        if parts.hasNames {
          writer.add(index: index, label: recording.label, user: recording.user)
        }
        writer.add(sample.timestamp)
        if parts.hasTouch { writer.add(sample.isTouching) }
        writer.add(sample.rotationRate)
        writer.add(sample.acceleration)
        if parts.hasField { writer.add(sample.magneticField) }
        if parts.referenceHeading != nil {
          writer.add(pose?.attitude?.quaternion)
          writer.add(pose?.position)
        }
        if parts.hasMovement { writer.add(pose?.isScored ?? false) }
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
  /// The optional columns of a table.
  private struct Parts {
    let hasNames: Bool
    let hasTouch: Bool
    let hasField: Bool
    /// `nil` without references.
    let referenceHeading: ReferenceHeading?
    /// Whether errors do not count everywhere.
    let hasMovement: Bool

    init(_ recordings: StreamedRecordings) {
      let all = recordings.sensorSamples
      hasNames = all.count > 1 || all.contains { $0.label != nil || $0.user != nil }
      hasTouch = all.contains(where: \.samples.kinds.hasTouch)
      hasField = all.contains(where: \.samples.kinds.hasMagneticField)
      referenceHeading =
        recordings.others.references.isEmpty ? nil : recordings.others.referenceHeading
      hasMovement = recordings.others.references.contains { reference in
        reference.samples.contains { !$0.isScored }
      }
    }

    var header: [String] {
      var names = hasNames ? RecordingColumns.names : []
      names.append(time)
      if hasTouch { names.append(touch) }
      names += gyroscope + accelerometer
      if hasField { names += magnetometer }
      if let referenceHeading {
        names += ReferenceColumns.attitude(referenceHeading)
        names += ReferenceColumns.position(referenceHeading)
      }
      if hasMovement { names.append(movement) }
      return names
    }
  }
}

extension SensorSample {
  /// Whether there is neither a reading nor a touch.
  fileprivate var isEmpty: Bool {
    rotationRate == nil && acceleration == nil && magneticField == nil && isTouching == nil
  }
}

extension ReferencePose {
  /// Whether there is neither an attitude nor a position.
  fileprivate var isEmpty: Bool { attitude == nil && position == nil }
}

/// The sensors' columns in this package's table.
struct SensorColumns {
  private let time: Int?
  private let gyroscope: VectorColumns?
  /// In g, with Core Motion's sign.
  private let accelerometer: VectorColumns?
  /// In m/s², specific force.
  private let specificForce: VectorColumns?
  private let magnetometer: VectorColumns?
  private let touch: Int?
  /// Whether the accelerometer has Core Motion's sign, which no law of motion confirms.
  var isInG: Bool { accelerometer != nil }

  init(in table: TableReader, hasTimes: Bool = true) throws(RecordingError) {
    time = hasTimes ? try table.columns([SensorSampleCSV.time])[0] : nil
    gyroscope = try VectorColumns.optional(SensorSampleCSV.gyroscope, in: table)
    let accelerometer = try VectorColumns.optional(SensorSampleCSV.accelerometer, in: table)
    self.accelerometer = accelerometer
    specificForce =
      accelerometer == nil
      ? try VectorColumns.optional(SensorSampleCSV.specificForce, in: table) : nil
    magnetometer = try VectorColumns.optional(SensorSampleCSV.magnetometer, in: table)
    touch = table.column(named: SensorSampleCSV.touch)
  }

  /// The current row's sample, which may not be finite when the options skip damaged samples.
  func sample(
    in row: TableReader, _ options: ReadingOptions, time stated: Double? = nil
  ) throws(RecordingError) -> SensorSample {
    let force = try row.optionalVector(at: specificForce, options)
    return SensorSample(
      timestamp: try time.map { (time) throws(RecordingError) in
        try row.value(at: time, options)
      } ?? stated ?? .nan,
      rotationRate: try row.optionalVector(at: gyroscope, options),
      acceleration: try row.optionalVector(at: accelerometer, options)
        ?? force.map { $0 * (-1 / SensorSample.standardGravity) },
      magneticField: try row.optionalVector(at: magnetometer, options),
      isTouching: try touch.flatMap { (column) throws(RecordingError) in
        row.isEmpty(column) ? nil : try row.finiteNumber(at: column) != 0
      })
  }
}

/// The columns of a reference beside sensor samples; their names state the reference frame.
///
/// `ref_enu_qw` is an attitude in a frame with *x* east, *y* north, *z* up; `ref_nwu_qw` one with
/// *x* to magnetic north, *y* west, *z* up; `ref_qw` one whose *x* axis has an unknown heading.
struct ReferenceColumns {
  /// The direction of the frame's *x* axis.
  let heading: ReferenceHeading
  private let attitude: [Int]
  private let position: VectorColumns?

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

  /// Whether there is a column of a reference.
  static func arePresent(in header: [String]) -> Bool {
    prefixes.contains { heading, _ in
      (attitude(heading) + position(heading)).contains(where: header.contains)
    }
  }

  /// The columns of the first frame that `table` has columns of.
  init(in table: TableReader) throws(RecordingError) {
    let heading =
      Self.prefixes.map(\.heading).first { heading in
        (Self.attitude(heading) + Self.position(heading)).contains(where: table.header.contains)
      } ?? .unknown
    self.heading = heading
    let names = Self.attitude(heading)
    attitude = names.contains(where: table.header.contains) ? try table.columns(names) : []
    position = try VectorColumns.optional(Self.position(heading), in: table)
  }

  /// The current row's pose, or `nil` when the table has no reference or the time is not finite.
  func pose(
    in row: TableReader, timestamp: Double, _ options: ReadingOptions
  ) throws(RecordingError) -> ReferencePose? {
    guard !attitude.isEmpty || position != nil, timestamp.isFinite else { return nil }
    return ReferencePose(
      timestamp: timestamp,
      attitude: attitude.isEmpty ? nil : try row.optionalAttitude(at: attitude, options),
      position: try row.optionalVector(at: position, options))
  }
}
