public import MotionFusion

/// A classifier of gestures of one or several strokes: a small neural network of shape features.
///
/// The default for strokes. The order, the direction and the number of strokes may differ from
/// those of the training set. `inertial train --classifier stroke-network` trains one.
public struct StrokeModel: Hashable, Sendable {
  /// The features of a gesture.
  package let features: StrokeFeatures
  /// The classifier of their vectors.
  package private(set) var network: NeuralNetwork
  /// The confidence below which a gesture is rejected. Default: 0, none.
  public var minimumConfidence = 0.0
  /// Notes on the origin of the model, such as data, classifier and seed.
  public var metadata: [String: String]

  /// The label in `network` of strokes that are no gesture.
  package static let nullLabel = ""

  /// The classes in alphabetical order.
  public var labels: [String] { network.labels.filter { $0 != Self.nullLabel } }

  /// The divisor of scores in confidences.
  package var temperature: Double {
    get { network.temperature }
    set { network.temperature = newValue }
  }

  /// Creates a model.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a network of other features.
  package init(
    features: StrokeFeatures, network: NeuralNetwork, metadata: [String: String] = [:]
  ) throws(ModelError) {
    guard network.featureCount == features.count else {
      throw .inconsistent(
        "expected a network of \(features.count) features, got \(network.featureCount)")
    }
    self.features = features
    self.network = network
    self.metadata = metadata
  }

  /// Classifies a gesture of one or several strokes. Scores are log-odds.
  ///
  /// A model that was trained with other strokes rejects a gesture that is more likely one of them;
  /// ``Recognition/similarity`` is then the probability that it is not.
  ///
  /// - Parameters:
  ///   - gesture: The points in order of time; `Sample2D.stroke` separates strokes.
  ///   - minSize: The smallest size that is magnified, in the gesture's unit.
  /// - Throws: ``GestureError`` if the gesture has fewer than two samples, no duration or no
  ///   extent, runs backward in time, or is not finite.
  public func recognize(
    _ gesture: [Sample2D], minSize: Double = 0
  ) throws(GestureError) -> Recognition {
    var recognition = try network.recognize(features.vector(of: gesture, minSize: minSize))
    let isMoreLikelyNone = recognition.remove(Self.nullLabel)
    recognition.isGesture = !isMoreLikelyNone && recognition.confidence >= minimumConfidence
    return recognition
  }

  /// The model restricted to the given classes.
  func restricted(to kept: Set<String>) throws(ModelError) -> StrokeModel {
    var model = self
    model.network = try network.restricted(to: kept.union([Self.nullLabel]))
    return model
  }
}

extension Recognition {
  /// Removes a class: the confidences of the others are those given that it is not the one.
  ///
  /// - Returns: Whether the class was the most likely one.
  fileprivate mutating func remove(_ removed: String) -> Bool {
    var ranked =
      [Alternative(label: label, score: score, confidence: confidence)] + alternatives
    guard ranked.count > 1, let place = ranked.firstIndex(where: { $0.label == removed }) else {
      return false
    }
    similarity = 1 - ranked.remove(at: place).confidence
    let total = ranked.reduce(0) { $0 + $1.confidence }
    for index in ranked.indices where total > 0 { ranked[index].confidence /= total }
    (label, score, confidence) = (ranked[0].label, ranked[0].score, ranked[0].confidence)
    alternatives = Array(ranked.dropFirst())
    return place == 0
  }
}

extension StrokeModel {
  /// The bytes of a model file, as ``RecognitionModel/file()``.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for a value that JSON cannot represent.
  package func file() throws(ModelError) -> [UInt8] {
    try ModelFile.bytes(of: self, as: Content.self)
  }

  /// Reads a model file.
  ///
  /// - Throws: ``ModelError`` for bytes that are not a complete and unaltered file of this kind.
  package init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelFile.model(of: bytes, as: Content.self)
  }

  /// The parts of a stroke model under their JSON keys.
  struct Content: ModelContent {
    static let kinds = ["stroke-network"]

    var classifier = "stroke-network"
    var grid: Int
    var liftedGrid: Int
    var points: Int
    var network: NeuralNetwork
    var minimumConfidence: Double
    var metadata: [String: String]

    init(_ model: StrokeModel) {
      grid = model.features.grid
      liftedGrid = model.features.liftedGrid
      points = model.features.pointCount
      network = model.network
      minimumConfidence = model.minimumConfidence
      metadata = model.metadata
    }

    func model() throws(ModelError) -> StrokeModel {
      guard StrokeFeatures.grids.contains(grid), StrokeFeatures.grids.contains(liftedGrid),
        StrokeFeatures.pointCounts.contains(points)
      else {
        throw .inconsistent(
          "expected 1 to 16 cells and 2 to 128 points, got \(grid), \(liftedGrid) and \(points)")
      }
      guard (0...1).contains(minimumConfidence) else {
        throw .inconsistent("expected a confidence from 0 to 1, got \(minimumConfidence)")
      }
      var model = try StrokeModel(
        features: StrokeFeatures(grid: grid, liftedGrid: liftedGrid, pointCount: points),
        network: network, metadata: metadata)
      model.minimumConfidence = minimumConfidence
      return model
    }
  }
}
