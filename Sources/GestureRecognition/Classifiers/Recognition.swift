internal import RealModule

/// The recognised class of a gesture.
public struct Recognition: Hashable, Sendable, Codable {
  /// Another class, with its score.
  public struct Alternative: Hashable, Sendable, Codable {
    /// The class.
    public var label: String
    /// The score; higher is better.
    public var score: Double
    /// The confidence, from 0 to 1.
    public var confidence: Double

    package init(label: String, score: Double, confidence: Double) {
      self.label = label
      self.score = score
      self.confidence = confidence
    }
  }

  /// The best class.
  public var label: String
  /// Its score; higher is better. The scale depends on the classifier.
  public var score: Double
  /// The confidence in ``label``, from 0 to 1. The confidences of all classes sum to 1.
  public var confidence: Double
  /// The other classes, best first.
  public var alternatives: [Alternative]
  /// Whether the gesture is accepted as one of the classes.
  public var isGesture: Bool
  /// The similarity to the training set, which decides ``isGesture``; higher is more similar.
  ///
  /// The scale depends on the classifier; `nil` for a classifier without one.
  public var similarity: Double?
  /// The similarity without the user's own examples, which an `AcceptanceSession` compares with
  /// those of the training set's writers; `nil` if there are no own examples.
  package var similarityToOthers: Double?
  /// The angle by which the axes of the device were turned, in radians counterclockwise about the
  /// normal of the screen (`DeviceHold`).
  package var turn = 0.0
  /// The logarithm of the odds that the end of the gesture is cut off, by the session's earlier
  /// gestures.
  package var oddsOfCut = WriterState.priorOddsOfCut
  /// The time within the gesture in which samples were lost, in seconds.
  package var lostDuration = 0.0
  /// The evidence of the gesture itself that its end is cut off: the logarithm of a ratio of
  /// likelihoods.
  package var evidenceOfCut = 0.0

  package init(
    label: String, score: Double, confidence: Double, alternatives: [Alternative] = [],
    isGesture: Bool = true, similarity: Double? = nil
  ) {
    self.label = label
    self.score = score
    self.confidence = confidence
    self.alternatives = alternatives
    self.isGesture = isGesture
    self.similarity = similarity
  }
}

extension Recognition {
  /// The recognition of finite scores, one per class.
  ///
  /// The first of equal scores wins.
  init(labels: [String], scores: [Double], scale: ConfidenceScale) {
    let order = scores.indices.sorted { a, b in
      scores[a] != scores[b] ? scores[a] > scores[b] : a < b
    }
    let confidences = scale.confidences(of: scores)
    self.init(
      ranked: order.map { index in
        Alternative(label: labels[index], score: scores[index], confidence: confidences[index])
      })
  }

  /// The recognition of classes in order, the best first.
  init(ranked: [Alternative]) {
    self.init(
      label: ranked[0].label, score: ranked[0].score, confidence: ranked[0].confidence,
      alternatives: Array(ranked.dropFirst()))
  }

  /// All classes, the best first.
  package var ranked: [Alternative] {
    [Alternative(label: label, score: score, confidence: confidence)] + alternatives
  }
}

extension GestureError {
  /// Throws for a vector of another number of features.
  static func check(featureCount found: Int, expected: Int) throws(GestureError) {
    guard found == expected else { throw .featureCount(found: found, expected: expected) }
  }

  /// The error of a vector whose scores are not finite. It names the first feature that is not
  /// finite, or otherwise the largest.
  static func notFinite(in vector: [Double]) -> GestureError {
    .featureNotFinite(
      feature: vector.firstIndex { !$0.isFinite }
        ?? vector.indices.max { abs(vector[$0]) < abs(vector[$1]) } ?? 0)
  }
}

extension Recognition {
  /// The mean of scores and confidences over recognitions of the same classes, accepted if more
  /// than half of them are.
  ///
  /// `nil` for no recognitions; the recognition itself for one.
  ///
  /// - Parameter shares: The weights, which sum to 1 (default: equal).
  init?(meanOf recognitions: [Recognition], shares: [Double]? = nil) {
    guard let first = recognitions.first else { return nil }
    guard recognitions.count > 1 else {
      self = first
      return
    }
    var sums: [String: Alternative] = [:]
    for (index, recognition) in recognitions.enumerated() {
      let share = shares?[index] ?? 1 / Double(recognitions.count)
      for part in recognition.ranked {
        sums[part.label, default: Alternative(label: part.label, score: 0, confidence: 0)].add(
          part, share: share)
      }
    }
    let order = sums.values.sorted {
      $0.confidence != $1.confidence ? $0.confidence > $1.confidence : $0.label < $1.label
    }
    self.init(ranked: order)
    isGesture = 2 * recognitions.count(where: { $0.isGesture }) > recognitions.count
  }
}

extension Recognition {
  /// The share of the confidence of the model that decides. Own gestures of letters' shapes accept
  /// up to 5 % of the letters (`FeatureModel.base`).
  private static let decidingShare = 0.95

  /// The recognition of a gesture by a model of own gestures, and by one beside it if the former
  /// does not accept it. Scores are confidences: those of two models have different scales.
  init(own: Recognition, base: Recognition) {
    let (decider, other) = own.isGesture ? (own, base) : (base, own)
    var confidences: [String: Double] = [:]
    for (recognition, share) in [(decider, Self.decidingShare), (other, 1 - Self.decidingShare)] {
      for part in recognition.ranked {
        confidences[part.label, default: 0] += share * part.confidence
      }
    }
    let confidence = confidences.removeValue(forKey: decider.label) ?? 0
    self.init(
      label: decider.label, score: confidence, confidence: confidence,
      alternatives: confidences.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        Alternative(label: $0.key, score: $0.value, confidence: $0.value)
      }, isGesture: decider.isGesture, similarity: decider.similarity)
  }
}

extension Recognition.Alternative {
  fileprivate mutating func add(_ other: Self, share: Double) {
    score += share * other.score
    confidence += share * other.confidence
  }
}

/// The map from scores to confidences: a mixture of softmax(scores / temperature) and equal
/// confidences of all classes.
///
/// The equal part represents gestures with uninformative scores. Without it, a few such gestures
/// flatten the confidences of all others. The order of the classes is that of the scores. (J.
/// Zhang, B. Kailkhura, T. Y.-J. Han, *Mix-n-Match: ensemble and compositional methods for
/// uncertainty calibration in deep learning*, ICML 2020, arXiv:2003.07329, without the part at a
/// temperature of 1.)
package struct ConfidenceScale: Hashable, Sendable {
  /// The divisor of the scores.
  package let temperature: Double
  /// The share of equal confidences, from 0 to 1.
  package let uniformShare: Double

  /// Creates a scale; the default is the softmax of the scores.
  package init(temperature: Double, uniformShare: Double = 0) throws(ModelError) {
    try ModelError.check(temperature: temperature)
    guard uniformShare >= 0, uniformShare <= 1 else {
      throw .inconsistent("expected a uniform share from 0 to 1, got \(uniformShare)")
    }
    self.init(unchecked: temperature, uniformShare: uniformShare)
  }

  package init(unchecked temperature: Double = 1, uniformShare: Double = 0) {
    self.temperature = temperature
    self.uniformShare = uniformShare
  }

  /// The confidences of finite scores, one per class.
  func confidences(of scores: [Double]) -> [Double] {
    guard let highest = scores.max() else { return [] }
    var confidences = scores.map { Double.exp(($0 - highest) / temperature) }
    let factor = (1 - uniformShare) / confidences.reduce(0, +)
    let equal = uniformShare / Double(scores.count)
    for index in confidences.indices { confidences[index] = confidences[index] * factor + equal }
    return confidences
  }
}

extension ConfidenceScale: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    try self.init(
      temperature: file.coded(part?.temperature), uniformShare: file.coded(part?.uniformShare))
  }
}
