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
struct Phyphox: MotionTableFormat {
  let name = "phyphox"
  let summary = "a table that the app phyphox exports"

  private static func axes(_ quantity: String, _ unit: String) -> [String] {
    ["x", "y", "z"].map { "\(quantity) \($0) (\(unit))" }
  }

  func layout(of file: FileContents, options: ReadingOptions) -> MotionTable {
    MotionTable(groups: [
      MotionTable.Group(
        .column("Time (s)"),
        [
          .init(
            .acceleration, Self.axes("Acceleration", "m/s^2"), scale: -1 / Physics.standardGravity),
          .init(.rotationRate, Self.axes("Gyroscope", "rad/s")),
          .init(.magneticField, Self.axes("Magnetic field", "µT")),
          .init(.magneticField, Self.axes("Magnetic Field", "µT")),
        ])
    ])
  }
}
