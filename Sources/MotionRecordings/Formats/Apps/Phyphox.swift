internal import MotionFusion

/// What the app phyphox exports as CSV: a table a sensor, column names with units.
///
/// The user chooses commas, semicolons or tabs between the fields, and a point or a comma in the
/// numbers. Accelerations are in m/s² with Android's sign, gravity upwards at rest, taken to be so
/// on both platforms unless the reader is told of iOS; angular rates in rad/s, fields in µT. A table
/// of acceleration without gravity alone is no recording of raw sensors and is refused. Sources: the export sets in phyphox's own
/// experiment files (`Time (s)`, `Acceleration x (m/s^2)`, `Gyroscope x (rad/s)`,
/// `Magnetic field x (µT)`), S. Staacks et al., *Advanced tools for smartphone-based experiments:
/// phyphox*, Physics Education 53(4):045009, 2018.
struct Phyphox: MotionTableFormat, FolderFormat {
  let name = "phyphox"
  let summary = "what the app phyphox exports: a table, or a folder of them or its zip archive"

  private static func axes(_ quantity: String, _ unit: String) -> [String] {
    ["x", "y", "z"].map { "\(quantity) \($0) (\(unit))" }
  }

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    let sign: Double = options.platform == .iOS ? 1 : -1
    return MotionTable(groups: [
      MotionTable.Group(
        .column("Time (s)"),
        [
          .init(
            .acceleration, Self.axes("Acceleration", "m/s^2"),
            scale: sign / SensorSample.standardGravity),
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
          "this is acceleration without gravity, from which nothing tells how the phone was held; "
            + "expected the accelerometer with gravity, the gyroscope or the magnetometer"))
    }
    return try layout.recordings(
      in: TableReader(file.bytes, file: file.name), format: name, options: options)
  }

  // MARK: - Folders

  /// An export of more than one sensor: besides the tables it has a folder about the device, or the
  /// tables are of different sensors.
  func recognizes(_ folder: RecordingFolder) -> Bool {
    if folder.paths.contains("meta/device.csv") { return true }
    guard folder.paths.count > 1 else { return false }
    var quantities: Set<MotionQuantity> = []
    // The first file of another kind, or of a sensor met before, ends the search.
    for path in folder.paths {
      guard path.hasSuffix(".csv"), let file = contents(path, of: folder) else { return false }
      let found = layout(of: file, options: ReadingOptions()).groups.flatMap(\.sources)
        .filter { file.hasColumns($0.columns) }.map(\.quantity)
      guard !found.isEmpty, quantities.isDisjoint(with: found) else { return false }
      quantities.formUnion(found)
    }
    return true
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    var streams = MotionStreams()
    var warnings: [RecordingWarning] = []
    for path in folder.paths where path.hasSuffix(".csv") && !path.contains("/") {
      guard let bytes = try folder.read(path) else { continue }
      let file = try FileContents(bytes, name: folder.displayName(path))
      // Tables of other sensors, and of acceleration without gravity, are passed over.
      let layout = layout(of: file, options: options)
      guard layout.isPresent(in: file.header) else { continue }
      let table = try TableReader(file.bytes, file: file.name)
      let (found, said) = try layout.read(table, options: options)
      for quantity in MotionQuantity.allCases where !found[quantity].isEmpty {
        streams[quantity] = found[quantity]
      }
      warnings += said
    }
    var result = streams.recordings(format: name, name: folder.name)
    guard !result.isEmpty else {
      throw RecordingError(
        file: folder.name,
        problem: .malformed(
          "none of the tables is of an accelerometer with gravity, a gyroscope or a magnetometer"))
    }
    result.warnings = warnings
    return result
  }

  private func contents(_ path: String, of folder: RecordingFolder) -> FileContents? {
    guard let bytes = try? folder.read(path) else { return nil }
    return try? FileContents(bytes, name: folder.displayName(path))
  }
}
