import MotionRecordings
import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("NearestTemplates")
struct TemplateModelTests {
  private static let normalizer = MotionNormalizer()

  /// `count` examples of each of `classes` shapes, each at its own size and speed.
  static func examples(classes: Int, count: Int) throws -> [Example<MotionSeries>] {
    try (0..<classes).flatMap { shape in
      try (0..<count).map { take in
        let motions = MotionNormalizerTests.gesture(
          shape: UInt64(shape + 1), rest: 0.1 * Double(take % 3), size: 1 + 0.05 * Double(take),
          speed: 1 + 0.1 * Double(take))
        return Example(
          representation: try normalizer.series(of: motions), label: "shape \(shape)",
          user: "user \(take % 2)")
      }
    }
  }

  @Test("unseen gestures are recognised, and confidences sum to 1")
  func recognition() async throws {
    let examples = try Self.examples(classes: 4, count: 4)
    let classifier = NearestTemplates()
    let result = try await Evaluation(.userDependent).run(
      classifier, on: ExampleSet(examples: examples))
    #expect(result.accuracy == 1)
    let model = try await classifier.train(examples)
    #expect(model.labels == (0..<4).map { "shape \($0)" })
    #expect(model.exampleCount == 16)
    let recognition = try model.recognize(examples[5].representation)
    #expect(recognition.label == "shape 1")
    #expect(recognition.alternatives.count == 3)
    let total = recognition.alternatives.reduce(recognition.confidence) { $0 + $1.confidence }
    #expect(abs(total - 1) < 1e-12)
    let scores = [recognition.score] + recognition.alternatives.map(\.score)
    #expect(scores == scores.sorted(by: >))
  }

  @Test("an own example accepts gestures, and rejects none that others' examples accept")
  func ownExamples() async throws {
    let examples = try Self.examples(classes: 4, count: 6)
    let kept = examples.filter { $0.user == "user 0" }
    let before = try await NearestTemplates().train(kept)
    var after = before
    for example in examples where example.user == "user 1" && example.label != "shape 3" {
      after.add(example.representation, label: example.label, isOwn: true)
    }
    for seed in 1...12 as ClosedRange<UInt64> {
      let motions = MotionNormalizerTests.gesture(shape: seed, size: 1.1, speed: 1.3)
      let series = try Self.normalizer.series(of: motions)
      let (without, with) = (try before.recognize(series), try after.recognize(series))
      #expect(without.similarityToOthers == nil)
      #expect(with.similarityToOthers == without.similarity)
      guard with.label == without.label else { continue }
      #expect(with.isGesture || !without.isGesture)
      #expect(try #require(with.similarity) >= #require(without.similarity))
    }
    // A session shifts by the similarity to others: own examples do not raise the threshold.
    var session = AcceptanceSession(typicalSimilarity: 0, minimumSimilarity: -0.05)
    for _ in 0..<20 {
      var own = Recognition(label: "A", score: 0, confidence: 1, similarity: 1)
      own.similarityToOthers = 0
      session.decide(&own)
      #expect(own.similarity == 1)
    }
    var plain = Recognition(label: "A", score: 0, confidence: 1, similarity: -0.04)
    session.decide(&plain)
    #expect(plain.isGesture)
  }

  @Test("an example that the model contains is not added again as an own one")
  func copies() async throws {
    let examples = try Self.examples(classes: 3, count: 5)
    let (others, own) = (
      examples.filter { $0.user == "user 0" }, examples.filter { $0.user != "user 0" }
    )
    let model = try await NearestTemplates().train(others)
    #expect(try model.adapted(to: others) == model)
    let adapted = try model.adapted(to: own)
    #expect(adapted.exampleCount == examples.count)
    #expect(try adapted.adapted(to: own + others) == adapted)
  }

  @Test("a search up to a limit finds an own example whose reduced distance is below it")
  func ownExampleAtLimit() throws {
    var random = SplitMix64(seed: 4)
    var matching = TemplateMatching()
    matching.neighbors = 1
    var own = TemplateClass(label: "own", pointCount: 32, matching: matching)
    own.append(WarpingTests.channels(count: 32, using: &random), isOwn: true)
    let probe = WarpingProbe(
      channels: matching.weighted(WarpingTests.channels(count: 32, using: &random)),
      band: TemplateMatching.band)
    var whole = TemplateSearch(classes: [own], matching: matching)
    whole.compare(with: probe)
    let distance = whole.leastDistances[0]
    #expect(distance < .infinity && TemplateMatching.ownFactor < 0.95)
    for (limit, isFound) in [(distance * 1.05, true), (distance * 0.95, false)] {
      var search = TemplateSearch(
        classes: [own], matching: matching, limit: limit, isLeastOnly: true)
      search.compare(with: probe)
      #expect(search.leastDistances == [isFound ? distance : .infinity])
    }
  }

  @Test("a gesture among other movements is found, and a short one is not segmented")
  func pieces() async throws {
    let model = try await NearestTemplates().train(Self.examples(classes: 4, count: 4))
    for known in 1...4 as ClosedRange<UInt64> {
      // About a second each; the others are of no class.
      var motions: [DeviceMotion] = []
      for shape in [90, 92, known, 91, 93] {
        let end = motions.last?.timestamp ?? 0
        let attitude = motions.last?.attitude.quaternion ?? .identity
        for motion in MotionNormalizerTests.gesture(shape: shape, held: attitude) {
          var later = motion
          later.timestamp += end - 9.99
          motions.append(later)
        }
      }
      let series = try Self.normalizer.series(of: motions)
      #expect(series.pieces.count > 20)
      #expect(try model.recognize(series).label == "shape \(known - 1)")
      let alone = try Self.normalizer.series(of: MotionNormalizerTests.gesture(shape: known))
      #expect(alone.pieces.isEmpty)
    }
  }

  @Test("examples and classes are added and removed without a change of the others")
  func editing() async throws {
    let examples = try Self.examples(classes: 3, count: 3)
    let classifier = NearestTemplates()
    let two = try await classifier.train(examples.filter { $0.label != "shape 1" })
    var model = two
    for example in examples where example.label == "shape 1" {
      model.add(example.representation, label: example.label)
    }
    let whole = try await classifier.train(examples)
    let probe = examples[4].representation
    // Only the calibration differs.
    model.calibration = whole.calibration
    #expect(try model.recognize(probe) == whole.recognize(probe))
    #expect(try two.recognize(probe).label != "shape 1")
    #expect(model.classes.first { $0.label == "shape 1" }?.count == 3)
    model = try model.restricted(to: ["shape 0", "shape 2"])
    model.calibration = two.calibration
    #expect(try model.recognize(probe) == two.recognize(probe))
    #expect(try model.restricted(to: ["shape 2"]).recognize(probe).confidence == 1)
    #expect(throws: ModelError.self) { try model.restricted(to: ["shape 1"]) }
    #expect(throws: GestureError.noClasses) { try TemplateModel().recognize(probe) }
  }

  @Test("a file round trip is exact; any altered byte or missing end is an error")
  func file() async throws {
    let model = try await NearestTemplates().train(Self.examples(classes: 2, count: 1))
    let bytes = try RecognitionModel.templates(model).file()
    #expect(try RecognitionModel(file: bytes) == .templates(model))
    #expect(try RecognitionModel.templates(model).file() == bytes)
    for index in stride(from: 0, to: bytes.count, by: 13) {
      var altered = bytes
      altered[index] ^= 1
      #expect(throws: ModelError.self, "byte \(index)") { try RecognitionModel(file: altered) }
      #expect(throws: ModelError.truncated) { try RecognitionModel(file: Array(bytes[..<index])) }
    }
    var future = bytes
    future[15] = 9
    #expect(throws: ModelError.unsupportedVersion(9, supported: 1)) {
      try RecognitionModel(file: future)
    }
  }

  @Test("files with inconsistent parts throw")
  func inconsistentFiles() async throws {
    let model = try await NearestTemplates().train(Self.examples(classes: 2, count: 1))
    let bytes = try RecognitionModel.templates(model).file()
    let sharpness = Parts.double(model.calibration.sharpness)
    let changes = [
      (Parts.number(3) + sharpness, Parts.number(0) + sharpness),
      (sharpness, Parts.double(-1)),
      (Parts.text("shape 1"), Parts.text("shape 0")),
      (Parts.text("templates"), Parts.text("oracle")),
      (Parts.number(1) + Parts.number(32 * 5 * 4), Parts.number(1) + Parts.number(31 * 5 * 4)),
    ]
    for (old, new) in changes {
      #expect(throws: ModelError.self, "\(new)") {
        try RecognitionModel(file: bytes.replacingParts(old, with: new))
      }
    }
  }

  @Test("calibration compares examples with those of other users")
  func calibration() async throws {
    let examples = try Self.examples(classes: 4, count: 4)
    var classifier = NearestTemplates()
    let model = try await classifier.train(examples)
    #expect(model.calibration.gestures == 16)
    #expect(model.calibration.correct == 16)
    #expect(model.calibration.sharpness > 2)
    let inside = try model.recognize(examples[0].representation)
    #expect(inside.isGesture)
    let other = try Self.normalizer.series(of: MotionNormalizerTests.gesture(shape: 77))
    let outside = try model.recognize(other)
    #expect(!outside.isGesture)
    #expect(try #require(outside.similarity) < (try #require(inside.similarity)))
    // The threshold is below the similarities of its own examples.
    let similarities = try examples.map {
      try #require(model.recognize($0.representation).similarity)
    }
    #expect(model.calibration.minimumSimilarity < (try #require(similarities.min())))
    classifier.acceptance = 0
    let strict = try await classifier.train(examples)
    #expect(strict.calibration.minimumSimilarity > model.calibration.minimumSimilarity)
    classifier.acceptance = 1.1
    await #expect(throws: TrainingError.self) { try await classifier.train(examples) }
    let rejection = try await Evaluation(.userDependent).runLeavingClassesOut(
      NearestTemplates(), on: ExampleSet(examples: examples))
    #expect(rejection.outOfVocabulary.count == 16)
    #expect(rejection.inVocabulary.count == 48)
    #expect(try #require(rejection.areaUnderCurve) > 0.99)
  }

  @Test("no examples, one class, and series of another length throw")
  func errors() async throws {
    let examples = try Self.examples(classes: 2, count: 1)
    let classifier = NearestTemplates()
    await #expect(throws: TrainingError.noExamples) { try await classifier.train([]) }
    await #expect(throws: TrainingError.oneClass("shape 0")) {
      try await classifier.train([examples[0]])
    }
    let model = try await classifier.train(examples)
    let waves = (0..<20).map { Vector3(Double.sin(Double($0)), 0, Double.cos(Double($0))) }
    let short = MotionSeries(rotationRate: waves, acceleration: waves, duration: 1)
    await #expect(
      throws: TrainingError.featureCount(example: "short", found: 20, expected: 32)
    ) {
      try await classifier.train(
        examples + [Example(representation: short, label: "shape 0", name: "short")])
    }
    #expect(throws: GestureError.featureCount(found: 20, expected: 32)) {
      try model.recognize(short)
    }
  }

  @Test("condensation keeps representative examples of each class")
  func condensation() async throws {
    let examples = try Self.examples(classes: 3, count: 7)
    var classifier = NearestTemplates()
    let kept = classifier.condensedIndices(of: examples, examplesPerClass: 3).map { examples[$0] }
    #expect(kept.count == 9)
    #expect(Set(kept.map(\.label)).count == 3)
    #expect(classifier.condensedIndices(of: examples, examplesPerClass: 7).count == 21)
    classifier.examplesPerClass = 1
    let model = try await classifier.train(examples)
    #expect(model.exampleCount == 3)
    #expect(try examples.allSatisfy { try model.recognize($0.representation).label == $0.label })
    classifier.examplesPerClass = 0
    await #expect(throws: TrainingError.self) { try await classifier.train(examples) }
  }

  @Test(
    "letters of an unseen person, trained on two others",
    .needsRecordings)
  func letters() async throws {
    let folder = try #require(Locations.recordings).appending(path: "air-letters")
    let reader = RecordingReader(options: ReadingOptions(damage: .skip))
    let classifier = NearestTemplates()
    let examples = try (2...4).map { user in
      let path = folder.appending(path: "user\(user).csv").path
      return try GestureRepresentation.motionSeries(classifier.normalizer)
        .examples(.recordings(reader.read(path, format: "air-letters")), path).examples
    }
    // Ten of each letter in turn: every third is trained on, and every third tested.
    let learned = (examples[0] + examples[1]).enumerated().filter { $0.offset % 3 == 0 }
      .map(\.element)
    let model = try await classifier.train(learned)
    let tested = examples[2].enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    let right = try tested.count { try model.recognize($0.representation).label == $0.label }
    #expect(Double(right) >= 0.9 * Double(tested.count), "\(right) of \(tested.count)")
  }
}
