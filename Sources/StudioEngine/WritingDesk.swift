package import GestureRecognition
package import MotionFusion

/// One stream of motion and the text that it writes: what a studio does without files, clocks and
/// other pages.
package struct WritingDesk: Sendable {
  package private(set) var memory: StudioMemory
  package private(set) var models: ModelShelf
  private var writing: LiveWriting
  /// Gestures of another run may be in the text.
  private let run: String
  /// Whether a page takes the next gestures as examples, so that they are no part of the text.
  package var isCollecting = false
  /// Whether the button of a page is held, the touch of a source without one; `nil` until it is
  /// pressed for this source.
  package var isHeld: Bool?

  /// - Parameters:
  ///   - models: The models, of which one is chosen.
  ///   - memory: The state of the last run.
  ///   - run: A name of this run.
  package init(_ models: ModelShelf, memory: StudioMemory, run: String) {
    (self.models, self.memory, self.run) = (models, memory, run)
    writing = LiveWriting(models.recognizer, memory.settings)
  }

  // MARK: - Choices

  package var settings: StudioSettings { memory.settings }

  /// The recogniser before the settings.
  package var recognizer: GestureRecognizer { writing.recognizer }

  /// Uses other settings from the next gesture on.
  package mutating func set(_ settings: StudioSettings) {
    memory.settings = settings
    writing.set(settings)
  }

  /// Changes the models, uses the chosen one from the next gesture on, and remembers the choice.
  package mutating func change(
    _ change: (inout ModelShelf) throws(RequestFailure) -> Void
  ) throws(RequestFailure) {
    try change(&models)
    writing.use(models.recognizer)
    if !models.isLost { memory.model = models.choice }
  }

  // MARK: - Motion

  /// The events of raw samples.
  package mutating func take(_ samples: [SensorSample]) -> [LiveEvent] {
    written(writing.take(samples, isHeld: isHeld))
  }

  /// The events of what is in progress, as the source ends.
  package mutating func finish() -> [LiveEvent] { written(writing.finish()) }

  /// Forgets what was in progress, and the button, as another source begins.
  package mutating func restart() {
    isHeld = nil
    writing.restart()
  }

  /// A gesture that was read.
  package func gesture(_ id: Int) throws(RequestFailure) -> ReadGesture { try writing.gesture(id) }

  /// Writes gestures into the text, unless a page collects them.
  private mutating func written(_ events: [LiveEvent]) -> [LiveEvent] {
    var result: [LiveEvent] = []
    for event in events {
      guard case .gesture(var answer) = event else {
        result.append(event)
        continue
      }
      answer.isCollected = isCollecting
      result.append(.gesture(answer))
      guard !isCollecting, let written = answer.written, let id = answer.id else { continue }
      memory.add(
        StudioMemory.Entry(
          id: "\(run)-\(id)", label: written.label, isGesture: written.isGesture,
          scores: answer.detail?.scores ?? [], isSpotted: answer.detail?.isSpotted == true,
          gesture: id), to: .air)
      result.append(text(.air, from: max(0, memory[.air].entries.count - 1)))
    }
    return result
  }

  // MARK: - Text

  /// The entries of a line from an index on.
  package func text(_ mode: StudioMemory.Mode, from start: Int = 0) -> LiveEvent {
    let line = memory[mode]
    return .text(
      mode, start: start, Array(line.entries.dropFirst(start)), canRestore: line.cleared != nil)
  }

  /// Carries out a change of the text by a page; returns the event for the pages.
  package mutating func change(_ change: StudioMemory.Change) throws(RequestFailure) -> LiveEvent {
    let before = memory[change.line].entries
    try memory.apply(change)
    let after = memory[change.line].entries
    return text(change.line, from: zip(before, after).prefix { $0 == $1 }.count)
  }
}

// MARK: - Requests

/// Strokes of a page to be read.
package struct StrokeCall: Sendable {
  private let stroke: [Sample2D]
  private let minSize: Double
  private let isDetailed: Bool

  /// - Throws: ``RequestFailure`` for JSON without points.
  package init(_ json: JSON) throws(RequestFailure) {
    stroke = try Self.stroke(json)
    minSize = try json.optional("minSize") { $0.number } ?? 0
    isDetailed = try json.optional("detail") { $0.flag } ?? false
  }

  /// The points of `{"stroke": [[t, x, y], …]}` or `{"strokes": […]}`.
  package static func stroke(_ json: JSON) throws(RequestFailure) -> [Sample2D] {
    var strokes = try json.optional("strokes") { $0.list } ?? []
    if let stroke = try json.optional("stroke", { $0 }) { strokes = [stroke] }
    var samples: [[Sample2D]] = []
    for stroke in strokes {
      guard let points = stroke.list else { throw .badRequest(expected(", got no list")) }
      samples.append([])
      for point in points {
        guard let numbers = point.numbers else {
          throw .badRequest(expected(", got no numbers"))
        }
        guard numbers.count == 3 else {
          throw .badRequest(
            "expected points [t, x, y], got one of \(numbers.count) numbers")
        }
        samples[samples.count - 1].append(
          Sample2D(x: numbers[1], y: numbers[2], timestamp: numbers[0]))
      }
    }
    guard samples.contains(where: { !$0.isEmpty }) else {
      throw .badRequest(expected(", got no points"))
    }
    return [Sample2D](strokes: samples)
  }

  private static func expected(_ got: String) -> String {
    "expected {\"stroke\": [[t, x, y], …]} or {\"strokes\": […]}\(got)"
  }

  /// What a recogniser reads.
  package func answer(by recognizer: GestureRecognizer) -> JSON {
    var recognizer = recognizer
    recognizer.minSize = minSize
    return GestureAnswer(
      recognizer.recognized(RecordedGesture(name: "stroke", samples: .stroke(stroke))),
      by: recognizer, isDetailed: isDetailed
    ).json
  }
}
