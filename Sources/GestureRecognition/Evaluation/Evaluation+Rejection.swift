extension Evaluation {
  /// Tests whether `classifier` knows what it does not know: for each training that the protocol
  /// asks for, and for each class, that class is left out of the training; its gestures should then
  /// be refused, and those of the others believed.
  ///
  /// - Parameters:
  ///   - classifier: What is tested; one that tells the ``Recognition/familiarity`` of gestures.
  ///   - set: The examples.
  ///   - progress: Told how many of how many trainings are done.
  /// - Throws: ``TrainingError``, where the protocol cannot be followed with these examples or there
  ///   are fewer than three classes, for a classifier that tells no familiarity, and on
  ///   cancellation.
  public func runLeavingClassesOut<Classifier: GestureClassifier>(
    _ classifier: Classifier, on set: ExampleSet<Classifier.Representation>,
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)? = nil
  ) async throws(TrainingError) -> RejectionResult {
    let tested = excludesLong ? Self.withoutLong(set.examples) : set.examples
    guard !tested.isEmpty else { throw .noExamples }
    let splits = try splits(of: tested, separate: nil)
    let labels = Set(tested.map(\.label)).sorted()
    guard labels.count >= 3 else {
      throw .contradiction("\(labels.count) classes: to leave one out takes at least 3")
    }
    var known: [Double] = []
    var unknown: [Double] = []
    var (knownAccepted, unknownAccepted) = (0, 0)
    for (done, split) in splits.enumerated() {
      for (place, label) in labels.enumerated() {
        let model = try await classifier.train(split.training.filter { $0.label != label })
        for index in split.tested {
          guard
            let recognition = try? classifier.recognize(tested[index].representation, with: model)
          else { continue }
          guard let familiarity = recognition.familiarity else {
            throw .contradiction("a classifier that does not tell how familiar a gesture is")
          }
          if tested[index].label == label {
            unknown.append(familiarity)
            unknownAccepted += recognition.isGesture ? 1 : 0
          } else {
            known.append(familiarity)
            knownAccepted += recognition.isGesture ? 1 : 0
          }
        }
        progress?(done * labels.count + place + 1, splits.count * labels.count)
      }
    }
    return RejectionResult(
      known: known, unknown: unknown, knownAccepted: knownAccepted,
      unknownAccepted: unknownAccepted)
  }
}
