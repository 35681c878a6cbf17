internal import MotionFusion

/// The CSV export of the app phyphox: one table for each sensor, with units in the column names.
///
/// The separator is a comma, semicolon or tab, the decimal mark a point or comma. Accelerations are
/// in m/s² with Android's sign, +1 g face up at rest. This holds on both platforms unless the
/// options say iOS. angular rates are in rad/s, magnetic fields in µT. A table of acceleration
/// without gravity alone is an error. In experiments that a user assembles from sensors, all
/// columns have names like `X (m/s^2)`. Only the name of the file, such as `Linear
/// Accelerometer.csv`, shows that gravity is excluded. Sources: the export sets in phyphox's own
/// experiment files (`Time (s)`, `Acceleration x (m/s^2)`, `Gyroscope x (rad/s)`, `Magnetic field x
/// (µT)`), S. Staacks et al., *Advanced tools for smartphone-based experiments: phyphox*, Physics
/// Education 53(4):045009, 2018.
struct Phyphox: MotionTableFormat, FolderFormat {
  let name = "phyphox"
  let summary = "the export of the app phyphox: a table, or a folder or zip archive of tables"

  private static func axes(_ quantity: String, _ unit: String) -> [String] {
    VectorColumns.names(quantity + " ", " (\(unit))")
  }

  /// The columns of an experiment that the user put together, which do not name the quantity.
  private static func unnamedAxes(_ unit: String) -> [String] {
    ["X", "Y", "Z"].map { "\($0) (\(unit))" }
  }

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    let accelerations =
      [Self.axes("Acceleration", "m/s^2")] + (isLinear(file) ? [] : [Self.unnamedAxes("m/s^2")])
    let rates = [Self.axes("Gyroscope", "rad/s"), Self.unnamedAxes("rad/s")]
    let fields = [
      Self.axes("Magnetic field", "µT"), Self.axes("Magnetic Field", "µT"), Self.unnamedAxes("µT"),
    ]
    return MotionTable(groups: [
      MotionTable.Group(
        .column("Time (s)"),
        accelerations.map {
          .init(.acceleration, $0, scale: (options.platform ?? .android).accelerationScale)
        } + rates.map { .init(.rotationRate, $0) } + fields.map { .init(.magneticField, $0) })
    ])
  }

  private func isLinear(_ file: FileContents) -> Bool {
    let fileName = file.name.split(separator: "/").last ?? ""
    return file.hasColumns(["Time (s)"] + Self.axes("Linear Acceleration", "m/s^2"))
      || fileName.lowercased().hasPrefix("linear")
        && file.hasColumns(["Time (s)"] + Self.unnamedAxes("m/s^2"))
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
    // A file of another kind, or of the same sensor as another file, is not such an export. Tables
    // of sensors that are not read, such as the pressure, have the export's time.
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
