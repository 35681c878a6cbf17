internal import GestureRecognition
internal import GestureTraining
internal import MotionDelivery
internal import MotionFusion
internal import MotionReports
internal import Platform
internal import Synchronization

/// Examples of a live source: asks for each label, shows each example, and adds it to a data set.
///
/// On a terminal keys undo the last example, go on to the next label, or end the collection.
final class LiveCollection: Sendable {
  /// The result of a collection.
  struct Summary {
    var file: ExampleFile
    var added: Int
    var rejected: Int
    /// The number of examples that the data set contained already.
    var duplicates = 0
    var undone: Int
  }

  private struct State {
    var collector: ExampleCollector
    var file: ExampleFile
    var hasKeys = false
    /// The label that is being typed.
    var typed: String?
    var undone = 0
    /// The last movement that was not added for a doubt.
    var doubtful: Gesture?
    var isEnded = false
    var failure: (any Error)?
    /// Stops the source.
    var stop: (@Sendable () -> Void)?
  }

  /// The shortest motion of an example.
  private let limits: GestureLimits
  private let state: Mutex<State>

  init(_ collector: ExampleCollector, into file: ExampleFile) {
    var limits = GestureLimits.motion
    limits.duration = collector.minimumDuration ?? limits.duration
    self.limits = limits
    state = Mutex(State(collector: collector, file: file))
  }

  /// Whether no more examples are taken.
  var isEnded: Bool { state.withLock { $0.isEnded } }

  // MARK: - Collection

  /// Asks for the first label; the result is to be kept during the collection.
  ///
  /// - Parameters:
  ///   - usesKeys: Whether the terminal's keys are not part of the source.
  ///   - stop: Stops the source.
  func begin(
    usesKeys: Bool, stop: @escaping @Sendable () -> Void
  ) -> (Interruption, TerminalKeys?) {
    let interruption = Interruption { self.end() }
    let keys =
      usesKeys && Console.messagesGoToTerminal ? TerminalKeys { self.take(key: $0) } : nil
    state.withLock { state in
      state.stop = stop
      state.hasKeys = keys != nil
      Self.ask(&state)
    }
    return (interruption, keys)
  }

  /// Adds an example, shows it, and writes the file.
  func add(_ gesture: Gesture) { change { try Self.add(gesture, to: &$0) } }

  private static func add(_ gesture: Gesture, to state: inout State) throws {
    let example: RecordedGesture
    do throws(ExampleError) {
      example = try state.collector.add(gesture)
    } catch {
      return Console.warning("\(error)")
    }
    state.doubtful = nil
    _ = try state.file.add([example], keepsDuplicates: true)
    show(gesture)
    Console.note(
      "\(example.label ?? ""): \(counted(gesture.count, "sample")), \(state.collector.examples.count) added"
    )
    ask(&state)
  }

  private static func show(_ gesture: Gesture) {
    guard Console.messagesGoToTerminal else { return }
    for line in StrokePicture(gesture.stroke).braille(rows: 5) { Console.note("  " + line) }
  }

  /// Adds a movement between pauses, unless there is a doubt: then it is shown, and a key adds it.
  ///
  /// - Parameter read: What a model of all labels reads; `nil` without such a model.
  private func add(_ motions: [DeviceMotion], readAs read: String?) {
    change { state in
      guard let doubt = state.collector.doubt(about: motions, readAs: read) else {
        if read == nil, let label = state.collector.label, state.collector.count(of: label) == 0 {
          Console.note("\(label): the first example, with none to compare it with")
        }
        return try Self.add(.motion(motions), to: &state)
      }
      state.collector.reject()
      state.doubtful = .motion(motions)
      Self.show(.motion(motions))
      Console.warning(
        "\(doubt), not \(state.collector.label ?? ""): not added"
          + (state.hasKeys ? "  (k: add it)" : ""))
      Self.ask(&state)
    }
  }

  /// The result.
  ///
  /// - Throws: The error that ended the collection.
  func summary() throws -> Summary {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return Summary(
        file: state.file, added: state.collector.examples.count,
        rejected: state.collector.rejectedCount, undone: state.undone)
    }
  }

  private func end() {
    state.withLock { state -> (@Sendable () -> Void)? in
      state.isEnded = true
      return state.stop
    }?()
  }

  /// Changes the state; an error ends the collection, and completion without keys for an undo.
  private func change(_ change: (inout State) throws -> Void) {
    let isEnded = state.withLock { state in
      do {
        try change(&state)
      } catch {
        state.failure = error
      }
      return state.failure != nil || (state.collector.isComplete && !state.hasKeys)
    }
    if isEnded { end() }
  }

  // MARK: - Prompts and keys

  /// Asks for the next example.
  private static func ask(_ state: inout State) {
    let collector = state.collector
    let keys = state.hasKeys ? "  (u: undo, n: next label, q: end)" : ""
    if let label = collector.label {
      let number = collector.count(of: label) + 1
      let of = collector.count.map { " of \($0)" } ?? ""
      Console.note("Next: \(label), \(number)\(of)\(keys)")
    } else if collector.isComplete {
      Console.note("All examples are collected\(state.hasKeys ? "  (u: undo, q: end)" : "")")
    } else if state.hasKeys {
      state.typed = ""
      Console.write("Label: ")
    }
  }

  private func take(key: Character) {
    var isEnd = false
    change { state in
      if state.typed != nil { return Self.type(key, in: &state) }
      switch key {
      case "u": try Self.undo(&state)
      case "n":
        state.collector.skip()
        Self.ask(&state)
      case "k": if let gesture = state.doubtful { try Self.add(gesture, to: &state) }
      case "q": isEnd = true
      default: break
      }
    }
    if isEnd { end() }
  }

  private static func undo(_ state: inout State) throws {
    guard let example = state.collector.undo() else {
      return Console.note("No example to undo")
    }
    state.undone += 1
    try state.file.undo()
    Console.note("\(example.label ?? ""): the last example is removed")
    ask(&state)
  }

  /// Edits the label that is being typed; Return chooses it.
  private static func type(_ key: Character, in state: inout State) {
    var typed = state.typed ?? ""
    switch key {
    case "\r", "\n":
      let label = typed.trimmed
      Console.write("\n")
      state.typed = nil
      if !label.isEmpty { state.collector.choose(label) }
      return ask(&state)
    case "\u{8}", "\u{7F}": _ = typed.popLast()
    default: if key.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) { typed.append(key) }
    }
    state.typed = typed
    Console.write("\r\u{1B}[2KLabel: \(typed)")
  }
}

extension LiveCollection {
  /// Collects the gestures of device motion: by touch where the source has it, otherwise between
  /// stationary phases.
  ///
  /// Movements between gestures end at stationary phases too. Letters of the built-in model are
  /// spotted among them, and added as the letter that is asked for if they are read as it;
  /// movements of other labels if they resemble the earlier examples of the label.
  ///
  /// - Returns: The number of gestures that were too long.
  func collect(
    from source: any MotionSource, configuration: MotionManager.Configuration, usesKeys: Bool
  ) async throws -> Int {
    var configuration = configuration
    configuration.requiresGyroscope = false
    let manager = MotionManager(source: source, configuration: configuration)
    let updates = try manager.updates(policy: .neverMiss(buffering: 256))
    var segmenter = MotionSegmenter(limits: limits)
    let reader = try GestureRecognizer.uppercaseLetters()
    let labels = state.withLock { $0.collector.labels }
    let areRead = !labels.isEmpty && labels.allSatisfy(reader.motionModel.labels.contains)
    var session = WritingSession(reader)
    let handlers = begin(usesKeys: usesKeys) { manager.stop() }
    var findingCount = 0
    // What a source without a gyroscope moves is not read.
    var hasTurned = false
    func take(_ gesture: [DeviceMotion]?, _ found: [RecognizedGesture]) {
      if !segmenter.hasTouch, areRead, hasTurned {
        for letter in found where !isEnded {
          guard case .motion(let motions) = letter.gesture.samples else { continue }
          add(motions, readAs: letter.recognition?.label ?? "no letter")
        }
      } else if let gesture, !isEnded {
        if segmenter.hasTouch { add(.motion(gesture)) } else { add(gesture, readAs: nil) }
      }
    }
    for try await motion in updates where !isEnded {
      manager.warnOfFindings(in: source, after: &findingCount)
      if motion.rotationRate != .zero { hasTurned = true }
      let gesture = segmenter.update(motion)
      take(gesture, areRead && !segmenter.hasTouch ? session.update(motion) : [])
    }
    if !isEnded { take(segmenter.finish(), session.finish()) }
    withExtendedLifetime(handlers) {}
    manager.warnOfFaults(in: source)
    return segmenter.overflows
  }

  /// Collects the segments of lines of numbers: by `rule`, or while the last column is 1.
  ///
  /// - Returns: The number of segments that were too long.
  func collectSeries(
    from descriptor: Int32, name: String, rule: SegmentationRule?, usesKeys: Bool,
    skippingBadLines: Bool
  ) throws -> Int {
    var decoder = SeriesLineDecoder(
      name: name, dimension: nil, hasTouch: rule.map { $0 == .touch },
      skippingBadLines: skippingBadLines)
    var segmenter: SeriesSegmenter?
    var latest = -Double.infinity
    let handlers = begin(usesKeys: usesKeys) {}
    func take(_ line: [UInt8]) throws -> Bool {
      guard let sample = try decoder.decode(line) else { return true }
      guard sample.time.isFinite, sample.components.allSatisfy(\.isFinite), sample.time >= latest
      else {
        try decoder.reject()
        return true
      }
      latest = sample.time
      if segmenter == nil {
        guard let rule = rule ?? (decoder.hasTouch == true ? .touch : nil) else {
          throw ToolError(
            .badData,
            "\(name): expected a header whose last column is touch, or --segment RULE")
        }
        segmenter = SeriesSegmenter(rule, dimension: sample.components.count)
      }
      let series = segmenter?.update(
        sample.components, at: sample.time, isTouching: sample.isTouching)
      if let series { add(.series(series)) }
      return !isEnded
    }
    let rest = try InputLines.read(
      descriptor, name: name, isStopped: { isEnded }, take: take)
    // A last line without a line feed is used if it is a sample.
    if let rest { _ = try? take(rest) }
    if !isEnded, let series = segmenter?.finish() { add(.series(series)) }
    withExtendedLifetime(handlers) {}
    if decoder.skippedCount > 0 {
      Console.warning("\(name): \(counted(decoder.skippedCount, "bad line")) skipped")
    }
    return segmenter?.overflows ?? 0
  }
}
