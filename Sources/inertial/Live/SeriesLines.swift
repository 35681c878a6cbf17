internal import GestureRecognition

/// Samples for a pipeline as lines of numbers separated by commas.
///
/// The numbers are the time in seconds, the components, and 1 or 0 for touch where the pipeline
/// cuts at touch and release.
struct SeriesLines: GestureLines {
  private var decoder: SeriesLineDecoder
  private var session: PipelineSession

  /// The number of skipped lines that are not samples.
  var skippedCount: Int { decoder.skippedCount + session.badSamples }

  init(_ pipeline: GesturePipeline, name: String, skippingBadLines: Bool) {
    decoder = SeriesLineDecoder(
      name: name, dimension: pipeline.configuration.dimension,
      hasTouch: pipeline.configuration.segmentation == .touch, skippingBadLines: skippingBadLines)
    session = PipelineSession(pipeline)
  }

  /// Adds a line, and returns the gesture that its sample completes.
  ///
  /// Skips empty lines, and a first line that does not begin with a number.
  mutating func take(_ line: [UInt8]) throws(ToolError) -> RecognizedGesture? {
    guard let sample = try decoder.decode(line) else { return nil }
    return session.update(sample.components, at: sample.time, isTouching: sample.isTouching)
  }

  /// Ends the stream, and returns the gesture in progress.
  mutating func finish() -> RecognizedGesture? { session.finish() }
}
