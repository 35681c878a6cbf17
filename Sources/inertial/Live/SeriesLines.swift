internal import GestureRecognition

/// Samples for a pipeline on lines of numbers, separated by commas: time in seconds, the components,
/// and, where the pipeline is cut by touches, whether the user touches.
struct SeriesLines {
  private let name: String
  private let dimension: Int
  private let isTouched: Bool
  private let isSkipping: Bool
  private var lineCount = 0

  /// What runs on the samples.
  private(set) var session: PipelineSession
  /// How many lines were left out that are no samples.
  private(set) var skippedCount = 0

  /// No line yet.
  init(_ pipeline: GesturePipeline, name: String, skippingBadLines: Bool) {
    self.name = name
    dimension = pipeline.configuration.dimension
    isTouched = pipeline.configuration.segmentation == .touch
    isSkipping = skippingBadLines
    session = PipelineSession(pipeline)
  }

  /// Takes a line, and returns what was read where its sample completes a piece.
  ///
  /// Empty lines, and a first line that begins with no number, are passed over.
  mutating func take(_ line: [UInt8]) throws(ToolError) -> PipelineSession.Reading? {
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

  /// Ends the stream, and returns what the gesture under way is read as.
  mutating func finish() -> PipelineSession.Reading? { session.finish() }
}
