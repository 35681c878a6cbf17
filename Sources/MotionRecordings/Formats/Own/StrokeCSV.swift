internal import MotionFusion

/// Our own table of strokes on a plane: origin top left, *y* down, any unit of length.
struct StrokeCSV: WritableFormat {
  let name = "inertial-strokes"
  let summary = "our own table of strokes on a screen"

  private static let time = "time_s"

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns([Self.time, "x", "y"]) && !file.hasColumns(["z"])
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file.bytes, file: file.name)
    let columns = try table.columns([Self.time, "x", "y"])
    let recording = RecordingColumns(in: table)
    var samples = SampleCollector<Sample2D>(
      file: file.name, options: options, timeColumn: Self.time)
    try table.forEachRow { (row) throws(RecordingError) in
      let sample = Sample2D(
        x: try row.value(at: columns[1], options), y: try row.value(at: columns[2], options),
        timestamp: try row.value(at: columns[0], options))
      try samples.add(
        sample.x.isFinite && sample.y.isFinite ? sample : nil, time: sample.timestamp,
        line: row.line, recording: recording.key(in: row)
      ) { recording.describe(in: row) }
    }
    var result = Recordings(format: name)
    (result.strokes, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    return result
  }

  func write(_ recordings: Recordings) throws(RecordingError) -> String {
    guard !recordings.strokes.isEmpty else { throw cannotHold(recordings.contentDescription) }
    var writer = TableWriter(RecordingColumns.names + [Self.time, "x", "y"])
    for (index, recording) in recordings.strokes.enumerated() {
      for sample in recording.samples {
        writer.add(index: index, of: recording)
        writer.add(sample.timestamp)
        writer.add(sample.x)
        writer.add(sample.y)
        writer.endRow()
      }
    }
    return writer.text
  }
}
