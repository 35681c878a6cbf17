internal import MotionFusion

/// Attitude and free acceleration of the sensor Movella DOT, as device motion.
///
/// `SampleTimeFine` counts microseconds, or 0.1 ms in exports of MT Manager; up to 120 Hz the step
/// shows which. The attitude is a quaternion, or Euler angles in degrees
/// of *R* = *Rz*(`Euler_Z`) *Ry*(`Euler_Y`) *Rx*(`Euler_X`), from sensor to east, north and up.
/// `FreeAcc` is the acceleration without gravity in that frame, in m/s². Rates in deg/s are used if
/// present; otherwise they are computed from successive attitudes. Source: *Movella DOT User
/// Manual*, Movella Technologies.
struct MovellaDOT: FileFormat {
  let name = "movella-dot"
  let summary = "attitude and free acceleration of the sensor Movella DOT"

  private static let time = "SampleTimeFine"
  private static let freeAcceleration = VectorColumns.names("FreeAcc_#")
  private static let angles = VectorColumns.names("Euler_#")
  private static let quaternion = ["Quat_W", "Quat_X", "Quat_Y", "Quat_Z"]
  private static let rates = VectorColumns.names("Gyr_#")

  func recognizes(_ file: FileContents) -> Bool {
    file.hasColumns([Self.time] + Self.freeAcceleration)
      && (file.hasColumns(Self.angles) || file.hasColumns(Self.quaternion))
  }

  func read(_ file: FileContents, options: ReadingOptions) throws(RecordingError) -> Recordings {
    var table = try TableReader(file)
    let time = try table.columns([Self.time])[0]
    let freeAcceleration = try VectorColumns(Self.freeAcceleration, in: table)
    let quaternion = file.hasColumns(Self.quaternion) ? try table.columns(Self.quaternion) : nil
    let angles = try quaternion == nil ? table.columns(Self.angles) : []
    let rates = try VectorColumns.optional(Self.rates, in: table)
    let degree = Double.pi / 180
    let times = table.numbers(in: time, rows: 1000)
    let step = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.median
    let unitsPerSecond = step.map { $0 < 1e6 / 130 } ?? false ? 1e4 : 1e6
    var counter = WrappingClock(unitsPerSecond: unitsPerSecond)
    var last: (time: Double, attitude: Quaternion<Double>)?
    var samples = SampleCollector<DeviceMotion>(
      file: file.name, options: options, timeColumn: Self.time)
    try table.forEachRow { (row) throws(RecordingError) in
      let seconds = counter.seconds(
        try row.value(at: time, options) / unitsPerSecond, isStreamed: true)
      let found =
        if let quaternion {
          try row.attitude(at: quaternion, options)
        } else {
          try row.attitude(at: angles.reversed(), axes: [2, 1, 0], unit: degree, options)
        }
      guard let attitude = found?.quaternion else { return }
      var rate = Vector3<Double>.zero
      if let rates {
        rate = try row.vector(at: rates, options) * degree
      } else if let last, seconds > last.time {
        rate = (last.attitude.conjugate * attitude).rotationVector / (seconds - last.time)
      }
      last = (seconds, attitude)
      let acceleration = attitude.conjugate.act(try row.vector(at: freeAcceleration, options))
      // Core Motion's sign is the opposite of the acceleration's.
      let motion = DeviceMotion(
        timestamp: seconds, attitude: Attitude(quaternion: attitude), rotationRate: rate,
        userAcceleration: acceleration * (-1 / SensorSample.standardGravity))
      try samples.add(motion.isFinite ? motion : nil, time: seconds, line: row.line)
    }
    var result = Recordings(format: name)
    (result.deviceMotion, result.warnings) = samples.finish(incompleteRows: table.incompleteRows)
    return result
  }
}
