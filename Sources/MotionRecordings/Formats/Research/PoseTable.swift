internal import MotionFusion

/// A table of poses: time, position and attitude.
struct PoseTable {
  let format: String
  let time: Int
  let unitsPerSecond: Double
  let position: VectorColumns
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
        position: try row.vector(at: position, options))
      try poses.add(pose.isFinite ? pose : nil, time: pose.timestamp, line: row.line)
    }
    var result = Recordings(format: format)
    (result.references, result.warnings) = poses.finish(incompleteRows: table.incompleteRows)
    return result
  }
}
