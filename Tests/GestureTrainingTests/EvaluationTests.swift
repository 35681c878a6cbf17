import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

/// Memorises its training examples, so that a test sees them.
private struct Memory: GestureClassifier {
  var fixedLabels: [String] = []

  func train(_ examples: [Example<Int>]) async throws(TrainingError) -> Set<Int> {
    Set(examples.map(\.representation))
  }

  func recognize(
    _ representation: Int, with model: Set<Int>
  ) throws(GestureError) -> Recognition {
    // The score is the number of training examples, the confidence whether this is one of them.
    Recognition(
      label: "A", score: Double(model.count), confidence: model.contains(representation) ? 1 : 0)
  }
}

@Suite("Evaluation")
struct EvaluationTests {
  /// Examples of three users who wrote A and B five times each, in turn.
  private func set(users: [String?] = ["u1", "u2", "u3"]) -> ExampleSet<Int> {
    var examples: [Example<Int>] = []
    for user in users {
      for _ in 0..<5 {
        for label in ["A", "B"] {
          examples.append(
            Example(representation: examples.count, label: label, user: user, duration: 1))
        }
      }
    }
    return ExampleSet(examples: examples)
  }

  private func check(
    _ evaluation: Evaluation, learned: Int, tested: Int = 30,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await evaluation.run(Memory(), on: set())
    #expect(result.total == tested, sourceLocation: sourceLocation)
    #expect(result.correct * 2 == tested, sourceLocation: sourceLocation)
    #expect(result.accuracy == 0.5, sourceLocation: sourceLocation)
    #expect(result.confusion.counts == [[tested / 2, 0], [tested / 2, 0]])
    #expect(result.perUser.count == 3)
    #expect(result.perUser.values.allSatisfy { $0.total == tested / 3 && $0.accuracy == 0.5 })
    for outcome in result.outcomes {
      #expect(outcome.recognition?.score == Double(learned), sourceLocation: sourceLocation)
      #expect(outcome.recognition?.confidence == 0, "no training example is tested")
    }
  }

  @Test("of users with equal accuracy the first by name is the worst")
  func worstOfEqual() {
    let examples = (1...9).flatMap { user in
      (1...user).flatMap { _ in
        ["A", "B"].map { Example(representation: 0, label: $0, user: "user \(user)") }
      }
    }
    let result = EvaluationResult(testing: ExampleSet(examples: examples)) {
      (_, _) throws(GestureError) in Recognition(label: "A", score: 0, confidence: 1)
    }
    #expect(result.worstUser?.total == 2 && result.worstUser?.accuracy == 0.5)
  }

  /// Recognises every gesture as A, with its number as similarity.
  private struct Ranked: GestureClassifier {
    func train(_ examples: [Example<Int>]) async throws(TrainingError) {}

    func recognize(_ representation: Int, with model: Void) throws(GestureError) -> Recognition {
      guard representation > 0 else { throw .zeroDuration }
      return Recognition(
        label: "A", score: 0, confidence: 0.5, isGesture: representation >= 10,
        similarity: Double(representation))
    }
  }

  @Test("accepted and rejected gestures add up, in all and by user; errors count as rejected")
  func acceptance() async throws {
    let result = try await Evaluation(.leaveOneUserOut).run(Ranked(), on: set())
    // Numbers 0 to 29, A and B in turn.
    #expect(result.counts.acceptedCorrect == 10 && result.counts.acceptedWrong == 10)
    #expect(result.counts.rejected == 10 && result.total == result.outcomes.count)
    #expect(result.correct == 14, "rejection does not enter; the first has no recognition")
    #expect(result.perUser["u1"]?.rejected == 10)
    #expect(result.perUser["u3"]?.acceptedWrong == 5)
    let curve = result.riskCoverage
    #expect(curve.count == 19 && curve.last?.coverage == 29.0 / 30)
    #expect(curve.last?.risk == 15.0 / 29 && curve.last?.threshold == 1)
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.coverage < $1.coverage })
    #expect(curve.first?.coverage == 2.0 / 30 && curve.first?.risk == 0.5)
  }

  @Test("leave one user out trains on the other two")
  func leaveOneUserOut() async throws {
    try await check(Evaluation(.leaveOneUserOut), learned: 20)
    var evaluation = Evaluation(.leaveOneUserOut)
    evaluation.otherUsers = 1
    try await check(evaluation, learned: 10)
    evaluation.examplesPerClass = 2
    try await check(evaluation, learned: 14, tested: 18)
    evaluation.otherUsers = 9
    try await check(evaluation, learned: 24, tested: 18)
  }

  @Test("user-dependent trains on the user's other repetitions, or on the first few")
  func userDependent() async throws {
    try await check(Evaluation(.userDependent), learned: 8)
    var evaluation = Evaluation(.userDependent)
    evaluation.examplesPerClass = 1
    try await check(evaluation, learned: 2, tested: 24)
  }

  @Test("mixed trains on nine stratified folds of ten", arguments: 1...4 as ClosedRange<UInt64>)
  func mixed(seed: UInt64) async throws {
    try await check(Evaluation(.mixed, seed: seed), learned: 27)
    var halves = Evaluation(.mixed, seed: seed)
    halves.folds = 2
    try await check(halves, learned: 15)
    halves.examplesPerClass = 3
    try await check(halves, learned: 6)
  }

  @Test("mixed leaves out one example at a time where there are fewer than folds")
  func fewExamples() async throws {
    let examples = (0..<8).map {
      Example(representation: $0, label: $0 % 2 == 0 ? "A" : "B", name: "\($0)")
    }
    let result = try await Evaluation(.mixed).run(Memory(), on: ExampleSet(examples: examples))
    #expect(result.total == 8)
    let one = ExampleSet(examples: Array(examples.prefix(1)))
    await #expect(throws: TrainingError.self) {
      try await Evaluation(.mixed).run(Memory(), on: one)
    }
  }

  @Test("a label without a training example is not tested, but counted")
  func untested() async throws {
    var examples = set().examples
    // One example, and two of one user.
    examples.append(Example(representation: 30, label: "once", user: "u1"))
    for number in 31...32 {
      examples.append(Example(representation: number, label: "one user", user: "u2"))
    }
    let set = ExampleSet(examples: examples)
    let untested: [(EvaluationProtocol, Int)] = [
      (.mixed, 1), (.userDependent, 1), (.leaveOneUserOut, 3),
    ]
    for (method, count) in untested {
      let result = try await Evaluation(method).run(Memory(), on: set)
      #expect(result.untested == count && result.total == 33 - count, "\(method)")
      #expect(!result.labels.contains("once"))
    }
    let other = ExampleSet(examples: [Example(representation: 0, label: "other")])
    let tested = try await Evaluation(.trainTest).run(Memory(), on: set, training: self.set())
    #expect(tested.untested == 3)
    await #expect {
      try await Evaluation(.trainTest).run(Memory(), on: set, training: other)
    } throws: {
      "\($0)" == "no examples left to test on: no training example has the label of a tested one"
    }
    // One of each label, which a model of the letters could read.
    let single = ExampleSet(
      examples: ["A", "B"].map { Example(representation: 0, label: $0, user: "u1") })
    for method in [EvaluationProtocol.mixed, .userDependent] {
      await #expect(throws: TrainingError.self) {
        try await Evaluation(method).run(Memory(), on: single)
      }
      let result = try await Evaluation(method).run(Memory(fixedLabels: ["A"]), on: single)
      #expect(result.total == 1 && result.untested == 1)
    }
  }

  @Test("a learning curve evaluates each amount by its protocol")
  func learningCurve() async throws {
    func amounts(_ amount: LearningCurve.Amount, folds: Int = 10) async throws -> [[Int]] {
      var evaluation = Evaluation(.mixed)
      evaluation.folds = folds
      let curve = try await evaluation.learningCurve(of: amount, Memory(), on: set())
      #expect(curve.points.allSatisfy { $0.accuracy == 0.5 })
      return curve.points.map { [$0.amount, $0.total] }
    }
    #expect(try await amounts(.otherUsers) == [[1, 30], [2, 30]])
    #expect(try await amounts(.ownExamples) == [[1, 24], [2, 18]])
    #expect(try await amounts(.addedExamples) == [[0, 30], [1, 24], [2, 18]])
    #expect(
      try await amounts(.examplesPerClass, folds: 3) == [1, 2, 3, 5, 8].map { [$0, 30] })
    var grouped = Evaluation(.leaveOneUserOut)
    grouped.userGroups = 2
    let curve = try await grouped.learningCurve(of: .addedExamples, Memory(), on: set())
    #expect(curve.points.map(\.amount) == [0, 1, 2], "groups are of the evaluation alone")
    let shown = try await grouped.learningCurve(
      of: .addedExamples, Memory(), on: set(), shown: { _ in nil })
    #expect(shown.points.map(\.correct) == [0, 0, 0])
    let anonymous = try await Evaluation(.mixed)
      .learningCurve(of: .otherUsers, Memory(), on: set(users: [nil]))
    #expect(anonymous.points.isEmpty)
  }

  @Test("the tested input replaces the example")
  func shown() async throws {
    let result = try await Evaluation(.leaveOneUserOut).run(
      Memory(), on: set(), shown: { $0.label == "A" ? ($0.representation + 10) % 30 : nil })
    // The next user's gestures, which are in the training set, and nothing of B.
    #expect(result.outcomes.allSatisfy { ($0.recognition == nil) == ($0.label == "B") })
    #expect(result.outcomes.compactMap(\.recognition).allSatisfy { $0.confidence == 1 })
    let bins = result.reliability(bins: 4)
    #expect(bins.map(\.count) == [15])
    #expect(bins.first?.lowerBound == 0.75 && bins.first?.accuracy == 1)
  }

  @Test("chance alone: the calibration error of calibrated confidences")
  func calibrationByChance() async throws {
    func error(_ confidences: [Double]) throws -> Double {
      let set = ExampleSet(
        examples: confidences.map { Example(representation: $0, label: "A") })
      let result = EvaluationResult(
        testing: set, excludesLong: false, shown: nil,
        recognize: { confidence, _ in Recognition(label: "A", score: 0, confidence: confidence) })
      return try #require(result.calibrationErrorByChance())
    }
    // One gesture: wrong with 1 - p by p, or right with p by 1 - p.
    #expect(abs(try error([0.75]) - 2 * 0.75 * 0.25) < 1e-15)
    // Two in one bin: 0, 1 or 2 mistakes instead of 0.8 on average.
    #expect(abs(try error([0.6, 0.6]) - (0.36 * 0.8 + 0.48 * 0.2 + 0.16 * 1.2) / 2) < 1e-15)
    #expect(try error([1, 1, 1]) == 0)
    // SciPy's binom(1000, 0.15): the mean absolute deviation of the number of mistakes.
    let many = try error([Double](repeating: 0.85, count: 1000))
    #expect(abs(many - 0.009004249) < 1e-8)
    let none = EvaluationResult(outcomes: [], rejectedRecordings: 0, excluded: 0)
    #expect(none.calibrationErrorByChance() == nil)
  }

  @Test("train-test trains on the separate set")
  func trainTest() async throws {
    let other = ExampleSet(examples: (100..<107).map { Example(representation: $0, label: "A") })
    let result = try await Evaluation(.trainTest).run(Memory(), on: set(), training: other)
    #expect(result.total == 15 && result.untested == 15)
    #expect(result.outcomes.allSatisfy { $0.label == "A" && $0.recognition?.score == 7 })
  }

  @Test("a trained model is tested on all examples but long ones")
  func finished() {
    var set = set()
    set.examples[4].duration = 3
    let result = EvaluationResult(
      testing: set, excludesLong: true,
      shown: { $0.representation == 7 ? nil : $0.representation + 1 },
      recognize: { representation, _ throws(GestureError) in
        guard representation != 11 else { throw .atRest }
        return Recognition(label: "A", score: Double(representation), confidence: 1)
      })
    #expect(result.total == 29 && result.excluded == 1)
    #expect(result.correct == 13, "of 14, without the one that throws")
    #expect(result.outcomes.count { $0.recognition == nil } == 2)
    #expect(result.outcomes[0].recognition?.score == 1)
  }

  @Test("groups of users do not restrict the other protocols and the learning curves")
  func groupsAndOtherProtocols() async throws {
    var evaluation = Evaluation(.leaveOneUserOut)
    evaluation.userGroups = 2
    var options = EvaluationOptions()
    options.allProtocols = true
    options.learningCurves = true
    let summary = try await EvaluationRun(
      classifier: Memory(), classifierName: "memory", set: set(), isRepeatedWithoutLong: false
    ).summary(of: evaluation, options: options)
    #expect(summary.skippedProtocols.isEmpty)
    #expect(summary.protocols.map { Set($0.keys) } == [.userDependent, .mixed])
    #expect(
      summary.learningCurves?.map(\.amount) == [.otherUsers, .ownExamples, .addedExamples])
  }

  @Test("leaving classes out: untrained classes do not count, and the shown input is tested")
  func leavingOutUntrained() async throws {
    var set = set()
    for index in set.examples.indices {
      set.examples[index].representation += 10
      if index % 3 == 0 { set.examples[index].label = "C" }
    }
    // D is written by one user only: nobody else trains it.
    set.examples[29].label = "D"
    let counts = Dictionary(grouping: set.examples, by: \.label).mapValues(\.count)
    let result = try await Evaluation(.leaveOneUserOut).runLeavingClassesOut(Ranked(), on: set)
    #expect(result.outOfVocabulary.count == 30)
    // Each gesture is out of vocabulary in the round of its class, and that of D counts in no
    // other.
    #expect(counts["D"] == 1 && result.inVocabulary.count == 3 * 29)
    let shown = try await Evaluation(.leaveOneUserOut).runLeavingClassesOut(
      Ranked(), on: set, shown: { $0.label == "C" ? nil : 5 })
    #expect(shown.outOfVocabulary.count == 30 - (counts["C"] ?? 0))
    #expect(shown.trueAcceptances == 0 && shown.outOfVocabulary.allSatisfy { $0 == 5 })
  }

  @Test("leaving classes out needs three classes, and a classifier with a similarity")
  func leavingOut() async throws {
    await #expect(
      throws: TrainingError.invalidOptions("expected at least 3 classes to leave one out, got 2")
    ) {
      try await Evaluation(.leaveOneUserOut).runLeavingClassesOut(Memory(), on: set())
    }
    var three = set()
    for index in three.examples.indices where index % 4 == 0 { three.examples[index].label = "C" }
    await #expect(throws: TrainingError.self) {
      try await Evaluation(.leaveOneUserOut).runLeavingClassesOut(Memory(), on: three)
    }
  }

  @Test("examples over twice the user's median for the letter are left out on demand")
  func long() async throws {
    var set = set()
    set.examples[4].duration = 2
    set.examples[6].duration = 2.01
    var evaluation = Evaluation(.leaveOneUserOut)
    evaluation.excludesLong = true
    let result = try await evaluation.run(Memory(), on: set)
    #expect(result.total == 29)
    #expect(result.excluded == 1)
    #expect(result.rejectedRecordings == 0)
  }

  @Test("protocols that the examples do not allow throw")
  func errors() async {
    let one = set(users: ["u1"])
    await #expect(throws: TrainingError.tooFewUsers(count: 1, minimum: 2)) {
      try await Evaluation(.leaveOneUserOut).run(Memory(), on: one)
    }
    let anonymous = set(users: [nil])
    await #expect(throws: TrainingError.self) {
      try await Evaluation(.userDependent).run(Memory(), on: anonymous)
    }
    await #expect(throws: TrainingError.noExamples) {
      try await Evaluation(.mixed).run(Memory(), on: ExampleSet(examples: []))
    }
    await #expect(throws: TrainingError.self) {
      try await Evaluation(.trainTest).run(Memory(), on: one)
    }
    await #expect(throws: TrainingError.self) {
      try await Evaluation(.mixed).run(Memory(), on: one, training: one)
    }
    var few = Evaluation(.mixed)
    few.examplesPerClass = 3
    few.method = .trainTest
    await #expect(throws: TrainingError.self) {
      try await few.run(Memory(), on: one, training: one)
    }
    var others = Evaluation(.mixed)
    others.otherUsers = 1
    await #expect(throws: TrainingError.self) { try await others.run(Memory(), on: one) }
    var all = Evaluation(.userDependent)
    all.examplesPerClass = 5
    await #expect(throws: TrainingError.nothingLeft("test on")) {
      try await all.run(Memory(), on: one)
    }
    all.examplesPerClass = 0
    await #expect(throws: TrainingError.self) { try await all.run(Memory(), on: one) }
  }

  @Test("quantiles equal NumPy's")
  func quantiles() throws {
    let quantiles = try #require(Quantiles([3, 1, 2, 10]))
    // numpy.quantile([3, 1, 2, 10], [0, 0.1, 0.5, 0.9, 1])
    #expect(quantiles.value(at: 0) == 1)
    #expect(abs(quantiles.value(at: 0.1) - 1.3) < 1e-15)
    #expect(quantiles.value(at: 0.5) == 2.5)
    #expect(abs(quantiles.value(at: 0.9) - 7.9) < 1e-14)
    #expect(quantiles.value(at: 1) == 10)
    #expect(Quantiles([7])?.value(at: 0.3) == 7)
    #expect(Quantiles([]) == nil)
    #expect(Quantiles([1, .nan]) == nil)
  }
}
