internal import MotionFusion

/// Our own table of raw sensor samples, and of the truth beside them where it is known.
///
/// The gyroscope, the accelerometer and the magnetometer are three columns each and may be absent;
/// so may a sensor's fields in a row. The accelerometer has Core Motion's sign: face up at rest it
/// reads (0, 0, -1) g. A column `touch` is 1 while the user marked a gesture, and 0 elsewhere.
struct SensorSampleCSV: WritableFormat {
  let name = "inertial-sensors"
  let summary = "our own: raw gyroscope, accelerometer, magnetometer"

  static let time = "time_s"
  static let gyroscope = VectorColumns.names("gyro_", "_rad_s")
  static let accelerometer = VectorColumns.names("accel_", "_g")
  static let magnetometer = VectorColumns.names("mag_", "_uT")
  static let touch = "touch"
  static let referenceAttitude = ["ref_qw", "ref_qx", "ref_qy", "ref_qz"]
  static let referencePosition = VectorColumns.names("ref_pos_", "_m")

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns([Self.time])
      && (file.hasColumns(Self.accelerometer)
        || file.hasColumns(Self.gyroscope) && !file.hasColumns(DeviceMotionCSV.userAcceleration))
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file.bytes, file: file.name)
    let sensors = try SensorColumns(in: table)
    let recording = RecordingColumns(in: table)
    let reference = try ReferenceColumns(in: table)
    var samples = SampleCollector<SensorSample>(file: file.name, options: options)
    var poses = SampleCollector<ReferencePose>(file: file.name, options: options)
    try table.forEachRow { (row) throws(RecordingError) in
      let sample = try sensors.sample(in: row, options)
      let key = recording.key(in: row)
      try samples.add(
        sample.isFinite ? sample : nil, time: sample.timestamp, recording: key, line: row.line,
        timeColumn: Self.time
      ) { recording.describe(in: row, file: file) }
      if let pose = try reference.pose(in: row, timestamp: sample.timestamp, options) {
        try poses.add(
          pose, time: pose.timestamp, recording: key, line: row.line, timeColumn: Self.time
        ) { recording.describe(in: row, file: file) }
      }
    }
    var result = Recordings(format: name)
    (result.sensorSamples, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    result.references = poses.finish(incompleteRows: 0).0
    return result
  }

  func write(_ recordings: Recordings) throws(RecordingError) -> String {
    let recordings = recordings.withRawSamples
    guard !recordings.sensorSamples.isEmpty else { throw cannotHold(recordings.contentDescription) }
    let parts = Parts(recordings)
    var writer = TableWriter(parts.header)
    let references = recordings.references.samplesByName()
    for (index, recording) in recordings.sensorSamples.enumerated() {
      let poses = references[recording.name] ?? []
      var pose = poses.startIndex
      for sample in recording.samples {
        if parts.hasNames { writer.add(index: index, of: recording) }
        writer.add(sample.timestamp)
        if parts.hasTouch { writer.add(sample.isTouching) }
        writer.add(sample.rotationRate)
        writer.add(sample.acceleration)
        if parts.hasField { writer.add(sample.magneticField) }
        if parts.hasReference {
          while pose < poses.endIndex, poses[pose].timestamp < sample.timestamp { pose += 1 }
          let hasPose = pose < poses.endIndex && poses[pose].timestamp == sample.timestamp
          writer.add(hasPose ? poses[pose].attitude?.quaternion : nil)
          writer.add(hasPose ? poses[pose].position : nil)
        }
        writer.endRow()
      }
    }
    return writer.text
  }
}

extension SensorSampleCSV {
  /// Which columns a table needs besides time, gyroscope and accelerometer.
  private struct Parts {
    let hasNames: Bool
    let hasTouch: Bool
    let hasField: Bool
    let hasReference: Bool

    init(_ recordings: Recordings) {
      let all = recordings.sensorSamples
      hasNames = all.count > 1 || all.contains { $0.label != nil || $0.user != nil }
      hasTouch = all.contains { $0.samples.contains { $0.isTouching != nil } }
      hasField = all.contains { $0.samples.contains { $0.magneticField != nil } }
      hasReference = !recordings.references.isEmpty
    }

    var header: [String] {
      var names = hasNames ? RecordingColumns.names : []
      names.append(time)
      if hasTouch { names.append(touch) }
      names += gyroscope + accelerometer
      if hasField { names += magnetometer }
      if hasReference { names += referenceAttitude + referencePosition }
      return names
    }
  }
}

/// Where our own table has its sensors.
struct SensorColumns {
  private let time: Int
  private let gyroscope: VectorColumns?
  private let accelerometer: VectorColumns?
  private let magnetometer: VectorColumns?
  private let touch: Int?

  init(in table: TableReader) throws(RecordingError) {
    time = try table.columns([SensorSampleCSV.time])[0]
    gyroscope = try VectorColumns.optional(SensorSampleCSV.gyroscope, in: table)
    accelerometer = try VectorColumns.optional(SensorSampleCSV.accelerometer, in: table)
    magnetometer = try VectorColumns.optional(SensorSampleCSV.magnetometer, in: table)
    touch = table.column(named: SensorSampleCSV.touch)
  }

  /// The current row's sample, which may not be finite where the options say to skip.
  func sample(in row: TableReader, _ options: ReadingOptions) throws(RecordingError) -> SensorSample
  {
    SensorSample(
      timestamp: try row.value(at: time, options),
      rotationRate: try row.optionalVector(at: gyroscope, options),
      acceleration: try row.optionalVector(at: accelerometer, options),
      magneticField: try row.optionalVector(at: magnetometer, options),
      isTouching: try touch.flatMap { (column) throws(RecordingError) in
        row.isEmpty(column) ? nil : try row.finiteNumber(at: column) != 0
      })
  }
}

/// Where a table has the truth beside its samples.
struct ReferenceColumns {
  private let attitude: [Int]
  private let position: VectorColumns?

  init(in table: TableReader) throws(RecordingError) {
    attitude =
      SensorSampleCSV.referenceAttitude.contains(where: table.header.contains)
      ? try table.columns(SensorSampleCSV.referenceAttitude) : []
    position = try VectorColumns.optional(SensorSampleCSV.referencePosition, in: table)
  }

  /// The current row's pose, or `nil` when the table has none or its time is unknown.
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

extension SensorSample {
  /// Whether every number that is present is finite.
  var isFinite: Bool {
    timestamp.isFinite && rotationRate?.isFinite ?? true && acceleration?.isFinite ?? true
      && magneticField?.isFinite ?? true
  }
}
