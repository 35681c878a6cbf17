package import GestureRecognition
package import MotionFusion

/// Collects labelled examples: the label to ask for next, counts, and undo.
///
/// ```swift
/// var collector = ExampleCollector(labels: ["A", "B"], count: 5)
/// while let label = collector.label {
///   print("write \(label), \(collector.count(of: label) + 1) of 5")
///   try collector.add(.motion(nextGesture()))
/// }
/// ```
///
/// A value type without a clock: it neither cuts a stream nor writes a file.
package struct ExampleCollector: Sendable {
  /// The labels to ask for, in order; empty if each is chosen by `choose(_:)`.
  package let labels: [String]
  /// The number of examples to collect of each label; `nil` for no limit.
  package let count: Int?
  /// The minimum duration of an example, in seconds; `nil` for that of its kind.
  package let minimumDuration: Double?
  /// The person who makes the examples; `nil` if unknown.
  package var user: String?
  /// The examples so far, in order.
  package private(set) var examples: [RecordedGesture] = []
  /// The number of gestures that `add(_:)` rejected.
  package private(set) var rejectedCount = 0

  private var chosen: String?
  private var skipped: Set<String> = []
  /// The motions among the examples, for `doubt(about:readAs:)`.
  private var templates = TemplateModel()

  /// A collector without examples.
  ///
  /// - Parameters:
  ///   - labels: The labels to ask for, in order, without repetition.
  ///   - count: The number of examples of each label; `nil` for no limit.
  ///   - minimumDuration: The minimum duration of an example, in seconds; `nil` for that of its
  ///     kind.
  ///   - user: The person who makes the examples.
  package init(
    labels: [String] = [], count: Int? = nil, minimumDuration: Double? = nil, user: String? = nil
  ) {
    precondition(count ?? 1 > 0, "expected a positive count, got \(count ?? 1)")
    precondition(!labels.contains(""), "expected labels, got an empty one")
    self.labels = labels
    self.count = count
    self.minimumDuration = minimumDuration
    self.user = user
  }

  // MARK: - Labels

  /// The label of the next example; `nil` when all are collected, or none has been chosen.
  package var label: String? {
    if let chosen { return chosen }
    return labels.first { label in
      !skipped.contains(label) && self.count(of: label) < count ?? .max
    }
  }

  /// Whether there are ``labels``, and each has its examples or is skipped.
  package var isComplete: Bool { !labels.isEmpty && label == nil }

  package func count(of label: String) -> Int { examples.count { $0.label == label } }

  /// Sets the label of the next examples.
  package mutating func choose(_ label: String) {
    precondition(!label.isEmpty, "expected a label, got an empty one")
    chosen = label
  }

  /// Advances to the next label.
  package mutating func skip() {
    if let label, chosen == nil { skipped.insert(label) }
    chosen = nil
  }

  // MARK: - Examples

  /// Adds a gesture as an example of ``label``.
  ///
  /// - Returns: The example.
  /// - Throws: `ExampleError`; the gesture is then counted in `rejectedCount`.
  @discardableResult
  package mutating func add(_ gesture: Gesture) throws(ExampleError) -> RecordedGesture {
    guard let label else {
      rejectedCount += 1
      throw .unlabeled
    }
    do throws(GestureError) {
      try gesture.checkLength(minimumDuration: minimumDuration)
    } catch {
      rejectedCount += 1
      throw .gesture(error)
    }
    let example = RecordedGesture(label: label, user: user, samples: gesture)
    examples.append(example)
    if case .motion(let motions) = gesture { try? templates.add(motions, label: label) }
    return example
  }

  /// Why a movement between pauses, without a touch, may be no example of ``label``; `nil` without
  /// a doubt.
  ///
  /// A movement between two gestures ends at pauses too. A model that knows the label decides by
  /// what it reads; otherwise the examples of a label must be alike.
  ///
  /// - Parameter read: What a model with all ``labels`` reads; `nil` without such a model.
  package func doubt(
    about motions: [DeviceMotion], readAs read: String? = nil
  ) -> ExampleDoubt? {
    guard let label else { return nil }
    if let read { return read == label ? nil : .otherGesture(read) }
    guard let found = try? templates.recognize(motions),
      let own = found.ranked.first(where: { $0.label == label })
    else { return nil }
    if own.score < TemplateMatching.doubtfulMargin * found.score {
      return .otherGesture(found.label)
    }
    return -own.score > TemplateMatching.doubtfulDistance ? .unlikeExamples : nil
  }

  /// Counts a gesture that was not added for a doubt.
  package mutating func reject() { rejectedCount += 1 }

  /// Removes the last example, and asks for its label again.
  ///
  /// - Returns: The example; `nil` if there is none.
  @discardableResult
  package mutating func undo() -> RecordedGesture? {
    guard let last = examples.popLast() else { return nil }
    if let label = last.label { skipped.remove(label) }
    if chosen != nil { chosen = last.label }
    templates = TemplateModel()
    for example in examples {
      guard case .motion(let motions) = example.samples, let label = example.label else { continue }
      try? templates.add(motions, label: label)
    }
    return last
  }
}

/// The doubt that a movement is an example of the label that was asked for.
package enum ExampleDoubt: Hashable, Sendable, CustomStringConvertible {
  /// It is read as, or resembles, another gesture.
  case otherGesture(String)
  /// It is unlike the examples of the label.
  case unlikeExamples

  package var description: String {
    switch self {
    case .otherGesture(let label): "the movement resembles \(label)"
    case .unlikeExamples: "the movement is unlike the examples of the label"
    }
  }
}

/// The reason why a gesture is not an example.
package enum ExampleError: Error, Hashable, Sendable {
  /// All examples are collected, or no label has been chosen.
  case unlabeled
  /// The gesture is too short.
  case gesture(GestureError)
}

extension ExampleError: CustomStringConvertible {
  /// The reason, and what was expected.
  package var description: String {
    switch self {
    case .unlabeled: "expected a label, got none"
    case .gesture(let error): error.description
    }
  }
}
