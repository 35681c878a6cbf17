internal import GestureRecognition
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionReports
internal import MotionSources
internal import Platform
internal import Synchronization

/// Prints each recognised gesture of a stream as soon as it ends, or each phrase of words.
struct LiveReading {
  let recognizer: GestureRecognizer
  let isJSON: Bool
  /// The words in progress; `nil` to print gestures.
  let words: WordSession?

  private let output = LineOutput()

  init(recognizer: GestureRecognizer, isJSON: Bool, words: WordSession?) {
    self.recognizer = recognizer
    self.isJSON = isJSON
    self.words = words
  }

  /// Prints a gesture, or the words that end before it; `false` when the output is closed.
  private func print(_ gesture: RecognizedGesture, _ words: inout WordSession?) throws -> Bool {
    let ended = words?.add(gesture)
    if let ended { return try print(ended) }
    let answer = RecognitionAnswer.Gesture(gesture)
    return try print(answer.line, row: answer.row)
  }

  /// Prints words; `false` when the output is closed.
  private func print(_ words: [RecognizedWord]) throws -> Bool {
    for word in words {
      guard try print(word.json, row: word.row) else { return false }
    }
    return true
  }

  private func print(_ line: JSON, row: String) throws -> Bool {
    guard isJSON else { return try output.print(row) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try output.print(String(decoding: try encoder.encode(line), as: UTF8.self))
  }

  /// Prints the header of a table; `false` when the output is closed.
  private func begin() throws -> Bool {
    isJSON ? true : try output.print("start,end,\(words == nil ? "label" : "word"),confidence")
  }

  /// Recognises gestures of a source, until its end, SIGINT or SIGTERM.
  func readMotion(
    of source: any MotionSource, configuration: MotionManager.Configuration
  ) async throws {
    let manager = MotionManager(source: source, configuration: configuration)
    let updates = try manager.updates(policy: .neverMiss(buffering: 256))
    let interruption = Interruption { manager.stop() }
    var session = WritingSession(recognizer)
    var words = words
    var isRead = try begin()
    var findingCount = 0
    for try await motion in updates where isRead {
      manager.warnOfFindings(in: source, after: &findingCount)
      for gesture in session.update(motion) where isRead && gesture.isFound {
        isRead = try print(gesture, &words)
      }
      if isRead, session.isIdle, let ended = words?.advance(to: motion.timestamp) {
        isRead = try print(ended)
      }
      if !isRead { manager.stop() }
    }
    for gesture in session.finish() where isRead && gesture.isFound {
      isRead = try print(gesture, &words)
    }
    if isRead, let ended = words?.finish() { _ = try print(ended) }
    withExtendedLifetime(interruption) {}
    manager.warnOfFaults(in: source)
  }

  /// Recognises gestures in lines, until their end, SIGINT or SIGTERM.
  ///
  /// A gesture that ends by the clock is printed at its end, whether or not a line follows.
  ///
  /// - Throws: ``ToolError`` for a line that is not a sample, unless bad lines are skipped.
  func read(_ lines: some GestureLines, of descriptor: Int32, name: String) throws {
    let stop = StopSign()
    let interruption = Interruption { stop.raise() }
    var stream = lines
    var words = words
    var isRead = try begin()
    func show(_ gestures: [RecognizedGesture]) throws -> Bool {
      for gesture in gestures where gesture.isFound {
        guard try print(gesture, &words) else { return false }
      }
      return true
    }
    let rest =
      isRead
      ? try InputLines.read(
        descriptor, name: name, isStopped: { stop.isUp || !isRead },
        wait: {
          isRead = try show(stream.advance())
          if isRead, stream.millisecondsToDeadline == nil, let now = stream.now,
            let ended = words?.advance(to: now)
          {
            isRead = try print(ended)
          }
          return stream.millisecondsToDeadline ?? InputLines.longestWait
        },
        take: { line in
          isRead = try show(stream.take(line))
          return isRead
        }) : nil
    // A last line without a line feed is used if it is a sample.
    if let rest { isRead = try show((try? stream.take(rest)) ?? []) }
    guard stream.hasSample || stop.isUp || !isRead else {
      throw ToolError(.badData, "\(name): expected lines of samples, got none")
    }
    if isRead { isRead = try show(stream.finish()) }
    if isRead, let ended = words?.finish() { _ = try print(ended) }
    if stream.skippedCount > 0 {
      Console.warning("\(name): \(counted(stream.skippedCount, "bad line")) skipped")
    }
    withExtendedLifetime(interruption) {}
  }
}

/// A flag that any thread may raise.
private final class StopSign: Sendable {
  private let state = Mutex(false)

  var isUp: Bool { state.withLock { $0 } }

  func raise() { state.withLock { $0 = true } }
}

extension RecognitionAnswer.Gesture {
  /// The line of `inertial live` with a model: every field, `null` without a value.
  fileprivate var line: JSON {
    [
      "start": JSON(start), "end": JSON(end), "label": JSON(label) { JSON($0) },
      "confidence": JSON(confidence) { JSON($0) },
      "alternatives": JSON(alternatives) { $0.json }, "reason": JSON(reason) { JSON($0) },
    ]
  }

  /// The line as a row of a table.
  fileprivate var row: String {
    let name = Console.visible(label ?? "")
    let quoted =
      name.contains { ",\"\n".contains($0) }
      ? "\"" + name.replacing("\"", with: "\"\"") + "\"" : name
    return "\(start),\(end),\(quoted)," + (confidence.map { decimal($0, places: 4) } ?? "")
  }
}

extension RecognizedWord {
  /// The line of `inertial live --words` as a row of a table.
  fileprivate var row: String {
    "\(start),\(end),\(word.text)," + decimal(word.confidence, places: 4)
  }
}
