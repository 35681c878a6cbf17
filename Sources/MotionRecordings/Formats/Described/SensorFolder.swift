internal import MotionFusion

/// A folder of tables of different sensors, such as the pairs of MbientLab's app, as one recording.
///
/// Each is a ``DescribedTable`` with its own times, and no two have the same sensor. A table of
/// attitudes alone is the reference.
struct SensorFolder: FolderFormat {
  let name = "sensor-folder"
  let summary = "a folder of described tables, one for each sensor"

  func recognizes(_ folder: RecordingFolder) -> Bool {
    let tables = tables(in: folder)
    guard tables.count > 1, tables.count < 8 else { return false }
    var quantities: Set<MotionQuantity> = []
    var attitudes = 0
    for path in tables {
      guard let file = contents(path, of: folder), RecordingFormats.isDescribed(file) else {
        return false
      }
      let columns = DescribedTable.Columns(file)
      let found = Set(columns.vectors.map(\.quantity))
      guard !columns.times.isEmpty, quantities.isDisjoint(with: found),
        !found.isEmpty || columns.attitude != nil
      else { return false }
      quantities.formUnion(found)
      if columns.attitude != nil { attitudes += 1 }
    }
    return !quantities.isEmpty && attitudes < 2
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    var streams = MotionStreams()
    var warnings: [RecordingWarning] = []
    for path in tables(in: folder) {
      guard let file = contents(path, of: folder) else { continue }
      let found = try DescribedTable().read(file, options: options)
      warnings += found.warnings
      for sample in found.sensorSamples.flatMap(\.samples) { streams.append(sample) }
      for pose in found.references.flatMap(\.samples) {
        guard let attitude = pose.attitude else { continue }
        streams.attitude.append(Timed(time: pose.timestamp, value: attitude))
      }
    }
    var result = streams.recordings(format: name, name: folder.name)
    guard !result.isEmpty else { throw RecordingError(file: folder.name, problem: .noRows) }
    result.warnings = warnings
    return result
  }

  private func tables(in folder: RecordingFolder) -> [String] {
    folder.paths.filter { path in
      !path.contains("/" as Character) && [".csv", ".txt"].contains(where: path.hasSuffix)
    }
  }

  private func contents(_ path: String, of folder: RecordingFolder) -> FileContents? {
    guard let bytes = try? folder.read(path) else { return nil }
    return try? FileContents(bytes, name: folder.displayName(path))
  }
}

extension MotionStreams {
  /// Appends the readings of a sample.
  fileprivate mutating func append(_ sample: SensorSample) {
    if let rate = sample.rotationRate {
      self[.rotationRate].append(Timed(time: sample.timestamp, value: rate))
    }
    if let acceleration = sample.acceleration {
      self[.acceleration].append(Timed(time: sample.timestamp, value: acceleration))
    }
    if let field = sample.magneticField {
      self[.magneticField].append(Timed(time: sample.timestamp, value: field))
    }
  }
}
