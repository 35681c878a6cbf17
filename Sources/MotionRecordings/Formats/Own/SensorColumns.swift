internal import MotionFusion

/// The sensors' columns in our own table.
struct SensorColumns {
  private let time: Int
  private let gyroscope: VectorColumns?
  /// In g, with Core Motion's sign.
  private let accelerometer: VectorColumns?
  /// In m/s², specific force.
  private let specificForce: VectorColumns?
  private let magnetometer: VectorColumns?
  private let touch: Int?

  init(in table: TableReader) throws(RecordingError) {
    time = try table.columns([SensorSampleCSV.time])[0]
    gyroscope = try VectorColumns.optional(SensorSampleCSV.gyroscope, in: table)
    let accelerometer = try VectorColumns.optional(SensorSampleCSV.accelerometer, in: table)
    self.accelerometer = accelerometer
    specificForce =
      accelerometer == nil
      ? try VectorColumns.optional(SensorSampleCSV.specificForce, in: table) : nil
    magnetometer = try VectorColumns.optional(SensorSampleCSV.magnetometer, in: table)
    touch = table.column(named: SensorSampleCSV.touch)
  }

  /// The current row's sample, which may not be finite when the options skip damaged samples.
  func sample(in row: TableReader, _ options: ReadingOptions) throws(RecordingError) -> SensorSample
  {
    let force = try row.optionalVector(at: specificForce, options)
    return SensorSample(
      timestamp: try row.value(at: time, options),
      rotationRate: try row.optionalVector(at: gyroscope, options),
      acceleration: try row.optionalVector(at: accelerometer, options)
        ?? force.map { $0 * (-1 / SensorSample.standardGravity) },
      magneticField: try row.optionalVector(at: magnetometer, options),
      isTouching: try touch.flatMap { (column) throws(RecordingError) in
        row.isEmpty(column) ? nil : try row.finiteNumber(at: column) != 0
      })
  }
}
