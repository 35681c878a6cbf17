internal import GestureRecognition
internal import MotionRecordings

extension RecordingOptions {
  /// Recordings or series at `path`; prints the reader's warnings.
  func content(at path: String, sampleRate: Double?) throws -> DataSetContent {
    let reader = RecordingReader(
      options: ReadingOptions(damage: skipBadSamples ? .skip : .reject, platform: platform))
    let content = try DataSetContent(
      path: path, format: format, sampleRate: sampleRate, reader: reader)
    for warning in content.warnings { Console.warning("\(warning)") }
    return content
  }
}
