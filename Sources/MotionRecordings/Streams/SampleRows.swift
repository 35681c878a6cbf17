internal import MotionFusion

/// A ``MotionTable`` in which each row is one sample of one of several recordings: raw sensors with
/// a reference, or device motion.
struct SampleRows: Sendable {
  /// The column of the label.
  var label = RecordingColumns.names[1]
  /// The user, unless a column names one.
  var user: String?
  /// The column that is 0 where errors against the reference do not count.
  var movement: String?
  var referenceHeading = ReferenceHeading.unknown
  /// Returns what converts the values of a file's rows, in their order.
  var converter: @Sendable () -> (inout RowReader.Reading) -> Void = { { _ in } }

  /// The recordings in `table`.
  ///
  /// - Parameter pass: Takes the samples of a streamed table.
  func recordings(
    in table: TableReader, layout: MotionTable, format: String, options: ReadingOptions,
    pass: SamplePass? = nil
  ) throws(RecordingError) -> Recordings {
    let convert = converter()
    let group = layout.groups[0]
    let isMotion = group.attitude != nil && group.position == nil
    let recording = RecordingColumns(in: table, label: label)
    let movement = movement.flatMap(table.column)
    let (file, time) = (table.file, group.clock.column ?? "")
    var samples = SampleCollector<SensorSample>(
      file: file, options: options, timeColumn: time, receive: pass)
    var motions = SampleCollector<DeviceMotion>(file: file, options: options, timeColumn: time)
    var poses = SampleCollector<ReferencePose>(file: file, options: options, timeColumn: time)
    func take(
      _ reading: inout RowReader.Reading, _ row: borrowing TableReader
    ) throws(RecordingError) {
      convert(&reading)
      let (seconds, line, key) = (reading.time, row.line, recording.key(in: row))
      if isMotion {
        guard let motion = reading.motion else { return }
        let isFirst = try motions.add(
          motion.isFinite ? motion : nil, time: seconds, line: line, recording: key)
        if isFirst { recording.describe(&motions.newest, by: row, user: user) }
        return
      }
      let sample = reading.sample
      // Parse the whole row before keeping any of it: the last row may be cut off.
      var pose = reading.pose
      if let movement, pose != nil { pose?.isScored = try row.finiteNumber(at: movement) != 0 }
      // A row with a reference alone is no sample: it has other times than the sensors.
      if pose?.isEmpty ?? true || sample.isTouching != nil || !reading.vectors.isEmpty {
        let isFirst = try samples.add(
          sample.isFinite ? sample : nil, time: seconds, line: line, recording: key)
        if isFirst { recording.describe(&samples.newest, by: row, user: user) }
      }
      guard let pose else { return }
      let isFirst = try poses.add(
        pose.isFinite ? pose : nil, time: seconds, line: line, recording: key)
      if isFirst { recording.describe(&poses.newest, by: row, user: user) }
    }
    func discard(_ reading: RowReader.Reading) {}
    let warnings = try layout.forEachRow(
      of: table, options: options, receive: discard
    ) { (readers, _, row) throws(RecordingError) in try take(&readers[0].reading, row) }
    var result = Recordings(format: format)
    result.sensorSamples = samples.recordings
    result.deviceMotion = motions.recordings
    result.references = poses.recordings
    result.warnings = (isMotion ? motions.warnings : samples.warnings) + warnings
    result.referenceHeading = referenceHeading
    return result
  }
}

extension RowReader.Reading {
  /// The device motion, if all of it is known.
  fileprivate var motion: DeviceMotion? {
    guard let attitude, let rate = self[.rotationRate], let acceleration = self[.userAcceleration]
    else { return nil }
    return DeviceMotion(
      timestamp: time, attitude: attitude, rotationRate: rate, userAcceleration: acceleration)
  }

  /// The pose of the reference at a known time.
  fileprivate var pose: ReferencePose? {
    guard isReference, time.isFinite else { return nil }
    return ReferencePose(timestamp: time, attitude: attitude, position: position)
  }
}
