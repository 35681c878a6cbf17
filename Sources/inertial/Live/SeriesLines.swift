internal import GestureRecognition

/// Samples for a pipeline as lines of numbers separated by commas.
///
/// The numbers are the time in seconds, the components, and 1 or 0 for touch where the pipeline
/// cuts at touch and release.
struct SeriesLines {
  private let name: String
  private let dimension: Int
  private let isTouched: Bool
  private let isSkipping: Bool
  private var lineCount = 0

  /// The pipeline's state.
  private(set) var session: PipelineSession
  /// The number of skipped lines that are not samples.
  private(set) var skippedCount = 0

  init(_ pipeline: GesturePipeline, name: String, skippingBadLines: Bool) {
    self.name = name
    dimension = pipeline.configuration.dimension
    isTouched = pipeline.configuration.segmentation == .touch
    isSkipping = skippingBadLines
    session = PipelineSession(pipeline)
  }

  /// Adds a line, and returns the gesture that its sample completes.
  ///
  /// Skips empty lines, and a first line that does not begin with a number.
  mutating func take(_ line: [UInt8]) throws(ToolError) -> RecognizedGesture? {
    lineCount += 1
    let text = String(decoding: line, as: UTF8.self)
    let fields = text.split(separator: ",", omittingEmptySubsequences: false).map { field in
      Double(field.filter { !$0.isWhitespace })
    }
    if fields.count == 1, text.allSatisfy(\.isWhitespace) { return nil }
    if lineCount == 1, fields.first == .some(nil) { return nil }
    let numbers = fields.compactMap { $0 }
    guard numbers.count == fields.count, numbers.count == dimension + (isTouched ? 2 : 1) else {
      skippedCount += 1
      guard isSkipping else {
        throw ToolError(
          .badData,
          "\(name):\(lineCount): expected a time, \(dimension) "
            + "\(dimension == 1 ? "component" : "components")"
            + "\(isTouched ? " and 1 or 0 for touching" : ""), separated by commas")
      }
      return nil
    }
    return session.update(
      Array(numbers[1...dimension]), at: numbers[0],
      isTouching: isTouched && numbers[dimension + 1] != 0)
  }

  /// Ends the stream, and returns the gesture in progress.
  mutating func finish() -> RecognizedGesture? { session.finish() }
}
