extension Evaluation {
  /// Evaluates the rejection of out-of-vocabulary gestures.
  ///
  /// For each split of the protocol and each class, the class is left out of the training. Its
  /// gestures should then be rejected, and those of the other classes accepted. All gestures of a
  /// user are one session, in their order in the set.
  ///
  /// - Parameters:
  ///   - classifier: A classifier with a ``Recognition/similarity``.
  ///   - set: The examples.
  ///   - progress: Receives the number of completed trainings, and of all.
  /// - Throws: ``TrainingError`` for examples that do not allow the protocol, fewer than three
  ///   classes, a classifier without a similarity, and cancellation.
  package func runLeavingClassesOut<Classifier: GestureClassifier>(
    _ classifier: Classifier, on set: ExampleSet<Classifier.Representation>,
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)? = nil
  ) async throws(TrainingError) -> RejectionResult {
    let tested = excludesLong ? Self.withoutLong(set.examples) : set.examples
    guard !tested.isEmpty else { throw .noExamples }
    let splits = try splits(of: tested, separate: nil)
    let labels = Set(tested.map(\.label)).sorted()
    guard labels.count >= 3 else {
      throw .invalidOptions("expected at least 3 classes to leave one out, got \(labels.count)")
    }
    var inVocabulary: [Double] = []
    var outOfVocabulary: [Double] = []
    var (trueAcceptances, falseAcceptances) = (0, 0)
    for (done, split) in splits.enumerated() {
      for (place, label) in labels.enumerated() {
        let model = try await classifier.train(
          split.training.filter { $0.label != label }, own: split.own.filter { $0.label != label })
        var sessions: [String?: AcceptanceSession] = [:]
        for index in split.tested {
          guard
            var recognition = try? classifier.recognize(tested[index].representation, with: model)
          else { continue }
          let user = tested[index].user
          var session = sessions[user] ?? classifier.session(with: model)
          session?.decide(&recognition)
          sessions[user] = session
          guard let similarity = recognition.similarity else {
            throw .invalidOptions("expected a classifier with a similarity to the training set")
          }
          if tested[index].label == label {
            outOfVocabulary.append(similarity)
            falseAcceptances += recognition.isGesture ? 1 : 0
          } else {
            inVocabulary.append(similarity)
            trueAcceptances += recognition.isGesture ? 1 : 0
          }
        }
        progress?(done * labels.count + place + 1, splits.count * labels.count)
      }
    }
    return RejectionResult(
      inVocabulary: inVocabulary, outOfVocabulary: outOfVocabulary,
      trueAcceptances: trueAcceptances, falseAcceptances: falseAcceptances)
  }
}
