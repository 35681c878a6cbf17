package import GestureRecognition
package import MotionFusion
internal import RealModule
internal import RotationMath

/// The default classifier of strokes, `stroke-network`: shape features, and the nearest example for
/// few examples or one writer, a neural network for many writers.
///
/// From a hundred examples of several writers on, the network is trained on four fifths of the
/// writers. The better of both on the others is taken.
///
/// A network is shown each example many times, distorted. Training takes time proportional to the
/// number of examples, and from ten thousand on about the same time.
///
/// On the development half of UNIPEN's capitals (6,500, 625 writers) the features and the constants
/// of `NetworkTrainer` were chosen on two of five folds by writers.
package struct StrokeNetwork: GestureClassifier {
  package var features = StrokeFeatures()
  var trainer = NetworkTrainer()
  /// The share of known gestures to accept. Default: 0.97.
  package var acceptance = 0.97
  /// The probability of a class from which a network accepts a gesture; `nil` chooses it by writers
  /// that are held out, and the nearest example where it is better.
  package var minimumSimilarity: Double?
  /// The limit of `StrokeOutline.sequenceScore(of:)`; `nil` chooses it by the examples.
  var largestSequenceScore: Double?
  /// The temperature of the confidences; `nil` calibrates it by writers that are held out.
  var temperature: Double?
  /// Whether weights are rounded to a byte each, for a small file. Default: `false`.
  var isRounded = false
  /// The model beside which the examples are a writer's own gestures: one class is enough (default:
  /// none).
  var base: FeatureModel?
  package var fixedLabels: [String] { base?.labels ?? [] }
  /// Receives the share of the training that is done, from any thread.
  package var progress: (@Sendable (Double) -> Void)?

  /// The numbers of distorted copies of an example in a large and in a small training set, and the
  /// number of rows, including copies, at which a set counts as large. In a half of the copies of a
  /// small set, the strokes have another order and direction.
  private static let (copies, mostCopies, smallRows) = (5, 40, 3000)
  /// The number of rows, copies included, above which examples have fewer copies.
  private static let manyRows = 120_000
  /// The presentations of an example and of a decoy, and the least and the most of a training.
  private static let (presentationsPerExample, presentationsPerDecoy) = (60, 30)
  private static let presentations = 8000...1_500_000
  /// The least and the largest number of decoys, and their number for each example.
  private static let (decoyCounts, decoysPerExample) = (300...24_000, 2)
  /// Twice the width, or twice the reversals.
  private static let sequenceMargin = 0.7
  /// The number of examples from which confidences are calibrated on a part of them.
  private static let calibrated = 100
  /// The number of examples up to which a gesture is compared with each, in 0.3 ms.
  private static let mostCompared = 6000

  /// Creates a classifier.
  package init(seed: UInt64 = 1) { trainer.seed = seed }

  /// Trains a model. Its classes are in alphabetical order.
  ///
  /// Confidences are calibrated on the writers of every fifth example, by a network that was
  /// trained without them.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, and cancellation.
  package func train(_ examples: [Example<[Sample2D]>]) async throws(TrainingError) -> FeatureModel
  {
    let model = try await trainAlone(examples)
    guard let base else { return model }
    return try TrainingError.checked { () throws(ModelError) in try model.beside(base) }
  }

  private func trainAlone(
    _ examples: [Example<[Sample2D]>]
  ) async throws(TrainingError) -> FeatureModel {
    guard let first = examples.first(where: { $0.label != Scorer.nullLabel }) else {
      throw .noExamples
    }
    let labels = Set(examples.map(\.label)).union([Scorer.nullLabel]).sorted()
    guard labels.count >= 3 else {
      guard base != nil else { throw .oneClass(first.label) }
      return try nearest(examples)
    }
    try examples.requireDifference()
    let isTested = Self.heldOut(of: examples, seed: trainer.seed)
    let training = examples.indices.filter { !isTested[$0] }.map { examples[$0] }
    let isCalibrated =
      self.temperature == nil && training.count < examples.count
      && Set(training.map(\.label)) == Set(examples.map(\.label))
    let hasWriters = Set(examples.map(\.user)).count > 1 || examples.contains { $0.user == nil }
    if minimumSimilarity == nil, !isCalibrated || !hasWriters {
      progress?(1)
      return try nearest(examples)
    }
    var temperature = self.temperature ?? 1
    var least = minimumSimilarity ?? FeatureModel.defaultMinimumSimilarity
    if isCalibrated {
      var part = try trained(training, labels, progress: scaled(0, 0.45))
      let compared =
        minimumSimilarity == nil && examples.count <= Self.mostCompared
        ? try nearest(training) : nil
      // The numbers of gestures that the nearest example and the network read.
      var correct = (nearest: 0, network: 0)
      let null = labels.firstIndex(of: Scorer.nullLabel)
      var scaling = TemperatureScaling()
      var vectors: [[Float]] = []
      for (index, example) in examples.enumerated()
      where isTested[index] && example.label != Scorer.nullLabel {
        guard let vector = try? features.vector(of: example.representation),
          var scores = try? part.scores(of: vector),
          var truth = labels.firstIndex(of: example.label)
        else { continue }
        if let null {
          scores.remove(at: null)
          if truth > null { truth -= 1 }
        }
        if let compared {
          let found = try? compared.recognize(vector.map(Double.init)).label
          correct.nearest += found == example.label ? 1 : 0
          correct.network += scores.max() == scores[truth] ? 1 : 0
        }
        scaling.scores.append(scores)
        scaling.truths.append(truth)
        vectors.append(vector)
      }
      if compared != nil, correct.nearest >= correct.network {
        progress?(1)
        return try nearest(examples)
      }
      temperature = scaling.temperature
      if null != nil, minimumSimilarity == nil {
        part.temperature = temperature
        let model = try model(of: part, examples.count)
        let similarities = vectors.compactMap {
          (try? model.recognize($0.map(Double.init)))?.similarity
        }.sorted()
        if !similarities.isEmpty {
          least = similarities[Int(Double(similarities.count) * (1 - acceptance))]
        }
      }
    }
    var network = try trained(
      examples, labels, progress: isCalibrated ? scaled(0.45, 1) : progress)
    network.temperature = temperature
    if isRounded { network = network.rounded() }
    var model = try model(of: network, examples.count)
    model.minimumSimilarity = least
    model.largestSequenceScore = largestSequenceScore ?? Self.largestSequenceScore(of: examples)
    return model
  }

  /// A model that compares gestures with each example.
  private func nearest(_ examples: [Example<[Sample2D]>]) throws(TrainingError) -> FeatureModel {
    if Task.isCancelled { throw .cancelled }
    return try TrainingError.checked { () throws(ModelError) in
      try FeatureModel(
        ofNearest: examples.map { ($0.label, $0.representation) }, features: features,
        acceptance: acceptance, metadata: metadata(examples.count))
    }
  }

  /// The limit of `StrokeOutline.sequenceScore(of:)`: that of the examples but for the largest
  /// hundredth, which are often labelled wrongly, and a margin for other writers.
  private static func largestSequenceScore(of examples: [Example<[Sample2D]>]) -> Double? {
    let scores = examples.filter { $0.label != Scorer.nullLabel }
      .map { StrokeOutline.sequenceScore(of: $0.representation) }.sorted()
    return scores.isEmpty ? nil : scores[(scores.count - 1) * 99 / 100] + sequenceMargin
  }

  private func metadata(_ exampleCount: Int) -> [String: String] {
    [
      "classifier": Classifier.strokeNetwork.rawValue, "examples": "\(exampleCount)",
      "seed": "\(trainer.seed)",
    ]
  }

  private func model(
    of network: NeuralNetwork, _ exampleCount: Int
  ) throws(TrainingError) -> FeatureModel {
    try TrainingError.checked { () throws(ModelError) in
      try FeatureModel(.shape(features), .network(network), metadata: metadata(exampleCount))
    }
  }

  /// Classifies a gesture with `model`.
  package func recognize(
    _ representation: [Sample2D], with model: FeatureModel
  ) throws(GestureError) -> Recognition {
    try model.recognize(representation)
  }

  // MARK: - Training

  private func scaled(_ start: Double, _ end: Double) -> (@Sendable (Double) -> Void)? {
    guard let progress else { return nil }
    return { progress(start + (end - start) * $0) }
  }

  /// Whether each example is held out: about a fifth, whole writers where they are known.
  private static func heldOut(of examples: [Example<[Sample2D]>], seed: UInt64) -> [Bool] {
    guard examples.count >= calibrated else { return examples.map { _ in false } }
    var random = SplitMix64(seed: seed)
    let users = Set(examples.compactMap(\.user)).sorted()
    guard users.count >= 5, examples.allSatisfy({ $0.user != nil }) else {
      let folds = Folds(count: 5, labels: examples.map(\.label), using: &random)
      return folds.fold.map { $0 == 0 }
    }
    let chosen = Set(users.shuffled(using: &random).prefix((users.count + 4) / 5))
    return examples.map { chosen.contains($0.user ?? "") }
  }

  /// A network of raw features: the scaling of the training is part of its weights.
  private func trained(
    _ examples: [Example<[Sample2D]>], _ labels: [String], progress: (@Sendable (Double) -> Void)?
  ) throws(TrainingError) -> NeuralNetwork {
    let numbers = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    var random = SplitMix64(seed: trainer.seed)
    let isSmall = examples.count * Self.copies < Self.smallRows
    let copies =
      isSmall
      ? min(Self.mostCopies, Self.smallRows / examples.count)
      : min(Self.copies, max(1, Self.manyRows / examples.count - 1))
    var rows: [Float] = []
    rows.reserveCapacity(examples.count * (copies + 1) * features.count)
    var classes: [Int] = []
    for example in examples {
      if Task.isCancelled { throw .cancelled }
      for copy in 0...copies {
        var gesture = example.representation
        if copy > 0 {
          if isSmall, copy % 2 == 0 { gesture = gesture.withStrokesReordered(using: &random) }
          gesture = StrokeDistortion().applied(to: gesture, using: &random)
        }
        guard let vector = try? features.vector(of: gesture) else { continue }
        rows += vector
        classes.append(numbers[example.label] ?? 0)
      }
    }
    guard !classes.isEmpty else { throw .noExamples }
    let exampleCount = classes.count
    let gestures = examples.filter { $0.label != Scorer.nullLabel }.map(\.representation)
    let decoyCount = min(
      max(gestures.count * Self.decoysPerExample, Self.decoyCounts.lowerBound),
      Self.decoyCounts.upperBound)
    for decoy in StrokeDecoy.made(decoyCount, from: gestures, using: &random) {
      guard let vector = try? features.vector(of: decoy) else { continue }
      rows += vector
      classes.append(numbers[Scorer.nullLabel] ?? 0)
    }
    let scaling = GroupScaling(of: &rows, groups: features.groups)
    removeDecoysLikeExamples(&rows, &classes, from: exampleCount)
    let wanted =
      examples.count * Self.presentationsPerExample
      + (classes.count - exampleCount) * Self.presentationsPerDecoy
    let presentations = min(
      max(wanted, Self.presentations.lowerBound), Self.presentations.upperBound)
    let network = try TrainingError.checked { () throws(ModelError) in
      try trainer.train(
        rows: rows, featureCount: features.count, classes: classes, labels: labels,
        presentations: presentations, progress: progress
      ).map { (network) throws(ModelError) in try scaling.merged(into: network) }
    }
    guard let network else { throw .cancelled }
    return network
  }
}

extension StrokeNetwork {
  /// The largest number of examples of a class that decoys are compared with.
  private static let mostReferences = 40

  /// Removes the rows from `first` on that are as near to examples of a class as these are to each
  /// other. For example, a mirrored A is an A.
  ///
  /// - Complexity: O(rows · classes · features).
  private func removeDecoysLikeExamples(
    _ rows: inout [Float], _ classes: inout [Int], from first: Int
  ) {
    let width = features.count
    var members: [Int: [Int]] = [:]
    for row in 0..<first { members[classes[row], default: []].append(row) }
    // The class of none is the first: its label is empty.
    members[0] = nil
    func distance(_ a: Int, _ b: Int) -> Float {
      rows.withUnsafeBytes {
        NearestShapes.squaredDistance($0, a * width, $0, b * width, width: width)
      }
    }
    // Some rows of each class, and the median distance of these to the nearest other one.
    let references = members.values.map { all in
      let step = max(1, all.count / Self.mostReferences)
      let chosen = stride(from: 0, to: all.count, by: step).prefix(Self.mostReferences)
        .map { all[$0] }
      let nearest = chosen.map { row in
        chosen.filter { $0 != row }.map { distance(row, $0) }.min() ?? 0
      }.sorted()
      return (rows: chosen, limit: nearest[nearest.count / 2])
    }
    var kept = first
    for row in first..<classes.count {
      let isLike = references.contains { references in
        references.rows.contains { distance(row, $0) < references.limit }
      }
      if isLike { continue }
      if kept != row {
        for feature in 0..<width { rows[kept * width + feature] = rows[row * width + feature] }
      }
      kept += 1
    }
    classes.removeLast(classes.count - kept)
    rows.removeLast(rows.count - kept * width)
  }
}

extension [Sample2D] {
  /// The same strokes in another order, each in either direction.
  ///
  /// People who invent a gesture of several strokes do not keep to an order.
  fileprivate func withStrokesReordered(using random: inout SplitMix64) -> [Sample2D] {
    var strokes = strokes
    guard strokes.count > 1 else { return self }
    strokes.shuffle(using: &random)
    return Drawing(
      strokes: strokes.map { stroke in
        let points = stroke.map { Vector2($0.x, $0.y) }
        return Bool.random(using: &random) ? points : points.reversed()
      }
    ).samples
  }
}

/// Distorts gestures at random, so that a classifier sees more hands than wrote its examples.
///
/// Rotation, shear, proportions, a smooth warp of the plane, and the place and size of each stroke.
/// The deviations are our choice; none was fitted.
struct StrokeDistortion: Hashable, Sendable {
  /// The deviation of the rotation, in radians. Default: 0.12.
  var rotation = 0.12
  /// The deviation of the shear of *x* along *y*. Default: 0.15.
  var shear = 0.15
  /// The deviation of the logarithm of the proportions. Default: 0.12.
  var proportions = 0.12
  /// The deviation of the warp, as a share of the gesture's size. Default: 0.03.
  var warp = 0.03
  /// The deviation of the place of a stroke, in the same unit. Default: 0.025.
  var strokePlace = 0.025
  /// The deviation of the logarithm of the size of a stroke. Default: 0.06.
  var strokeSize = 0.06

  /// A distorted copy of a gesture with an extent; times do not change.
  func applied(to gesture: [Sample2D], using random: inout SplitMix64) -> [Sample2D] {
    guard let box = try? StrokeRescaler(alignment: .center).box(around: gesture) else {
      return gesture
    }
    let turn = random.nextNormal() * rotation
    let lean = random.nextNormal() * shear
    let width = Double.exp(random.nextNormal() * proportions)
    let (sine, cosine) = (Double.sin(turn), Double.cos(turn))
    let waves = (0..<4).map { _ in Wave(using: &random) }
    var result = gesture
    for index in result.indices {
      let point = box.place(gesture[index]) - Vector2(0.5, 0.5)
      let warped = Vector2(
        point.x + warp * (waves[0].value(at: point) + waves[1].value(at: point)),
        point.y + warp * (waves[2].value(at: point) + waves[3].value(at: point)))
      let (x, y) = (warped.x * width + lean * warped.y / width, warped.y / width)
      result[index].x = cosine * x - sine * y
      result[index].y = sine * x + cosine * y
    }
    var start = 0
    for end in 1...max(1, result.count) {
      guard end == result.count || gesture[end].stroke != gesture[start].stroke else { continue }
      move(&result, start..<end, using: &random)
      start = end
    }
    return result
  }

  /// Scales a stroke about its middle, and moves it.
  private func move(
    _ gesture: inout [Sample2D], _ range: Range<Int>, using random: inout SplitMix64
  ) {
    let count = Double(range.count)
    let middle = range.reduce(Vector2(0.0, 0.0)) {
      $0 + Vector2(gesture[$1].x, gesture[$1].y) / count
    }
    let size = Vector2(
      Double.exp(random.nextNormal() * strokeSize), Double.exp(random.nextNormal() * strokeSize))
    let shift = Vector2(random.nextNormal(), random.nextNormal()) * strokePlace
    for index in range {
      gesture[index].x = middle.x + shift.x + (gesture[index].x - middle.x) * size.x
      gesture[index].y = middle.y + shift.y + (gesture[index].y - middle.y) * size.y
    }
  }

  /// A sine wave over the unit square, of about half a period.
  private struct Wave {
    var direction: Vector2<Double>
    var phase: Double

    init(using random: inout SplitMix64) {
      direction = Vector2(random.nextNormal(), random.nextNormal()) * 3.5
      phase = Double.random(in: 0..<2 * .pi, using: &random)
    }

    func value(at point: Vector2<Double>) -> Double { .sin(direction.dot(point) + phase) }
  }
}
