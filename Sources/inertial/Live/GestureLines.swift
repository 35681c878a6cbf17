internal import GestureRecognition
internal import MotionFusion
internal import Platform

/// Lines of samples that become gestures.
protocol GestureLines {
  /// The number of skipped lines that are not samples.
  var skippedCount: Int { get }

  /// Whether any line was a sample.
  var hasSample: Bool { get }

  /// Adds a line, and returns the gestures that it ends.
  mutating func take(_ line: [UInt8]) throws(ToolError) -> [RecognizedGesture]

  /// The present time of the samples' clock; `nil` if gestures end by lines alone.
  var now: Double? { get }

  /// Advances to the present, and returns the gestures that ended by then.
  mutating func advance() -> [RecognizedGesture]

  /// The time until a gesture ends without a further line, in milliseconds; `nil` without one.
  var millisecondsToDeadline: Int32? { get }

  /// Ends the stream, and returns the gestures in progress.
  mutating func finish() -> [RecognizedGesture]
}

extension GestureLines {
  var now: Double? { nil }
  mutating func advance() -> [RecognizedGesture] { [] }
  var millisecondsToDeadline: Int32? { nil }
}

/// Points of strokes as lines of numbers separated by commas: the time in seconds, *x*, *y* (down)
/// and 1 or 0 for touch.
///
/// Between two lines the session advances by the clock of the machine, so that a gesture ends
/// without a further line.
struct StrokeLines: GestureLines {
  private var decoder: SeriesLineDecoder
  private var session: WritingSession
  /// The time of the last point, in seconds, and when it arrived.
  private var last: (time: Double, arrival: ContinuousClock.Instant)?

  /// The number of skipped lines that are not points.
  var skippedCount: Int { decoder.skippedCount + session.badPointCount }
  var hasSample: Bool { last != nil }

  init(_ recognizer: GestureRecognizer, pause: Double, name: String, skippingBadLines: Bool) {
    decoder = SeriesLineDecoder(
      name: name, dimension: 2, hasTouch: true, skippingBadLines: skippingBadLines)
    session = WritingSession(recognizer)
    session.configuration.pause = pause
  }

  /// Adds a line, and returns the gesture that ended before its point.
  mutating func take(_ line: [UInt8]) throws(ToolError) -> [RecognizedGesture] {
    guard let sample = try decoder.decode(line) else { return [] }
    last = (sample.time, .now)
    return session.update(
      Sample2D(x: sample.components[0], y: sample.components[1], timestamp: sample.time),
      isTouching: sample.isTouching)
  }

  /// The present time of the points' clock: that of the last point, and the time since it arrived.
  var now: Double? {
    last.map { $0.time + ($0.arrival.duration(to: .now) / .seconds(1)) }
  }

  /// Advances to the present, and returns the gesture whose pause is over.
  mutating func advance() -> [RecognizedGesture] { now.map { session.advance(to: $0) } ?? [] }

  /// The time until the pause is over, in milliseconds; `nil` without a gesture that waits for it.
  var millisecondsToDeadline: Int32? {
    guard let deadline = session.deadline, let now else { return nil }
    return Int32(min(max(((deadline - now) * 1000).rounded(.up), 0), 1000)) + 1
  }

  /// Ends the stream, and returns the gesture in progress.
  mutating func finish() -> [RecognizedGesture] { session.finish() }
}

/// Samples for a pipeline as lines of numbers separated by commas.
///
/// The numbers are the time in seconds, the components, and 1 or 0 for touch where the pipeline
/// cuts at touch and release.
struct SeriesLines: GestureLines {
  private var decoder: SeriesLineDecoder
  private var session: PipelineSession

  /// The number of skipped lines that are not samples.
  var skippedCount: Int { decoder.skippedCount + session.badSamples }
  var hasSample: Bool { decoder.hasSample }

  init(_ pipeline: GesturePipeline, name: String, skippingBadLines: Bool) {
    decoder = SeriesLineDecoder(
      name: name, dimension: pipeline.configuration.dimension,
      hasTouch: pipeline.configuration.segmentation == .touch, skippingBadLines: skippingBadLines)
    session = PipelineSession(pipeline)
  }

  /// Adds a line, and returns the gesture that its sample completes.
  ///
  /// Skips empty lines, and a first line that does not begin with a number.
  mutating func take(_ line: [UInt8]) throws(ToolError) -> [RecognizedGesture] {
    guard let sample = try decoder.decode(line),
      let gesture = session.update(
        sample.components, at: sample.time, isTouching: sample.isTouching)
    else { return [] }
    return [gesture]
  }

  /// Ends the stream, and returns the gesture in progress.
  mutating func finish() -> [RecognizedGesture] { session.finish().map { [$0] } ?? [] }
}

/// Decodes lines of numbers separated by commas: the time in seconds, the components and, where the
/// source has a touch, 1 or 0.
struct SeriesLineDecoder {
  /// One sample of any sensor.
  struct Sample {
    var time: Double
    var components: [Double]
    var isTouching: Bool
  }

  /// The names of a last column with the touch.
  private static let touchNames: Set = ["touch", "touching", "is_touching", "hold"]

  private let name: String
  private let isSkipping: Bool
  private var lineCount = 0
  /// The number of components; `nil` before the first sample, whose number it becomes.
  private(set) var dimension: Int?
  /// Whether the last number is the touch; `nil` before the first line, whose header says it.
  private(set) var hasTouch: Bool?
  /// The number of skipped lines that are not samples.
  private(set) var skippedCount = 0
  /// Whether any line was a sample.
  private(set) var hasSample = false

  init(name: String, dimension: Int?, hasTouch: Bool?, skippingBadLines: Bool) {
    self.name = name
    self.dimension = dimension
    self.hasTouch = hasTouch
    isSkipping = skippingBadLines
  }

  /// The sample of a line; `nil` for an empty line, for a first line that does not begin with a
  /// number, and for a bad line that is skipped.
  mutating func decode(_ line: [UInt8]) throws(ToolError) -> Sample? {
    lineCount += 1
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map { field in
      field.filter { !$0.isWhitespace }
    }
    let fields = words.map { Double($0) }
    if fields.count == 1, text.allSatisfy(\.isWhitespace) { return nil }
    if lineCount == 1, fields.first == .some(nil) {
      hasTouch = hasTouch ?? words.last.map { Self.touchNames.contains($0.lowercased()) }
      return nil
    }
    let isTouched = hasTouch ?? false
    hasTouch = isTouched
    let numbers = fields.compactMap { $0 }
    let others = isTouched ? 2 : 1
    guard numbers.count == fields.count, numbers.count > others,
      numbers.count == (dimension ?? numbers.count - others) + others
    else {
      try reject()
      return nil
    }
    let count = numbers.count - others
    dimension = count
    hasSample = true
    return Sample(
      time: numbers[0], components: Array(numbers[1...count]),
      isTouching: isTouched && numbers[count + 1] != 0)
  }

  /// Counts the last line as bad.
  ///
  /// - Throws: ``ToolError`` for the line, unless bad lines are skipped.
  mutating func reject() throws(ToolError) {
    skippedCount += 1
    guard !isSkipping else { return }
    let isTouched = hasTouch ?? false
    let components = dimension.map { "\($0) \($0 == 1 ? "component" : "components")" }
    throw ToolError(
      .badData,
      "\(name):\(lineCount): expected a time, \(components ?? "one component or more")"
        + "\(isTouched ? " and 1 or 0 for touching" : ""), separated by commas")
  }
}
