/// The use of recordings, which determines the required sensors.
package enum RecordingUse: Sendable {
  /// Written unchanged.
  case copying
  /// Raw samples.
  case rawSamples
  /// Device motion, estimated from raw samples where absent.
  case motion
}

extension StreamedRecordings {
  /// Finds the sensors that a use requires and recordings lack.
  ///
  /// - Parameter path: The name of the file or folder in errors.
  /// - Returns: One error for each recording without a gyroscope or an accelerometer.
  /// - Throws: ``RecordingError`` if no recording has an accelerometer or other usable content.
  package func missingSensors(
    for use: RecordingUse, path: String
  ) throws(RecordingError) -> [RecordingError] {
    guard use != .copying else { return [] }
    let kinds = sensorSamples.map(\.samples.kinds)
    // The attitude starts from gravity, so nothing can be estimated without it.
    if others.strokes.isEmpty, others.deviceMotion.isEmpty, !kinds.isEmpty,
      !kinds.contains(where: \.hasAcceleration)
    {
      throw RecordingError(
        file: InputFile.displayName(path),
        kinds.contains(where: \.hasRotationRate)
          ? "expected a gyroscope and an accelerometer, got no accelerometer; columns of another "
            + "file are added by --columns 'accel=X Y Z [g] from FILE'"
          : "expected a gyroscope or an accelerometer, got neither")
    }
    let whole = use == .motion ? Set(others.deviceMotion.map(\.name)) : []
    return sensorSamples.filter { !whole.contains($0.name) }.flatMap { recording in
      let kinds = recording.samples.kinds
      return [("gyroscope", kinds.hasRotationRate), ("accelerometer", kinds.hasAcceleration)]
        .filter { !$0.1 }.map { sensor, _ in
          RecordingError(
            file: recording.name, "expected a gyroscope and an accelerometer, got no \(sensor)")
        }
    }
  }
}
