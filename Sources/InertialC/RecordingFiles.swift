// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CInertial
internal import MotionFusion
internal import MotionRecordings
internal import SensorDiagnostics

private struct RecordingsDescription: Encodable {
  struct Entry: Encodable {
    var name: String
    var label: String?
    var user: String?
    var count: Int

    init<Sample>(_ recording: LabeledRecording<Sample>) {
      name = recording.name
      label = recording.label
      user = recording.user
      count = recording.samples.count
    }
  }

  var format: String
  var referenceHeading: String
  var warnings: [String]
  var samples: [Entry]
  var motions: [Entry]
  var strokes: [Entry]
  var poses: [Entry]

  init(_ recordings: Recordings) {
    format = recordings.format
    referenceHeading =
      switch recordings.referenceHeading {
      case .magneticNorth: "north"
      case .east: "east"
      case .unknown: "unknown"
      }
    warnings = recordings.warnings.map(\.description)
    samples = recordings.sensorSamples.map(Entry.init)
    motions = recordings.deviceMotion.map(Entry.init)
    strokes = recordings.strokes.map(Entry.init)
    poses = recordings.references.map(Entry.init)
  }
}

extension inertial_reading_options {
  func options() throws -> ReadingOptions {
    let platform: ReadingOptions.Platform? =
      platform == nil ? nil : try choice(platform, "platform", default: .iOS)
    return ReadingOptions(
      damage: skips_bad_samples != 0 ? .skip : .reject, platform: platform,
      correction: try SensorCorrection(
        units: try text(units).map { try SensorUnits($0) } ?? .standard,
        axes: try text(axes).map { try AxisMap($0) } ?? .identity,
        mount: try text(mount).map { try SensorCorrection.rotation($0) } ?? .identity),
      columns: try text(columns).map { try ColumnMap($0) }, recording: text(recording))
  }
}

/// Reads recordings; see the header.
@c @implementation public func inertial_read(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<inertial_reading_options>?,
  _ recordings: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let path = String(cString: try required(path, "path"))
    let result = try required(recordings, "recordings")
    let reader = RecordingReader(options: try options?.pointee.options() ?? ReadingOptions())
    let format = text(options?.pointee.format)
    result.pointee = Handle.make(try reader.read(path, format: format))
  }
}

/// No recordings; see the header.
@c @implementation public func inertial_recordings_new() -> OpaquePointer? {
  Handle.make(Recordings(format: "arrays"))
}

/// Frees recordings.
@c @implementation public func inertial_recordings_free(_ recordings: OpaquePointer?) {
  Handle<Recordings>.free(recordings)
}

/// Describes recordings; see the header.
@c @implementation public func inertial_recordings_describe(
  _ recordings: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let all = Handle<Recordings>.object(try required(recordings, "recordings")).value
    try writeJSON(RecordingsDescription(all), to: json)
  }
}

/// The samples of the recording at `index` among `all`.
private func entry<Sample>(
  _ index: Int, _ kind: String, of recordings: OpaquePointer?,
  _ all: KeyPath<Recordings, [LabeledRecording<Sample>]>
) throws -> [Sample] {
  let list = Handle<Recordings>.object(try required(recordings, "recordings")).value[keyPath: all]
  guard list.indices.contains(index) else {
    throw ArgumentError("index: expected one of \(list.count) recordings of \(kind), got \(index)")
  }
  return list[index].samples
}

/// Copies raw samples; see the header.
@c @implementation public func inertial_recordings_samples(
  _ recordings: OpaquePointer?, _ index: Int, _ samples: UnsafeMutablePointer<inertial_samples>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(samples, "samples")
    result.pointee.write(try entry(index, "samples", of: recordings, \.sensorSamples))
  }
}

/// Copies device motion; see the header.
@c @implementation public func inertial_recordings_motions(
  _ recordings: OpaquePointer?, _ index: Int, _ motion: UnsafeMutablePointer<inertial_motions>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(motion, "motion")
    result.pointee.write(try entry(index, "motions", of: recordings, \.deviceMotion))
  }
}

/// Copies a stroke; see the header.
@c @implementation public func inertial_recordings_stroke(
  _ recordings: OpaquePointer?, _ index: Int, _ stroke: UnsafeMutablePointer<inertial_stroke>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(stroke, "stroke")
    let samples = try entry(index, "strokes", of: recordings, \.strokes)
    result.pointee.count = samples.count
    for (index, sample) in samples.enumerated() {
      result.pointee.times?[index] = sample.timestamp
      result.pointee.points?[2 * index] = sample.x
      result.pointee.points?[2 * index + 1] = sample.y
      result.pointee.strokes?[index] = Double(sample.stroke)
    }
  }
}

/// Copies reference poses; see the header.
@c @implementation public func inertial_recordings_poses(
  _ recordings: OpaquePointer?, _ index: Int, _ poses: UnsafeMutablePointer<inertial_poses>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let result = try required(poses, "poses")
    let samples = try entry(index, "poses", of: recordings, \.references)
    result.pointee.count = samples.count
    for (index, pose) in samples.enumerated() {
      result.pointee.times?[index] = pose.timestamp
      result.pointee.attitudes?.set(index, pose.attitude?.quaternion)
      result.pointee.positions?.set(index, pose.position)
      result.pointee.scored?.set(index, pose.isScored)
    }
  }
}

/// Adds raw samples; see the header.
@c @implementation public func inertial_recordings_add_samples(
  _ recordings: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ samples: UnsafePointer<inertial_samples>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<Recordings>.object(try required(recordings, "recordings"))
    let all = try required(samples, "samples").pointee.samples()
    handle.value.sensorSamples.append(LabeledRecording(name: text(name) ?? "", samples: all))
  }
}

/// Adds device motion; see the header.
@c @implementation public func inertial_recordings_add_motions(
  _ recordings: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ motion: UnsafePointer<inertial_motions>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<Recordings>.object(try required(recordings, "recordings"))
    let all = try required(motion, "motion").pointee.motions()
    handle.value.deviceMotion.append(LabeledRecording(name: text(name) ?? "", samples: all))
  }
}

/// Adds a stroke; see the header.
@c @implementation public func inertial_recordings_add_stroke(
  _ recordings: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ stroke: UnsafePointer<inertial_stroke>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<Recordings>.object(try required(recordings, "recordings"))
    let stroke = try required(stroke, "stroke").pointee
    var samples: [Sample2D] = []
    if stroke.count > 0 {
      let times = try required(stroke.times, "stroke->times")
      let points = try required(stroke.points, "stroke->points")
      samples = try (0..<stroke.count).map { index in
        let number = stroke.strokes?[index] ?? 0
        guard let number = Int(exactly: number), number >= 0 else {
          throw ArgumentError("stroke->strokes[\(index)]: expected 0, 1, 2, ..., got \(number)")
        }
        return Sample2D(
          x: points[2 * index], y: points[2 * index + 1], timestamp: times[index], stroke: number)
      }
    }
    handle.value.strokes.append(LabeledRecording(name: text(name) ?? "", samples: samples))
  }
}

/// Adds reference poses; see the header.
@c @implementation public func inertial_recordings_add_poses(
  _ recordings: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ poses: UnsafePointer<inertial_poses>?, _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<Recordings>.object(try required(recordings, "recordings"))
    let poses = try required(poses, "poses").pointee
    let times = poses.count > 0 ? try required(poses.times, "poses->times") : nil
    let all = (0..<poses.count).map { index in
      ReferencePose(
        timestamp: times?[index] ?? .nan,
        attitude: poses.attitudes?.quaternion(index).map { Attitude(quaternion: $0) },
        position: poses.positions?.vector(index), isScored: poses.scored?.flag(index) ?? true)
    }
    handle.value.references.append(LabeledRecording(name: text(name) ?? "", samples: all))
  }
}

/// Labels the recording at `index` of a kind; see the header.
@c @implementation public func inertial_recordings_label(
  _ recordings: OpaquePointer?, _ kind: UnsafePointer<CChar>?, _ index: Int,
  _ label: UnsafePointer<CChar>?, _ user: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    let handle = Handle<Recordings>.object(try required(recordings, "recordings"))
    func set<Sample>(_ list: inout [LabeledRecording<Sample>]) throws {
      guard list.indices.contains(index) else {
        throw ArgumentError("index: expected one of \(list.count) recordings, got \(index)")
      }
      list[index].label = text(label)
      list[index].user = text(user)
    }
    switch text(kind) {
    case "samples": try set(&handle.value.sensorSamples)
    case "motions": try set(&handle.value.deviceMotion)
    case "strokes": try set(&handle.value.strokes)
    case "poses": try set(&handle.value.references)
    case let other:
      throw ArgumentError(
        "kind: expected samples, motions, strokes or poses, got '\(other ?? "NULL")'")
    }
  }
}

/// Writes recordings; see the header.
@c @implementation public func inertial_write(
  _ recordings: OpaquePointer?, _ format: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<inertial_error>?
) -> Int32 {
  status(error) {
    try RecordingWriter.write(
      Handle<Recordings>.object(try required(recordings, "recordings")).value,
      format: String(cString: try required(format, "format")),
      to: String(cString: try required(path, "path")))
  }
}
