internal import MotionFusion

/// Attitude and free acceleration of the sensor Movella DOT, as device motion.
///
/// `SampleTimeFine` counts microseconds, or 0.1 ms in exports of MT Manager; up to 120 Hz the step
/// shows which. The attitude is a quaternion, or Euler angles in degrees
/// of *R* = *Rz*(`Euler_Z`) *Ry*(`Euler_Y`) *Rx*(`Euler_X`), from sensor to east, north and up.
/// `FreeAcc` is the acceleration without gravity in that frame, in m/s². Rates in deg/s are used if
/// present; otherwise they are computed from successive attitudes. Source: *Movella DOT User
/// Manual*, Movella Technologies.
enum MovellaDOT {
  static let format = TableFormat(
    name: "movella-dot",
    summary: "attitude and free acceleration of the sensor Movella DOT",
    matches: { file, _ in
      file.hasColumns([time] + freeAcceleration)
        && (file.hasColumns(angles) || file.hasColumns(quaternion))
    }, layout: layout)

  static let time = "SampleTimeFine"
  private static let freeAcceleration = VectorColumns.names("FreeAcc_#")
  private static let angles = VectorColumns.names("Euler_#")
  private static let quaternion = ["Quat_W", "Quat_X", "Quat_Y", "Quat_Z"]
  private static let rates = VectorColumns.names("Gyr_#")

  /// The units per second of the times in a column `SampleTimeFine`.
  static func unitsPerSecond(of file: FileContents) -> Double {
    guard let table = try? TableReader(file), let column = table.column(named: time) else {
      return 1e6
    }
    let step = ClockEvidence(table.numbers(in: column, rows: 1000)).medianStep
    return step.map { $0 < 1e6 / 130 } ?? false ? 1e4 : 1e6
  }

  private static func layout(of file: FileContents) -> MotionTable {
    let degree = Double.pi / 180
    let units = unitsPerSecond(of: file)
    let hasRates = rates.contains(where: file.header.contains)
    var layout = MotionTable(
      .column(time, unitsPerSecond: units),
      [
        .init(.userAcceleration, freeAcceleration, scale: -1 / SensorSample.standardGravity)
      ]
        + (hasRates ? [.init(.rotationRate, rates, scale: degree)] : []),
      attitude: file.hasColumns(quaternion)
        ? .init(quaternion)
        : .init(angles.reversed(), .euler(axes: [2, 1, 0], unit: degree)))
    layout.groups[0].requiresAll = true
    layout.samples = SampleRows(converter: {
      var counter = WrappingClock(unitsPerSecond: units)
      var last: (time: Double, attitude: Quaternion<Double>)?
      return { reading in
        reading.time = counter.seconds(reading.time)
        guard let attitude = reading.attitude?.quaternion else { return }
        reading.vectors[0].value = attitude.conjugate.act(reading.vectors[0].value)
        if !hasRates {
          var rate = Vector3<Double>.zero
          if let last, reading.time > last.time {
            rate =
              (last.attitude.conjugate * attitude).rotationVector / (reading.time - last.time)
          }
          reading.vectors.append((.rotationRate, rate))
        }
        last = (reading.time, attitude)
      }
    })
    return layout
  }
}
