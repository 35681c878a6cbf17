import Foundation
import MotionFusion
import MotionRecordings
import MotionSimulation
import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Stroke network")
struct StrokeNetworkTests {
  /// A plus or a cross of two strokes, in either order and direction, or a line.
  private func gestures(count: Int, seed: UInt64) -> [Example<[Sample2D]>] {
    var random = SplitMix64(seed: seed)
    let shapes: [(String, [[(Double, Double)]])] = [
      ("plus", [[(0.5, 0), (0.5, 1)], [(0, 0.5), (1, 0.5)]]),
      ("cross", [[(0, 0), (1, 1)], [(1, 0), (0, 1)]]), ("line", [[(0.5, 0), (0.5, 1)]]),
    ]
    return (0..<count).flatMap { index in
      shapes.map { label, strokes in
        let shaken = strokes.shuffled(using: &random).map { ends in
          (Bool.random(using: &random) ? ends : ends.reversed()).map { end in
            (end.0 + 0.05 * random.nextNormal(), end.1 + 0.05 * random.nextNormal())
          }
        }
        return Example(
          representation: Self.drawn(shaken), label: label, user: "writer \(index % 6)",
          name: "\(label) \(index)")
      }
    }
  }

  /// Straight strokes at 60 samples a second, with pauses of 0.1 s.
  private static func drawn(_ strokes: [[(Double, Double)]]) -> [Sample2D] {
    var start = 0.0
    return [Sample2D](
      strokes: strokes.map { ends in
        defer { start += 0.6 }
        return (0...30).map { index in
          let share = Double(index) / 30
          return Sample2D(
            x: ends[0].0 + (ends[1].0 - ends[0].0) * share,
            y: ends[0].1 + (ends[1].1 - ends[0].1) * share, timestamp: start + share / 2)
        }
      })
  }

  // MARK: - Features

  @Test("a line to the right: one direction, tangents of 1, the size does not matter")
  func line() throws {
    let features = StrokeFeatures(grid: 2, liftedGrid: 1, pointCount: 3)
    let vector = try features.vector(of: Self.drawn([[(10, 5), (30, 5)]]))
    #expect(vector.count == features.count && features.count == 32 + 16 + 8 + 12)
    // Direction 0 is to the right; all cells have ink, none in another direction.
    #expect(vector[..<4].allSatisfy { $0 > 0.1 } && vector[4..<32].allSatisfy { $0 == 0 })
    #expect(vector[32..<36] == vector[..<4] && vector[36..<56].allSatisfy { $0 == 0 })
    #expect(vector[56...] == [-0.5, 0, 0.5, 0, 0, 0, 1, 1, 1, 0, 0, 0])
    let larger = try features.vector(of: Self.drawn([[(-1e6, 2e6), (1e6, 2e6)]]))
    #expect(zip(vector, larger).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test("undirected maps do not depend on order and direction; a lifted pen has maps of its own")
  func order() throws {
    let features = StrokeFeatures()
    let (a, b) = ([(0.0, 0.0), (1.0, 1.0)], [(1.0, 0.0), (0.0, 1.0)])
    let vector = try features.vector(of: Self.drawn([a, b]))
    let reversed = try features.vector(of: Self.drawn([Array(b.reversed()), a]))
    let undirected = features.groups[0]..<features.groups[0] + features.groups[1]
    #expect(zip(vector[undirected], reversed[undirected]).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(vector[..<undirected.lowerBound] != reversed[..<undirected.lowerBound])
    let lifted = undirected.upperBound..<undirected.upperBound + features.groups[2]
    #expect(vector[lifted].contains { $0 > 0 })
    let single = try features.vector(of: Self.drawn([a]))
    #expect(single[lifted].allSatisfy { $0 == 0 })
  }

  @Test("gestures without features throw")
  func invalid() throws {
    let features = StrokeFeatures()
    var gesture = Self.drawn([[(0, 0), (1, 1)]])
    #expect(throws: GestureError.tooFewSamples(count: 1, minimum: 2)) {
      try features.vector(of: Array(gesture.prefix(1)))
    }
    #expect(throws: GestureError.noExtent) {
      try features.vector(of: Self.drawn([[(1, 1), (1, 1)]]))
    }
    gesture[3].timestamp = -1
    #expect(throws: GestureError.timeRunsBackward(sample: 3)) { try features.vector(of: gesture) }
    gesture[3].timestamp = gesture[2].timestamp
    gesture[4].x = .infinity
    #expect(throws: GestureError.notFinite(sample: 4)) { try features.vector(of: gesture) }
  }

  /// Corners of a line, and the score.
  private static let sequenceScores: [([(Double, Double)], Double)] = [
    ([(0, 0), (1, 1)], 0), ([(0, 0), (2, 1)], log(2)), ([(0, 0), (1, 0)], log(10)),
    ([(0, 0), (1, 2), (2, 0)], log(2)), ([(0, 1), (1, 0), (2, 1), (3, 0), (4, 1)], log(16)),
    // Movements below 15 % of the height do not count.
    ([(0, 0), (1, 1), (1.4, 0.9), (2, 1), (3, 0)], log(6)), ([(0, 0), (0, 1)], 0),
  ]

  @Test("sequence scores: width over height, and reversals of the vertical movement")
  func sequenceScore() {
    for (corners, expected) in Self.sequenceScores {
      let sides = zip(corners, corners.dropFirst()).map { [$0, $1] }
      let gesture = Self.drawn(sides)
      #expect(abs(StrokeOutline.sequenceScore(of: gesture) - expected) < 1e-12, "\(corners)")
    }
    #expect(StrokeOutline.sequenceScore(of: []) == 0)
  }

  // MARK: - Network

  @Test("scores are those of the formula, in plain loops")
  func scores() throws {
    var random = SplitMix64(seed: 3)
    func normal(_ count: Int) -> [Float] { (0..<count).map { _ in Float(random.nextNormal()) } }
    let network = try NeuralNetwork(
      labels: ["a", "b", "c"], featureCount: 21, hiddenCount: 24, hiddenWeights: normal(21 * 24),
      hiddenBiases: normal(24), outputWeights: normal(24 * 3), outputBiases: normal(3))
    let vector = normal(21)
    var hidden = [Double](repeating: 0, count: 24)
    for unit in 0..<24 {
      var sum = Double(network.hiddenBiases[unit])
      for feature in 0..<21 {
        sum += Double(vector[feature]) * Double(network.hiddenWeights[feature * 24 + unit])
      }
      hidden[unit] = max(0, sum)
    }
    for (row, score) in try network.scores(of: vector).enumerated() {
      var expected = Double(network.outputBiases[row])
      for unit in 0..<24 {
        expected += hidden[unit] * Double(network.outputWeights[unit * 3 + row])
      }
      #expect(abs(score - expected) < 1e-4)
    }
    #expect(throws: GestureError.featureCount(found: 20, expected: 21)) {
      try network.scores(of: Array(vector.dropLast()))
    }
    #expect(throws: GestureError.featureNotFinite(feature: 2)) {
      try network.scores(of: [0, 0, .nan] + [Float](repeating: 0, count: 18))
    }
  }

  @Test("the temperature of the greatest likelihood: that of labels drawn from it")
  func temperature() {
    var random = SplitMix64(seed: 9)
    var scaling = TemperatureScaling()
    for _ in 0..<4000 {
      let scores = (0..<4).map { _ in 3 * random.nextNormal() }
      var rest = Double.random(in: 0..<1, using: &random)
      let odds = scores.map { exp($0 / 2.5) }
      let truth = odds.firstIndex { odd in
        rest -= odd / odds.reduce(0, +)
        return rest < 0
      }
      scaling.scores.append(scores)
      scaling.truths.append(truth ?? 3)
    }
    #expect(abs(scaling.temperature - 2.5) < 0.15)
    #expect(TemperatureScaling().temperature == 1)
  }

  // MARK: - Training

  /// Ways to train: a network of a given limit, and the default, the nearest example here.
  private static var ways: [StrokeNetwork] {
    var network = StrokeNetwork(seed: 4)
    network.minimumSimilarity = FeatureModel.defaultMinimumSimilarity
    return [network, StrokeNetwork(seed: 4)]
  }

  @Test(
    "strokes in any order and direction are learned, other writers recognised; same seed, same model",
    arguments: ways.indices
  )
  func learning(way: Int) async throws {
    let network = Self.ways[way]
    let model = try await network.train(gestures(count: 12, seed: 1))
    #expect(model.labels == ["cross", "line", "plus"])
    if case .network = model.scorer { #expect(way == 0) } else { #expect(way == 1) }
    #expect(
      try RecognitionModel(file: RecognitionModel.features(model).file()) == .features(model))
    for gesture in gestures(count: 20, seed: 2) {
      #expect(try model.recognize(gesture.representation).label == gesture.label)
    }
    #expect(try await network.train(gestures(count: 12, seed: 1)) == model)
    let restricted = try model.restricted(to: ["cross", "plus", "?"])
    #expect(restricted.labels == ["cross", "plus"])
    let example = gestures(count: 1, seed: 5)[0].representation
    #expect(
      try restricted.recognize(example).score == model.recognize(example).score)
    // One class alone cannot be distinguished from the class of none, which does not count.
    if way == 0 {
      #expect(throws: ModelError.self) { try model.restricted(to: ["cross"]) }
    } else {
      #expect(try model.restricted(to: ["cross"]).labels == ["cross"])
    }
    #expect(throws: ModelError.self) { try model.restricted(to: ["?"]) }
  }

  @Test("training without examples or of one class fails; a cancelled one throws")
  func failures() async throws {
    let network = StrokeNetwork()
    await #expect(throws: TrainingError.noExamples) { try await network.train([]) }
    let lines = gestures(count: 2, seed: 1).filter { $0.label == "line" }
    await #expect(throws: TrainingError.oneClass("line")) { try await network.train(lines) }
    let examples = gestures(count: 2, seed: 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await network.train(examples)
    }
    await #expect(throws: TrainingError.cancelled) { try await task.value }
  }

  @Test("own gestures beside letters: what one of both accepts is its, what both accept is own")
  func beside() async throws {
    let letters = try FeatureModel.uppercaseStrokes()
    var network = StrokeNetwork(seed: 4)
    network.base = letters
    let pluses = gestures(count: 3, seed: 1).filter { $0.label == "plus" }
    let model = try await network.train(pluses)
    #expect(model.labels == ["plus"] + letters.labels)
    // Its own reading of strokes of others, which it rejects.
    for example in gestures(count: 4, seed: 2) where example.label != "line" {
      let stroke = example.representation
      let (read, letter) = (try model.recognize(stroke), try letters.recognize(stroke))
      let isOwn = try model.alone.recognize(stroke).isGesture
      #expect(read.label == (isOwn ? "plus" : letter.label))
      #expect(read.isGesture == (isOwn || letter.isGesture))
      #expect(isOwn == (example.label == "plus"))
      let confidences = [read.confidence] + read.alternatives.map(\.confidence)
      #expect(abs(confidences.reduce(0, +) - 1) < 1e-9)
    }
    #expect(
      try RecognitionModel(file: RecognitionModel.features(model).file()) == .features(model))
    #expect(try model.restricted(to: ["A", "B"]) == letters.restricted(to: ["A", "B"]))
    #expect(try model.restricted(to: ["plus"]) == model.alone)
    #expect(try model.restricted(to: ["plus", "A", "B"]).labels == ["plus", "A", "B"])
    network.features = StrokeFeatures(grid: 2, liftedGrid: 1, pointCount: 3)
    await #expect(throws: TrainingError.self) { try await network.train(pluses) }
  }

  @Test("three examples per class: strokes of no class are rejected, those of the classes kept")
  func rejection() async throws {
    let model = try await StrokeNetwork(seed: 4).train(gestures(count: 3, seed: 1))
    let own = gestures(count: 20, seed: 2)
    let kept = try own.count { try model.recognize($0.representation).isGesture }
    // Strokes in any order vary more than people's: 92 %.
    #expect(kept >= 54)
    var random = SplitMix64(seed: 5)
    let noise = (0..<40).map { _ in
      (0..<50).map { index in
        Sample2D(
          x: random.nextNormal(), y: random.nextNormal(), timestamp: Double(index) / 50)
      }
    }
    #expect(try noise.count { try model.recognize($0).isGesture } <= 2)
    // A stroke of no class by example.
    let zigzag = Self.drawn([[(0, 0), (1, 0)], [(1, 0.3), (0, 0.6)], [(0, 1), (1, 1)]])
    let others = (0..<20).map { index in
      Example(
        representation: StrokeDistortion().applied(to: zigzag, using: &random),
        label: Scorer.nullLabel, user: nil, name: "other \(index)")
    }
    let taught = try await StrokeNetwork(seed: 4).train(gestures(count: 3, seed: 1) + others)
    #expect(taught.labels == model.labels)
    #expect(try !taught.recognize(zigzag).isGesture)
  }

  @Test("several gestures side by side are none, nor is a tap, whatever the network says")
  func sequences() async throws {
    let model = try await Self.ways[0].train(gestures(count: 3, seed: 1))
    let limit = try #require(model.largestSequenceScore)
    var tolerant = model
    tolerant.minimumSimilarity = 0
    var crosses: [[(Double, Double)]] = []
    for x in [0.0, 1, 2, 3] { crosses += [[(x, 0), (x + 0.8, 1)], [(x + 0.8, 0), (x, 1)]] }
    let row = Self.drawn(crosses)
    #expect(StrokeOutline.sequenceScore(of: row) > limit)
    let rejected = try tolerant.recognize(row)
    #expect(!rejected.isGesture && rejected.similarity == 0)
    let line = [(0.0, 0.0), (0.05, 0.5), (0, 1)].enumerated().map {
      Sample2D(x: $1.0, y: $1.1, timestamp: Double($0) / 100)
    }
    #expect(try tolerant.recognize(line).isGesture)
    #expect(try !tolerant.recognize([line[0], line[2]]).isGesture)
    tolerant.largestSequenceScore = nil
    #expect(try tolerant.recognize(row).isGesture)
  }

  /// The first users of a set whose every second class is known by `count` examples of each.
  private func unknownKinds(
    _ gestures: [Example<[Sample2D]>], count: Int
  ) async throws -> (right: Double, kept: Double, accepted: Double) {
    var (known, right, kept, unknown, accepted) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for all in Dictionary(grouping: gestures, by: \.user).values {
      var training: [Example<[Sample2D]>] = []
      var tested: [Example<[Sample2D]>] = []
      var strangers: [Example<[Sample2D]>] = []
      for (index, label) in Set(all.map(\.label)).sorted().enumerated() {
        let own = all.filter { $0.label == label }
        if index % 2 == 0 {
          training += own.prefix(count)
          tested += own.dropFirst(count)
        } else {
          strangers += own
        }
      }
      let model = try await StrokeNetwork().train(training)
      for example in tested {
        let found = try model.recognize(example.representation)
        known += 1
        if found.label == example.label { right += 1 }
        if found.isGesture { kept += 1 }
      }
      for example in strangers {
        unknown += 1
        if try model.recognize(example.representation).isGesture { accepted += 1 }
      }
    }
    return (right / known, kept / known, accepted / unknown)
  }

  private static let mostAccepted = [(1, 0.15), (2, 0.1), (3, 0.08), (5, 0.05)]

  @Test("own gestures of one writer: with more examples, fewer unknown kinds are accepted")
  func unknownLetters() async throws {
    let text = String(repeating: "ABCDEFGHIJKLMNOP", count: 15)
    let strokes = try SyntheticRecording(text, kind: .strokes, writer: Writer(seed: 12), seed: 12)
      .recordings.strokes
    let examples = strokes.map {
      Example(representation: $0.samples, label: $0.label ?? "", user: "me", name: $0.name)
    }
    var least = 1.0
    for (count, most) in Self.mostAccepted {
      let found = try await unknownKinds(examples, count: count)
      #expect(found.right >= 0.97 && found.kept >= 0.93, "\(count) examples: \(found)")
      #expect(found.accepted <= min(most, least + 0.01), "\(count) examples: \(found)")
      least = min(least, found.accepted)
    }
  }

  @Test(
    "own gestures of people: with more examples, fewer unknown kinds are accepted",
    .needsRecordings, arguments: ["unistrokes", "multistrokes"])
  func unknownKinds(file: String) async throws {
    let folder = try #require(Locations.recordings)
    let strokes = try RecordingReader().read(
      folder.appending(path: "strokes/\(file).csv").path
    ).strokes
    // Five people: some seconds without optimisation.
    let users = Set(strokes.compactMap(\.user)).sorted().prefix(5)
    let examples = strokes.filter { users.contains($0.user ?? "") }.map {
      Example(
        representation: $0.samples, label: $0.label ?? "", user: $0.user, name: $0.name)
    }
    for (count, most) in Self.mostAccepted {
      let found = try await unknownKinds(examples, count: count)
      #expect(found.right >= 0.97 && found.kept >= 0.93, "\(count) examples: \(found)")
      #expect(found.accepted <= most, "\(count) examples: \(found)")
    }
  }

  @Test("rounded weights score nearly the same, and their file is exact and a quarter as long")
  func rounding() throws {
    var random = SplitMix64(seed: 3)
    func normal(_ count: Int) -> [Float] { (0..<count).map { _ in Float(random.nextNormal()) } }
    let features = StrokeFeatures()
    let network = try NeuralNetwork(
      labels: ["a", "b", "c"], featureCount: features.count, hiddenCount: 24,
      hiddenWeights: normal(features.count * 24), hiddenBiases: normal(24),
      outputWeights: normal(24 * 3), outputBiases: normal(3))
    let rounded = network.rounded()
    let vector = normal(features.count)
    let (exactScores, scores) = (try network.scores(of: vector), try rounded.scores(of: vector))
    #expect(scores != exactScores)
    // Each weight is off by a uniform error of one step, 1/127 of the largest weight of its unit.
    let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
    for row in scores.indices {
      let variance = (0..<24).reduce(Float(0)) { sum, unit in
        let step =
          stride(from: unit, to: network.hiddenWeights.count, by: 24)
          .reduce(0) { max($0, abs(network.hiddenWeights[$1])) } / 127
        let deviation = network.outputWeights[unit * 3 + row] * step * length
        return sum + deviation * deviation / 12
      }
      #expect(abs(scores[row] - exactScores[row]) < 4 * Double(variance.squareRoot()))
    }
    let model = RecognitionModel.features(try FeatureModel(.shape(features), .network(rounded)))
    let file = try model.file()
    #expect(try RecognitionModel(file: file) == model)
    let exact = RecognitionModel.features(try FeatureModel(.shape(features), .network(network)))
    #expect(try 3 * file.count < exact.file().count)
  }

  @Test("steps of weights that are not finite or not above 0 are rejected")
  func steps() throws {
    let features = StrokeFeatures(grid: 1, liftedGrid: 1, pointCount: 2)
    let network = try NeuralNetwork(
      labels: ["a", "b"], featureCount: features.count, hiddenCount: 8,
      hiddenWeights: [Float](repeating: 127, count: features.count * 8),
      hiddenBiases: [Float](repeating: 0, count: 8),
      outputWeights: [Float](repeating: 1, count: 16),
      outputBiases: [0, 0]
    ).rounded()
    let model = RecognitionModel.features(try FeatureModel(.shape(features), .network(network)))
    let bytes = try model.file()
    let steps = Parts.number(8) + [Float](repeating: 1, count: 8).flatMap(Parts.float)
    func file(first: Float) -> [UInt8] {
      var changed = steps
      changed.replaceSubrange(4..<8, with: Parts.float(first))
      return bytes.replacingParts(steps, with: changed)
    }
    for step in [0, -1, Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      #expect(throws: ModelError.self, "a step of \(step)") {
        try RecognitionModel(file: file(first: step))
      }
    }
    // The smallest step decodes, and its file encodes again.
    let smallest = file(first: .leastNonzeroMagnitude)
    #expect(try RecognitionModel(file: smallest).file() == smallest)
  }

  @Test("a file round trip is exact; altered bytes and parts that do not fit throw")
  func file() throws {
    let features = StrokeFeatures(grid: 1, liftedGrid: 1, pointCount: 2)
    let network = try NeuralNetwork(
      labels: ["a", "b"], featureCount: features.count, hiddenCount: 8,
      hiddenWeights: (0..<features.count * 8).map { 1 / (Float($0) - 7.3) },
      hiddenBiases: [Float](repeating: 0.1, count: 8),
      outputWeights: (0..<16).map { Float($0) * 0.3 }, outputBiases: [0, -1], temperature: 0.7)
    var model = try FeatureModel(.shape(features), .network(network), metadata: ["seed": "1"])
    model.largestSequenceScore = 2.5
    let bytes = try RecognitionModel.features(model).file()
    #expect(try RecognitionModel(file: bytes) == .features(model))
    #expect(try RecognitionModel.features(model).file() == bytes)
    for index in bytes.indices {
      var altered = bytes
      altered[index] ^= 1
      #expect(throws: ModelError.self, "byte \(index)") { try RecognitionModel(file: altered) }
    }
    #expect(throws: ModelError.self) {
      try FeatureModel(.shape(StrokeFeatures()), .network(network))
    }
    let counts = Parts.number(features.count) + Parts.number(8)
    for absurd in [0, -1, 1 << 30, Int(Int32.max)] {
      let changed = bytes.replacingParts(counts, with: Parts.number(absurd) + Parts.number(8))
      #expect(throws: ModelError.self, "\(absurd) features") {
        try RecognitionModel(file: changed)
      }
    }
    #expect(throws: ModelError.self) {
      try NeuralNetwork(
        labels: ["a", "b"], featureCount: 1, hiddenCount: 9, hiddenWeights: [],
        hiddenBiases: [], outputWeights: [], outputBiases: [])
    }
  }

  @Test(
    "a level line and a level tap are no letter and no digit",
    arguments: [BuiltInModel.letters, .digits, .lowercase, .characters])
  func levelLines(_ builtIn: BuiltInModel) throws {
    let recognizer = try GestureRecognizer.builtIn(builtIn)
    for count in [2, 30] {
      for slope in [-0.1, 0, 0.1] {
        let line = (0..<count).map { index in
          let along = Double(index) / Double(count - 1)
          return Sample2D(x: 100 * along, y: 100 * slope * along, timestamp: 0.5 * along)
        }
        let found = try recognizer.recognize(.stroke(line))
        #expect(!found.isGesture, "\(count) points, slope \(slope): \(found.label)")
      }
    }
  }

  @Test(
    "the built-in model recognises capitals of several strokes that people wrote",
    .needsRecordings)
  func people() throws {
    let folder = try #require(Locations.recordings)
    let recordings = try RecordingReader().read(
      folder.appending(path: "unipen-uppercase/dev.csv").path)
    #expect(recordings.strokes.count == 6500)
    let recognizer = try GestureRecognizer.uppercaseLetters()
    // Every 19th: three seconds without optimisation.
    let letters = stride(from: 0, to: 6500, by: 19).map { recordings.strokes[$0] }
    let correct = letters.count {
      (try? recognizer.recognize($0.samples))?.label == $0.label
    }
    // Measured: 330 of 343.
    #expect(Double(correct) >= 0.95 * Double(letters.count))
  }
}
