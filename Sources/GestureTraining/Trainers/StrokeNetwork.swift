package import GestureRecognition
package import MotionFusion
internal import RealModule
internal import RotationMath

/// The default classifier of strokes, `stroke-network`: shape features and a neural network.
///
/// Each example is shown many times, distorted. Training takes time proportional to the number of
/// examples, and from ten thousand on about the same time.
///
/// On the development half of UNIPEN's capitals (6,500, 625 writers) the features and the constants
/// of `NetworkTrainer` were chosen on two of five folds by writers.
package struct StrokeNetwork: GestureClassifier {
  /// The features of a gesture.
  package var features = StrokeFeatures()
  /// The trainer of the network.
  var trainer = NetworkTrainer()
  /// The distortions of the examples.
  var distortion = StrokeDistortion()
  /// Receives the share of the training that is done, from any thread.
  package var progress: (@Sendable (Double) -> Void)?

  /// The largest number of distorted copies of an example.
  private static let mostCopies = 5
  /// The number of rows, copies included, above which examples have fewer copies.
  private static let manyRows = 120_000
  /// The presentations of an example, and the least and the most of a training.
  private static let (presentationsPerExample, presentations) = (60, 4000...600_000)
  /// The number of examples from which confidences are calibrated on a part of them.
  private static let calibrated = 100

  /// Creates a classifier.
  package init(seed: UInt64 = 1) { trainer.seed = seed }

  /// Trains a model. Its classes are in alphabetical order.
  ///
  /// Confidences are calibrated on the writers of every fifth example, by a network that was
  /// trained without them for half as long.
  ///
  /// - Throws: ``TrainingError`` for no examples, one class only, and cancellation.
  package func train(_ examples: [Example<[Sample2D]>]) async throws(TrainingError) -> FeatureModel
  {
    guard let first = examples.first else { throw .noExamples }
    let labels = Set(examples.map(\.label)).sorted()
    guard labels.count >= 2 else { throw .oneClass(first.label) }
    var temperature = 1.0
    let isTested = Self.heldOut(of: examples, seed: trainer.seed)
    let training = examples.indices.filter { !isTested[$0] }.map { examples[$0] }
    let isCalibrated =
      Set(training.map(\.label)).count == labels.count && training.count < examples.count
    if isCalibrated {
      let part = try trained(training, labels, effort: 0.5, progress: scaled(0, 0.3))
      var scaling = TemperatureScaling()
      for (index, example) in examples.enumerated() where isTested[index] {
        guard let vector = try? features.vector(of: example.representation),
          let scores = try? part.scores(of: vector),
          let truth = labels.firstIndex(of: example.label)
        else { continue }
        scaling.scores.append(scores)
        scaling.truths.append(truth)
      }
      temperature = scaling.temperature
    }
    var network = try trained(
      examples, labels, effort: 1, progress: isCalibrated ? scaled(0.3, 1) : progress)
    network.temperature = temperature
    do throws(ModelError) {
      return try FeatureModel(
        .shape(features), .network(network),
        metadata: [
          "classifier": Classifier.strokeNetwork.rawValue, "examples": "\(examples.count)",
          "seed": "\(trainer.seed)",
        ])
    } catch {
      throw .invalidOptions(error.description)
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
    _ examples: [Example<[Sample2D]>], _ labels: [String], effort: Double,
    progress: (@Sendable (Double) -> Void)?
  ) throws(TrainingError) -> NeuralNetwork {
    let numbers = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    var random = SplitMix64(seed: trainer.seed)
    let copies = min(Self.mostCopies, max(1, Self.manyRows / examples.count - 1))
    var rows: [Float] = []
    rows.reserveCapacity(examples.count * (copies + 1) * features.count)
    var classes: [Int] = []
    for example in examples {
      if Task.isCancelled { throw .cancelled }
      for copy in 0...copies {
        let gesture =
          copy == 0
          ? example.representation : distortion.applied(to: example.representation, using: &random)
        guard let vector = try? features.vector(of: gesture) else { continue }
        rows += vector
        classes.append(numbers[example.label] ?? 0)
      }
    }
    guard !classes.isEmpty else { throw .noExamples }
    let scaling = GroupScaling(of: &rows, groups: features.groups)
    let presentations = min(
      max(examples.count * Self.presentationsPerExample, Self.presentations.lowerBound),
      Self.presentations.upperBound)
    do {
      let network = try trainer.train(
        rows: rows, featureCount: features.count, classes: classes, labels: labels,
        presentations: Int(Double(presentations) * effort), progress: progress)
      guard let network else { throw TrainingError.cancelled }
      return try scaling.merged(into: network)
    } catch let error as TrainingError {
      throw error
    } catch {
      throw .invalidOptions("\(error)")
    }
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
  /// The deviation of the place of a stroke, likewise. Default: 0.025.
  var strokePlace = 0.025
  /// The deviation of the logarithm of the size of a stroke. Default: 0.06.
  var strokeSize = 0.06

  /// A distorted copy of a gesture with an extent; times do not change.
  func applied(to gesture: [Sample2D], using random: inout SplitMix64) -> [Sample2D] {
    guard let box = try? StrokeRescaler(alignment: .center).box(around: [gesture]) else {
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
