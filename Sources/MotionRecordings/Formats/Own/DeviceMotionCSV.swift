internal import MotionFusion

/// This package's table of device motion: attitude, rotation rate and user acceleration.
///
/// Signs are Core Motion's. Of raw samples the motion is estimated, with the magnetometer if there
/// is one.
enum DeviceMotionCSV {
  static let format = TableFormat(
    name: "inertial-motion",
    summary: "our own table of attitude, rotation rate and user acceleration",
    matches: { file, _ in
      file.hasColumns([time] + attitude + rotationRate + userAcceleration)
    }, write: write, layout: { _ in layout(.init(attitude), SampleRows()) })

  static let time = "time_s"
  static let attitude = ["qw", "qx", "qy", "qz"]
  static let rotationRate = VectorColumns.names("gyro_@_rad_s")
  static let userAcceleration = VectorColumns.names("user_accel_@_g")

  static func layout(
    _ attitude: MotionTable.AttitudeColumns, _ samples: SampleRows
  ) -> MotionTable {
    var table = MotionTable(
      .column(time),
      [.init(.rotationRate, rotationRate), .init(.userAcceleration, userAcceleration)],
      attitude: attitude)
    table.groups[0].requiresAll = true
    table.samples = samples
    return table
  }

  private static func write(
    _ recordings: StreamedRecordings, to output: (String) throws -> Void
  ) throws {
    let recordings = try recordings.whole()
    let known = Set(recordings.deviceMotion.map(\.name))
    let motions =
      recordings.deviceMotion
      + recordings.sensorSamples.filter { !known.contains($0.name) }.map {
        LabeledRecording(
          label: $0.label, user: $0.user, name: $0.name,
          samples: MotionEstimation().estimate($0.samples).motions)
      }
    guard motions.contains(where: { !$0.samples.isEmpty }) else {
      throw format.cannotHold(recordings.contentDescription)
    }
    var writer = TableWriter(
      RecordingColumns.names + [time] + attitude + rotationRate + userAcceleration)
    for (index, recording) in motions.enumerated() {
      for sample in recording.samples {
        writer.add(index: index, of: recording)
        writer.add(sample.timestamp)
        writer.add(sample.attitude.quaternion)
        writer.add(sample.rotationRate)
        writer.add(sample.userAcceleration)
        writer.endRow()
      }
    }
    try output(writer.text)
  }
}

/// This package's table of strokes on a plane: origin top left, *y* down, any unit of length.
///
/// The column `stroke` numbers the strokes of a gesture; without it each recording is one stroke.
struct StrokeCSV: FileFormat {
  let name = "inertial-strokes"
  let summary = "our own table of strokes on a screen"

  private static let time = "time_s"
  private static let stroke = "stroke"

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns([Self.time, "x", "y"]) && !file.hasColumns(["z"])
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let columns = try table.columns([Self.time, "x", "y"])
    let recording = RecordingColumns(in: table)
    let stroke = table.column(named: Self.stroke)
    var samples = SampleCollector<Sample2D>(
      file: file.name, options: options, timeColumn: Self.time)
    var lastStrokes: [String: Int] = [:]
    try table.forEachRow { (row) throws(RecordingError) in
      let sample = Sample2D(
        x: try row.value(at: columns[1], options.damage),
        y: try row.value(at: columns[2], options.damage),
        timestamp: try row.value(at: columns[0], options.damage),
        stroke: try stroke.map { (column) throws(RecordingError) in try row.index(at: column) } ?? 0
      )
      // Between two strokes the source pauses.
      let key = recording.key(in: row)
      let last = lastStrokes.updateValue(sample.stroke, forKey: key)
      let isFirst = try samples.add(
        sample.x.isFinite && sample.y.isFinite ? sample : nil, time: sample.timestamp,
        line: row.line, recording: key, pauses: last != sample.stroke)
      if isFirst { recording.describe(&samples.newest, by: row) }
    }
    var result = Recordings(format: name)
    result.strokes = samples.recordings
    result.warnings = samples.warnings + table.warnings
    for index in result.strokes.indices { result.strokes[index].samples.numberStrokes() }
    return result
  }

  var writer: FormatWriter? { .file(write) }

  private func write(_ recordings: StreamedRecordings, to output: (String) throws -> Void) throws {
    let recordings = recordings.others
    guard !recordings.strokes.isEmpty else { throw cannotHold(recordings.contentDescription) }
    let hasSeveral = recordings.strokes.contains { recording in
      recording.samples.contains { $0.stroke != 0 }
    }
    var writer = TableWriter(
      RecordingColumns.names + (hasSeveral ? [Self.stroke] : []) + [Self.time, "x", "y"])
    for (index, recording) in recordings.strokes.enumerated() {
      for sample in recording.samples {
        writer.add(index: index, of: recording)
        if hasSeveral { writer.add(sample.stroke) }
        writer.add(sample.timestamp)
        writer.add(sample.x)
        writer.add(sample.y)
        writer.endRow()
      }
    }
    try output(writer.text)
  }
}

extension [Sample2D] {
  /// Numbers the strokes from 0 in order of time.
  fileprivate mutating func numberStrokes() {
    var (number, previous) = (0, first?.stroke ?? 0)
    for index in indices {
      if self[index].stroke != previous { number += 1 }
      previous = self[index].stroke
      self[index].stroke = number
    }
  }
}
