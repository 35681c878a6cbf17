internal import MotionFusion

/// Writes the export of the app's iOS version, without its `standardisation`.
extension SensorLogger: WritableFolderFormat {
  func files(_ recordings: Recordings) throws(RecordingError) -> [(path: String, text: String)] {
    guard recordings.sensorSamples.count <= 1, recordings.deviceMotion.count <= 1,
      recordings.sensorSamples.count + recordings.deviceMotion.count > 0
    else {
      let isEmpty = recordings.sensorSamples.isEmpty && recordings.deviceMotion.isEmpty
      throw cannotHold(isEmpty ? recordings.contentDescription : "more than one recording")
    }
    let samples = recordings.sensorSamples.first?.samples ?? []
    let motion = recordings.deviceMotion.first?.samples ?? []
    let g = SensorSample.standardGravity
    var tables: [(sensor: String, text: String)] = []
    func add(_ sensor: String, _ columns: [String], _ rows: [Timed<[Double]>]) {
      guard !rows.isEmpty else { return }
      tables.append((sensor, table(columns, rows)))
    }
    func addVectors(_ sensor: String, _ points: [Timed<Vector3<Double>>]) {
      // The app's order of axes.
      add(
        sensor, ["z", "y", "x"],
        points.map { Timed(time: $0.time, value: [$0.value.z, $0.value.y, $0.value.x]) })
    }
    func readings(_ reading: (SensorSample) -> Vector3<Double>?) -> [Timed<Vector3<Double>>] {
      samples.compactMap { sample in
        reading(sample).map { Timed(time: sample.timestamp, value: $0) }
      }
    }
    addVectors("AccelerometerUncalibrated", readings(\.acceleration))
    addVectors("GyroscopeUncalibrated", readings(\.rotationRate))
    addVectors("MagnetometerUncalibrated", readings(\.magneticField))
    addVectors(
      "Accelerometer", motion.map { Timed(time: $0.timestamp, value: $0.userAcceleration * g) })
    addVectors("Gravity", motion.map { Timed(time: $0.timestamp, value: $0.gravity * g) })
    addVectors("Gyroscope", motion.map { Timed(time: $0.timestamp, value: $0.rotationRate) })
    add(
      "Orientation", ["yaw", "qx", "qz", "roll", "qw", "qy", "pitch"],
      motion.map { motion in
        let (attitude, q) = (motion.attitude, motion.attitude.quaternion)
        return Timed(
          time: motion.timestamp,
          value: [attitude.yaw, q.x, q.z, attitude.roll, q.w, q.y, attitude.pitch])
      })
    let sensors = tables.map(\.sensor).joined(separator: "|")
    let metadata =
      "version,device name,platform,sensors,standardisation\n3,unknown,ios,\(sensors),false\n"
    return [(Self.metadata + ".csv", metadata)] + tables.map { ($0.sensor + ".csv", $0.text) }
  }

  private func table(_ columns: [String], _ rows: [Timed<[Double]>]) -> String {
    var writer = TableWriter(["time", Self.elapsed] + columns)
    for row in rows {
      // Nanoseconds, empty when out of range; readers use the elapsed seconds.
      writer.add(Int(exactly: (row.time * 1e9).rounded()))
      writer.add(row.time)
      for number in row.value { writer.add(number) }
      writer.endRow()
    }
    return writer.text
  }
}
