internal import MotionFusion

/// The CSV export of the app phyphox: one table for each sensor, with units in the column names.
///
/// The separator is a comma, semicolon or tab, the decimal mark a point or comma. Accelerations are
/// in m/s² with Android's sign, +1 g face up at rest, on both platforms unless the options say iOS;
/// angular rates are in rad/s, magnetic fields in µT. A table of acceleration without gravity alone
/// is an error. Sources: the export sets in phyphox's own experiment files (`Time (s)`,
/// `Acceleration x (m/s^2)`, `Gyroscope x (rad/s)`, `Magnetic field x (µT)`), S. Staacks et al.,
/// *Advanced tools for smartphone-based experiments: phyphox*, Physics Education 53(4):045009,
/// 2018.
struct Phyphox: MotionTableFormat, FolderFormat {
  let name = "phyphox"
  let summary = "the export of the app phyphox: a table, or a folder or zip archive of tables"

  private static func axes(_ quantity: String, _ unit: String) -> [String] {
    VectorColumns.names(quantity + " ", " (\(unit))")
  }

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    return MotionTable(groups: [
      MotionTable.Group(
        .column("Time (s)"),
        [
          .init(
            .acceleration, Self.axes("Acceleration", "m/s^2"),
            scale: (options.platform ?? .android).accelerationScale),
          .init(.rotationRate, Self.axes("Gyroscope", "rad/s")),
          .init(.magneticField, Self.axes("Magnetic field", "µT")),
          .init(.magneticField, Self.axes("Magnetic Field", "µT")),
        ])
    ])
  }

  private func isLinear(_ file: FileContents) -> Bool {
    file.hasColumns(["Time (s)"] + Self.axes("Linear Acceleration", "m/s^2"))
  }

  func recognizes(_ file: FileContents) -> Bool {
    layout(of: file, options: ReadingOptions()).isPresent(in: file.header) || isLinear(file)
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    let layout = layout(of: file, options: options)
    guard layout.isPresent(in: file.header) || !isLinear(file) else {
      throw RecordingError(
        file: file.name, line: 1,
        problem: .malformed(
          "expected the accelerometer with gravity, the gyroscope or the magnetometer, got "
            + "acceleration without gravity, which does not determine the attitude"))
    }
    return try layout.recordings(
      in: TableReader(file), format: name, options: options, pass: file.pass)
  }

  // MARK: - Folders

  /// Whether the folder has metadata about the device, or tables of different sensors.
  func recognizes(_ folder: RecordingFolder) -> Bool {
    if folder.paths.contains("meta/device.csv") { return true }
    guard folder.paths.count > 1 else { return false }
    var quantities: Set<MotionQuantity> = []
    // A file of another kind, or of the same sensor as another file, is no such export. Tables of
    // sensors that are not read, such as the pressure, have the export's time.
    for path in folder.paths {
      guard path.hasSuffix(".csv"), let file = contents(path, of: folder),
        file.header.first == "Time (s)"
      else { return false }
      let found = layout(of: file, options: ReadingOptions()).groups.flatMap(\.sources)
        .filter { file.hasColumns($0.columns) }.map(\.quantity)
      guard quantities.isDisjoint(with: found) else { return false }
      quantities.formUnion(found)
    }
    return !quantities.isEmpty
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    var streams = MotionStreams()
    var warnings: [RecordingWarning] = []
    for path in folder.paths where path.hasSuffix(".csv") && !path.contains("/" as Character) {
      guard let bytes = try folder.read(path) else { continue }
      let file = try FileContents(bytes, name: folder.displayName(path))
      // Skip tables of other sensors and of acceleration without gravity.
      let layout = layout(of: file, options: options)
      guard layout.isPresent(in: file.header) else { continue }
      let table = try TableReader(file)
      let (found, tableWarnings) = try layout.read(table, options: options)
      for quantity in MotionQuantity.allCases where !found[quantity].isEmpty {
        streams[quantity] = found[quantity]
      }
      warnings += tableWarnings
    }
    var result = streams.recordings(format: name, name: folder.name)
    guard !result.isEmpty else {
      throw RecordingError(
        file: folder.name,
        problem: .malformed(
          "expected a table of the accelerometer with gravity, the gyroscope or the magnetometer"))
    }
    result.warnings = warnings
    return result
  }

  private func contents(_ path: String, of folder: RecordingFolder) -> FileContents? {
    guard let bytes = try? folder.read(path) else { return nil }
    return try? FileContents(bytes, name: folder.displayName(path))
  }
}
