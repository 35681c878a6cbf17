internal import MotionFusion

/// A folder of tables of one sensor each, such as the pairs of MbientLab's app, as one recording.
///
/// Each is a ``DescribedTable`` with its own times, and no two have the same sensor.
struct SensorFolder: FolderFormat {
  let name = "sensor-folder"
  let summary = "a folder of described tables, one for each sensor"

  func recognizes(_ folder: RecordingFolder) -> Bool {
    let tables = tables(in: folder)
    guard tables.count > 1, tables.count < 8 else { return false }
    var quantities: Set<MotionQuantity> = []
    for path in tables {
      guard let file = contents(path, of: folder), RecordingFormats.isDescribed(file) else {
        return false
      }
      let columns = DescribedTable.Columns(file)
      guard columns.vectors.count == 1, let vector = columns.vectors.first, !columns.times.isEmpty,
        quantities.insert(vector.quantity).inserted
      else { return false }
    }
    return true
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    var streams = MotionStreams()
    var warnings: [RecordingWarning] = []
    for path in tables(in: folder) {
      guard let file = contents(path, of: folder) else { continue }
      let found = try DescribedTable().read(file, options: options)
      warnings += found.warnings
      for sample in found.sensorSamples.flatMap(\.samples) { streams.append(sample) }
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
