internal import GestureRecognition

/// The acceptance of gestures of trained classes and of out-of-vocabulary gestures.
package struct RejectionResult: Hashable, Sendable {
  package let inVocabulary: [Double]
  /// The similarities of gestures of the class that was left out of the training.
  package let outOfVocabulary: [Double]
  /// The number of accepted gestures of trained classes.
  package let trueAcceptances: Int
  /// The number of accepted out-of-vocabulary gestures.
  package let falseAcceptances: Int

  /// The share of gestures of trained classes that were accepted; `nil` without such gestures.
  package var trueAcceptanceRate: Double? {
    inVocabulary.isEmpty ? nil : Double(trueAcceptances) / Double(inVocabulary.count)
  }

  /// The share of out-of-vocabulary gestures that were accepted; `nil` without such gestures.
  package var falseAcceptanceRate: Double? {
    outOfVocabulary.isEmpty ? nil : Double(falseAcceptances) / Double(outOfVocabulary.count)
  }

  /// The area under the receiver operating characteristic.
  ///
  /// The probability that a gesture of a trained class has the greater similarity, with ties
  /// counted half. `nil` without gestures of both kinds.
  ///
  /// - Complexity: O(*m* *n*) for *m* gestures of trained classes and *n* others.
  package var areaUnderCurve: Double? {
    guard !inVocabulary.isEmpty, !outOfVocabulary.isEmpty else { return nil }
    let sum = inVocabulary.reduce(0.0) { sum, value in
      outOfVocabulary.reduce(sum) { $0 + ($1 < value ? 1 : $1 == value ? 0.5 : 0) }
    }
    return sum / (Double(inVocabulary.count) * Double(outOfVocabulary.count))
  }

  /// The false-acceptance rate at the threshold with this true-acceptance rate.
  ///
  /// The threshold is chosen on the same gestures. `nil` without gestures of both kinds.
  package func falseAcceptanceRate(atTrueAcceptanceRate share: Double) -> Double? {
    guard !outOfVocabulary.isEmpty, let threshold = Quantiles(inVocabulary)?.value(at: 1 - share)
    else { return nil }
    return Double(outOfVocabulary.count { $0 >= threshold }) / Double(outOfVocabulary.count)
  }
}

extension Evaluation {
  /// Evaluates the rejection of out-of-vocabulary gestures.
  ///
  /// For each split of the protocol and each class, the class is left out of the training. Its
  /// gestures should then be rejected, and those of the trained classes accepted. Gestures of
  /// classes that the split does not train do not count. All gestures of a user are one session, in
  /// their order in the set.
  ///
  /// - Parameters:
  ///   - classifier: A classifier with a `Recognition.similarity`.
  ///   - shown: The input for a tested example, such as a disturbed motion (default: the example's
  ///     representation). An example with a result of `nil` does not count.
  ///   - progress: Receives the number of completed trainings, and of all.
  /// - Throws: ``TrainingError`` for examples that do not allow the protocol, fewer than three
  ///   classes, a classifier without a similarity, and cancellation.
  package func runLeavingClassesOut<Classifier: GestureClassifier>(
    _ classifier: Classifier, on set: ExampleSet<Classifier.Representation>,
    shown: ((Example<Classifier.Representation>) -> Classifier.Representation?)? = nil,
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
      let trained = Set((split.training + split.own).map(\.label))
      for (place, label) in labels.enumerated() {
        let model = try await classifier.train(
          split.training.filter { $0.label != label }, own: split.own.filter { $0.label != label })
        var sessions = WriterSessions(classifier.session(with: model))
        for example in split.tested.lazy.map({ tested[$0] }) {
          let outcome = EvaluationResult.Outcome(
            of: example, shown: shown, sessions: &sessions,
            recognize: classifier.recognizer(with: model))
          guard let recognition = outcome.recognition else { continue }
          guard let similarity = recognition.similarity else {
            throw .invalidOptions("expected a classifier with a similarity to the training set")
          }
          if example.label == label {
            outOfVocabulary.append(similarity)
            falseAcceptances += recognition.isGesture ? 1 : 0
          } else if trained.contains(example.label) {
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
