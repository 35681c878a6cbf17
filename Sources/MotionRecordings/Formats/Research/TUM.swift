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
