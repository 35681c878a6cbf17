internal import MotionFusion

/// A trajectory as the RGB-D benchmark of TU Munich writes it: time, position, attitude.
///
/// J. Sturm et al., *A benchmark for the evaluation of RGB-D SLAM systems*, IROS 2012, and the
/// benchmark's description of its files: a line is `timestamp tx ty tz qx qy qz qw`, blanks
/// between, seconds and metres, `#` before a comment.
///
/// Every pose of the format has a position. Where it is unknown the writer puts the origin, and a
/// file with every pose there is read as one without positions.
struct TUM: WritableFormat {
  let name = "tum"
  let summary = "a trajectory: timestamp tx ty tz qx qy qz qw"

  private static let columns = ["timestamp", "tx", "ty", "tz", "qx", "qy", "qz", "qw"]
  private static let separator = UInt8(ascii: " ")

  func recognizes(_ file: FileContents) -> Bool {
    file.isHeaderless(columns: Self.columns.count, separator: Self.separator)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(
      headerless: file.bytes, file: file.name, columns: Self.columns, separator: Self.separator)
    let position = try VectorColumns(["tx", "ty", "tz"], in: table)
    let attitude = try table.columns(["qw", "qx", "qy", "qz"])
    var poses = SampleCollector<ReferencePose>(file: file.name, options: options)
    try table.forEachRow { (row) throws(RecordingError) in
      let pose = ReferencePose(
        timestamp: try row.value(at: 0, options), attitude: try row.attitude(at: attitude, options),
        position: try row.vector(at: position, options))
      try poses.add(
        pose.isFinite ? pose : nil, time: pose.timestamp, recording: "", line: row.line,
        timeColumn: Self.columns[0]
      ) { LabeledRecording(name: file.name, samples: []) }
    }
    var result = Recordings(format: name)
    (result.references, result.warnings) = poses.finish(incompleteRows: table.incompleteRows)
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

extension Recordings {
  /// The poses of each recording that has attitudes: the reference where there is one, and
  /// elsewhere the device's own.
  var trajectories: [[ReferencePose]] {
    let known = references.map { $0.samples.filter { $0.attitude != nil } }.filter { !$0.isEmpty }
    guard known.isEmpty else { return known }
    return deviceMotion.map { recording in
      recording.samples.map { ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude) }
    }
  }
}
