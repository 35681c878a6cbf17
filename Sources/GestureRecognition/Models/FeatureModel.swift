package import DeadReckoning
public import MotionFusion

/// A model of the features of a gesture and of a scorer of their vectors: the highest score wins.
///
/// Two models are built in: a small neural network on shape features, the default for strokes
/// (`uppercaseStrokes()`), and the lab's zone features with one row of weights per class
/// (``uppercaseZones()``).
public struct FeatureModel: Hashable, Sendable {
  package enum Features: Hashable, Sendable {
    /// Maps of directions and a trajectory of one or several strokes, in any order.
    case shape(StrokeFeatures)
    /// The lab's zones of a stroke or a path; several strokes are joined.
    case zones(ZoneFeatures)

    package var count: Int {
      switch self {
      case .shape(let features): features.count
      case .zones(let features): features.count
      }
    }
  }

  package let features: Features
  /// The classifier of their vectors.
  package private(set) var scorer: Scorer
  /// The ``Recognition/similarity`` below which a gesture is rejected (default: 0.5): of a model
  /// with a class of none, the probability of being one of the others; of nearest examples, the
  /// share of known gestures that are farther away.
  package var minimumSimilarity = defaultMinimumSimilarity
  package static let defaultMinimumSimilarity = 0.5
  /// The `StrokeOutline.sequenceScore(of:)` above which a gesture of strokes is rejected as several
  /// characters side by side; `nil` for no limit (default). With a limit, two points are rejected
  /// too: they are a tap.
  package var largestSequenceScore: Double?
  /// The smallest size of a stroke that is magnified to the unit square, in the stroke's unit
  /// (default: 0, which magnifies all).
  ///
  /// A larger ``GestureRecognizer/minSize`` takes precedence.
  package var minSize = 0.0
  /// The drift correction of the paths in the training set.
  package var stabilizer = Stabilizer.zeroEndVelocity
  /// The rate of exponential damping of those paths, in 1/s.
  package var dampingRate = 2.0
  /// Notes on the origin of the model, such as data, classifier and seed.
  package var metadata: [String: String]

  private let hasNullClass: Bool
  /// None or one: a value cannot contain itself.
  private var bases: [FeatureModel] = []

  /// The model beside which this one has a writer's own gestures; `nil` for none.
  ///
  /// A gesture that this model accepts is its, and any other one is read by the model beside it.
  ///
  /// On development data (`strokes/unistrokes.csv` and `multistrokes.csv`, eight own gestures of
  /// three or five examples by each of 30 people, beside the built-in letters), as many own
  /// gestures are right as without letters, 97 to 98 %. Of 1,000 capitals (`unipen-uppercase`), at
  /// most 0.3 % are taken for an own gesture of another shape. An own gesture that looks like a
  /// letter, such as a v or a circle, takes the place of that letter.
  package var base: FeatureModel? { bases.first }

  /// The classes, in the order of the scorer; then those of the model beside it.
  public var labels: [String] {
    let own = hasNullClass ? scorer.labels.filter { $0 != Scorer.nullLabel } : scorer.labels
    return own + (base?.labels ?? []).filter { !own.contains($0) }
  }

  package init(
    _ features: Features, _ scorer: Scorer, metadata: [String: String] = [:]
  ) throws(ModelError) {
    guard scorer.featureCount == features.count else {
      throw .inconsistent(
        "expected a classifier of \(features.count) features, got \(scorer.featureCount)")
    }
    self.features = features
    self.scorer = scorer
    self.metadata = metadata
    hasNullClass = scorer.labels.contains(Scorer.nullLabel)
  }

  /// Creates a model of zone features, with one row of weights per class.
  ///
  /// - Parameters:
  ///   - labels: The classes, in the order of the rows.
  ///   - zones: The features of the vectors.
  ///   - weights: The weights, row by row: `zones.count` for each class.
  ///   - temperature: The divisor of scores in confidences, which are softmax(scores /
  ///     temperature).
  ///   - metadata: Notes on the origin of the model.
  /// - Throws: ``ModelError/inconsistent(_:)`` for fewer than two classes, two classes of one name,
  ///   a wrong number of weights, a weight that is not finite, and a temperature that is not finite
  ///   and positive.
  public init(
    labels: [String], zones: ZoneFeatures = ZoneFeatures(), weights: [Double],
    temperature: Double = 1, metadata: [String: String] = [:]
  ) throws(ModelError) {
    let classifier = try LinearClassifier(
      labels: labels, featureCount: zones.count, weights: weights,
      confidenceScale: ConfidenceScale(temperature: temperature))
    try self.init(.zones(zones), .linear(classifier), metadata: metadata)
  }

  /// Creates a model that compares strokes with each example, for a writer's own gestures.
  ///
  /// - Parameters:
  ///   - examples: The strokes with their labels, ``Scorer/nullLabel`` for strokes of no class.
  ///     Those without features are left out.
  ///   - acceptance: The share of known gestures to accept. Default: 0.97.
  ///   - metadata: Notes on the origin of the model.
  package init(
    ofNearest examples: [(label: String, gesture: [Sample2D])],
    features: StrokeFeatures = StrokeFeatures(), acceptance: Double = 0.97,
    metadata: [String: String] = [:]
  ) throws(ModelError) {
    var (vectors, labels): ([[Float]], [String]) = ([], [])
    for example in examples {
      guard let vector = try? features.vector(of: example.gesture) else { continue }
      vectors.append(vector)
      labels.append(example.label)
    }
    try self.init(
      .shape(features), .nearest(NearestShapes(features, vectors: vectors, examples: labels)),
      metadata: metadata)
    minimumSimilarity = 1 - acceptance
  }

  /// The model with a writer's own gestures beside another one, such as that of letters.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for other features, which would be computed twice.
  package func beside(_ base: FeatureModel) throws(ModelError) -> FeatureModel {
    guard base.features == features else {
      throw .inconsistent("expected a model of the same features beside that of own gestures")
    }
    var model = self
    model.bases = [base.alone]
    return model
  }

  /// The model without the one beside it.
  package var alone: FeatureModel {
    var model = self
    model.bases = []
    return model
  }

  /// The zones of the features; the lab's where the features have none.
  package var zones: ZoneFeatures {
    switch features {
    case .zones(let zones): zones
    case .shape: ZoneFeatures()
    }
  }

  /// The weights of zone features, row by row, `zones.count` for each class; `nil` for other
  /// features and scorers.
  package var zoneWeights: [Double]? {
    guard case .zones = features, case .linear(let classifier, nil) = scorer else { return nil }
    return classifier.weights
  }

  /// The larger of ``minSize`` and `size`; an invalid `size` itself.
  func minSize(atLeast size: Double) -> Double { size >= 0 ? max(size, minSize) : size }

  /// The model restricted to the given classes. A class of none stays, and does not count.
  func restricted(to kept: Set<String>) throws(ModelError) -> FeatureModel {
    if let base {
      guard !kept.isDisjoint(with: base.labels) else { return try alone.restricted(to: kept) }
      let base = try base.restricted(to: kept)
      guard !kept.isDisjoint(with: alone.labels) else { return base }
      return try alone.restricted(to: kept).beside(base)
    }
    if hasNullClass, labels.count(where: kept.contains) < 2 {
      throw .inconsistent("expected at least 2 classes of the model, got \(kept.sorted())")
    }
    var model = self
    model.scorer = try scorer.restricted(to: hasNullClass ? kept.union([Scorer.nullLabel]) : kept)
    return model
  }
}

extension FeatureModel {
  /// Classifies a gesture of one or several strokes.
  ///
  /// A model that was trained with other strokes rejects a gesture that is more likely one of them;
  /// ``Recognition/similarity`` is then the probability that it is not such a stroke.
  ///
  /// - Parameters:
  ///   - gesture: The points in order of time; `Sample2D.stroke` separates strokes.
  ///   - minSize: The smallest size that is magnified, in the gesture's unit.
  /// - Throws: ``GestureError`` if the gesture has fewer than two samples, no duration or no
  ///   extent, runs backward in time, or is not finite.
  public func recognize(
    _ gesture: [Sample2D], minSize: Double = 0
  ) throws(GestureError) -> Recognition {
    switch features {
    case .shape(let features):
      try recognize(
        gesture,
        vector: features.vector(of: gesture, minSize: self.minSize(atLeast: minSize)))
    case .zones(let features):
      try recognize(
        features.vector(ofJoined: gesture, minSize: self.minSize(atLeast: minSize)))
    }
  }

  /// Classifies the motion of one gesture, by the stroke of its path.
  package func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    let stroke = try motions.stroke(stabilizer: stabilizer, dampingRate: dampingRate)
    let minSize = ZoneFeatures.smallestGesture
    switch features {
    case .zones(let features):
      return try recognize(features.vector(of: stroke, minSize: minSize))
    case .shape(let features):
      return try recognize(stroke, vector: features.vector(of: stroke, minSize: minSize))
    }
  }

  private func recognize(
    _ gesture: [Sample2D], vector: [Float]
  ) throws(GestureError) -> Recognition {
    var recognition = try scorer.recognize(vector)
    decide(&recognition)
    if let largestSequenceScore,
      gesture.count < 3 || StrokeOutline.sequenceScore(of: gesture) > largestSequenceScore
    {
      recognition.similarity = 0
      recognition.isGesture = false
    }
    guard let base else { return recognition }
    return Recognition(own: recognition, base: try base.recognize(gesture, vector: vector))
  }

  /// Classifies a feature vector. The first of equal scores wins.
  ///
  /// - Throws: ``GestureError/featureCount(found:expected:)``, or
  ///   ``GestureError/featureNotFinite(feature:)`` if a score is not finite.
  public func recognize(_ vector: [Double]) throws(GestureError) -> Recognition {
    var recognition = try scorer.recognize(vector)
    decide(&recognition)
    guard let base else { return recognition }
    return Recognition(own: recognition, base: try base.recognize(vector))
  }

  /// Classifies many feature vectors, those of a linear scorer by one matrix product.
  ///
  /// Scores may differ from those of ``recognize(_:)-([Double])`` by rounding: the order of
  /// summation differs.
  ///
  /// - Throws: The errors of ``recognize(_:)-([Double])``.
  public func recognize(batch vectors: [[Double]]) throws(GestureError) -> [Recognition] {
    var recognitions = try scorer.recognize(batch: vectors)
    for index in recognitions.indices { decide(&recognitions[index]) }
    guard let base else { return recognitions }
    return zip(recognitions, try base.recognize(batch: vectors)).map {
      Recognition(own: $0, base: $1)
    }
  }

  private func decide(_ recognition: inout Recognition) {
    if hasNullClass { recognition.remove(Scorer.nullLabel) }
    recognition.isGesture =
      recognition.isGesture && recognition.similarity ?? 1 >= minimumSimilarity
  }
}

extension Recognition {
  /// Removes a class: the confidences of the others are those given that it is not the one.
  fileprivate mutating func remove(_ removed: String) {
    var ranked = ranked
    guard ranked.count > 1, let place = ranked.firstIndex(where: { $0.label == removed }) else {
      return
    }
    similarity = 1 - ranked.remove(at: place).confidence
    let total = ranked.reduce(0) { $0 + $1.confidence }
    for index in ranked.indices where total > 0 { ranked[index].confidence /= total }
    (label, score, confidence) = (ranked[0].label, ranked[0].score, ranked[0].confidence)
    alternatives = Array(ranked.dropFirst())
  }
}

/// The model without the one beside it, which a file has after it (`RecognitionModel`).
extension FeatureModel: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    try self.init(
      file.coded(part?.features), file.coded(part?.scorer), metadata: file.coded(part?.metadata))
    minimumSimilarity = try file.coded(part?.minimumSimilarity)
    largestSequenceScore = try file.coded(part.map { $0.largestSequenceScore })
    minSize = try file.coded(part?.minSize)
    stabilizer = try file.coded(part?.stabilizer)
    dampingRate = try file.coded(part?.dampingRate)
    guard (0...1).contains(minimumSimilarity) else {
      throw .inconsistent("expected a similarity from 0 to 1, got \(minimumSimilarity)")
    }
    guard largestSequenceScore?.isFinite ?? true else {
      throw .inconsistent("expected a finite limit of the sequence score")
    }
    guard minSize >= 0, minSize.isFinite else {
      throw .inconsistent("expected a finite smallest size of 0 or more, got \(minSize)")
    }
    try ModelError.check(dampingRate: dampingRate)
  }
}

extension FeatureModel.Features: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    if let part {
      self = part
      switch part {
      case .shape(let features): try file.write("shape", features)
      case .zones(let features): try file.write("zones", features)
      }
    } else {
      switch try file.coded(nil) as String {
      case "shape": self = .shape(try file.coded(nil))
      case "zones": self = .zones(try file.coded(nil))
      case let name: throw .unknown(name)
      }
    }
  }
}
