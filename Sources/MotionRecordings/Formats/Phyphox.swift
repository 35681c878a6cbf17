internal import DeviceMotion

/// What the app phyphox exports as CSV: a table a sensor, column names with units.
///
/// The user chooses commas, semicolons or tabs between the fields, and a point or a comma in the
/// numbers. Accelerations are in m/s² with Android's sign, gravity upwards at rest, on both
/// platforms; angular rates in rad/s, fields in µT. A table of acceleration without gravity alone
/// is no recording of raw sensors and is refused. Sources: the export sets in phyphox's own
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
            scale: sign / Physics.standardGravity),
          .init(.rotationRate, Self.axes("Gyroscope", "rad/s")),
          .init(.magneticField, Self.axes("Magnetic field", "µT")),
          .init(.magneticField, Self.axes("Magnetic Field", "µT")),
        ])
    ])
  }

  // MARK: - Folders

  /// An export of more than one sensor: besides the tables it has a folder about the device, or the
  /// tables are of different sensors.
  func recognizes(_ folder: RecordingFolder) -> Bool {
    if folder.paths.contains("meta/device.csv") { return true }
    let tables = tables(in: folder)
    let kinds = tables.map { file in
      layout(of: file, options: ReadingOptions()).groups.flatMap(\.sources)
        .filter { file.hasColumns($0.columns) }.map(\.quantity)
    }
    return tables.count > 1 && tables.count == folder.paths.count
      && kinds.allSatisfy { !$0.isEmpty } && Set(kinds.joined()).count == kinds.joined().count
  }

  func read(_ folder: RecordingFolder, options: ReadingOptions) throws -> Recordings {
    var streams = MotionStreams()
    var warnings: [RecordingWarning] = []
    for file in tables(in: folder) where recognizes(file) {
      let table = try TableReader(file.bytes, file: file.name)
      let (found, said) = try layout(of: file, options: options).read(table, options: options)
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

  private func tables(in folder: RecordingFolder) -> [FileContents] {
    folder.paths.filter { $0.hasSuffix(".csv") && !$0.contains("/") }.compactMap { path in
      guard let bytes = try? folder.read(path) else { return nil }
      return try? FileContents(bytes, name: folder.displayName(path))
    }
  }
}
