internal import MotionFusion

/// A folder of tables of different sensors, such as the pairs of MbientLab's app, as one recording.
///
/// Each is a ``DescribedTable`` with its own times, and no two have the same sensor. A table of
/// attitudes alone is the reference.
struct SensorFolder: FolderFormat {
  let name = "sensor-folder"
  let summary = "a folder of described tables, one for each sensor"

  func recognizes(_ folder: RecordingFolder) -> Bool {
    let tables = folder.files(".csv", ".txt")
    guard tables.count > 1, tables.count < 8 else { return false }
    var quantities: Set<MotionQuantity> = []
    var attitudes = 0
    for path in tables {
      guard let file = folder.table(path),
        (try? RecordingFormats.format(of: file)) is DescribedTable
      else { return false }
      let columns = DescribedTable.Columns(file)
      let found = Set(columns.vectors.map(\.quantity))
      guard columns.clock != nil || !columns.times.isEmpty, quantities.isDisjoint(with: found),
        !found.isEmpty || columns.attitude != nil
      else { return false }
      quantities.formUnion(found)
      if columns.attitude != nil { attitudes += 1 }
    }
    return !quantities.isEmpty && attitudes < 2
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    try read(folder.files(".csv", ".txt"), in: folder, format: name, options: options)
  }

  /// The recording in the tables at these paths.
  func read(
    _ paths: [String], in folder: RecordingFolder, format: String, options: ReadingOptions
  ) throws -> Recordings {
    try folder.merged(paths, format: format) { (file) throws(RecordingError) in
      do throws(RecordingError) {
        return try DescribedTable().decided(file, options: options).streams(options)
      } catch {
        let accelerometer = paths.lazy.compactMap(folder.table).first {
          DescribedTable.Columns($0).vectors.contains { $0.quantity == .acceleration }
        }
        guard let proposal = error.proposal, proposal.contains("gyro="), let accelerometer,
          let found = try rates(proposal, of: file, beside: accelerometer, options: options)
        else { throw error }
        return found
      }
    }
  }

  /// The rates in `file` by a map that leaves only their unit open; `nil` if the turns of gravity
  /// in `accelerometer` leave it open too.
  private func rates(
    _ map: String, of file: FileContents, beside accelerometer: FileContents,
    options: ReadingOptions
  ) throws(RecordingError) -> MotionStreams? {
    func read(_ unit: String) throws(RecordingError) -> MotionStreams? {
      guard let map = try? ColumnMap(map.replacing("UNIT", with: unit)) else { return nil }
      return try map.decided(file, options: options).streams(options)
    }
    guard var streams = try read("rad/s") else { return nil }
    streams.merge(try DescribedTable().decided(accelerometer, options: options).streams(options))
    var evidence = UnitEvidence()
    // The sensors may have different times.
    var last: Vector3<Double>?
    for sample in streams.recordings(format: name, name: file.name).sensorSamples[0].samples {
      last = sample.rotationRate ?? last
      evidence.add(
        stamp: sample.timestamp, time: sample.timestamp, force: sample.acceleration,
        rate: sample.acceleration == nil ? sample.rotationRate : last, field: nil)
    }
    evidence.finish()
    guard let choice = evidence.rate(secondsPerUnit: 1), var found = try read(choice.name) else {
      return nil
    }
    found.warnings.append(
      RecordingWarning(
        file: file.name,
        kind: .assumption(
          "no unit for the rates in the header: assuming \(choice.name), because \(choice.evidence)"
        )))
    return found
  }
}
