internal import RealModule
internal import RotationMath

/// Maps distances to confidences and to the decision to accept or reject.
package struct TemplateCalibration: Hashable, Sendable, Codable {
  /// The exponent *s*: confidences are proportional to distance to the power −*s*.
  ///
  /// The default of 16 holds without data. Fitted values for the air letters of five people lie
  /// between 11, for one example a letter, and 29, for examples of other people.
  package var sharpness = 16.0
  /// The similarity below which a gesture is rejected (default: accept all).
  package var minimumSimilarity = -Double.greatestFiniteMagnitude
  /// The median similarity of the gestures, to which an ``AcceptanceSession`` refers; `nil` without
  /// data on other writers, for no session.
  package var typicalSimilarity: Double?
  /// The comparison with movements that are no gestures; `nil` for similarities to the classes
  /// alone.
  var movementRejection: MovementRejection?
  /// The median distance of the gestures to their nearest class, in the unit of scores. The default
  /// holds without data; synthetic writers have 0.56, writers of `air-letters` 0.68.
  package var typicalDistance = 0.65
  /// The number of gestures in the calibration, each compared with examples of other users or, for
  /// a single user, with all other examples; 0 without a calibration.
  package var gestures = 0
  /// The number of these gestures that were recognised correctly.
  package var correct = 0

  /// Creates a calibration that accepts everything.
  package init() {}

  /// The first invalid value; `nil` if all are valid.
  var validationError: String? {
    if !(sharpness > 0 && sharpness.isFinite) {
      return "expected a finite sharpness above 0, got \(sharpness)"
    }
    if !(typicalDistance > 0 && typicalDistance.isFinite) {
      return "expected a finite typical distance above 0, got \(typicalDistance)"
    }
    for similarity in [minimumSimilarity, typicalSimilarity ?? 0] where !similarity.isFinite {
      return "expected finite similarities, got \(similarity)"
    }
    return movementRejection?.validationError
  }

  /// The keys of model files.
  private enum CodingKeys: String, CodingKey {
    case sharpness, minimumSimilarity, typicalSimilarity, movementRejection, typicalDistance
    case gestures, correct
  }
}

extension TemplateCalibration {
  /// The start of a session of one writer; `nil` if each gesture is decided alone.
  package var session: AcceptanceSession? {
    typicalSimilarity.map {
      AcceptanceSession(typicalSimilarity: $0, minimumSimilarity: minimumSimilarity)
    }
  }

  /// The distances of one gesture to the examples of other users.
  struct Trial: Sendable {
    /// Logarithms of the distances, one a class.
    var logarithms: [Double]
    /// The true class.
    var truth: Int
    /// The distance to the nearest class, unrotated, in the unit of scores.
    var distance: Double
    /// The similarity to all classes.
    var similarity: Double

    /// Whether no class is nearer than the true one.
    var isCorrect: Bool { logarithms.min() == logarithms[truth] }
  }

  /// The calibration that fits the trials of each writer, in the order of writing.
  ///
  /// The sharpness maximises the likelihood times a log-normal prior about the default, of
  /// deviation 0.5 in the logarithm; the likelihood of trials without an error alone has no
  /// maximum. The share `acceptance` of the correctly recognised trials is above the smallest
  /// similarity, each writer's trials being one ``AcceptanceSession``.
  init(sessions: [[Trial]], acceptance: Double) {
    let trials = sessions.flatMap(\.self)
    guard let typical = trials.map(\.similarity).sorted().upperMedian else { return }
    typicalSimilarity = typical
    typicalDistance = max(trials.map(\.distance).sorted().upperMedian ?? typicalDistance, 1e-3)
    sharpness = Self.mostLikelySharpness(trials)
    var right: [Double] = []
    var all: [Double] = []
    for session in sessions {
      var acceptance = self.session
      for trial in session {
        let similarity = acceptance?.corrected(trial.similarity) ?? trial.similarity
        all.append(similarity)
        if trial.isCorrect { right.append(similarity) }
      }
    }
    gestures = all.count
    correct = right.count
    // Misrecognised gestures may be rejected.
    minimumSimilarity = Self.bound(right.isEmpty ? all : right, share: acceptance)
  }

  /// The value that another one of the same distribution reaches with the probability `share`.
  ///
  /// Split conformal prediction (V. Vovk, A. Gammerman, G. Shafer, *Algorithmic learning in a
  /// random world*, 2005). For too few values, the bound is as far below the smallest as that is
  /// below the median.
  private static func bound(_ values: [Double], share: Double) -> Double {
    let sorted = values.sorted()
    let rank = Int(Double(sorted.count + 1) * (1 - share))
    guard rank < 1 else { return sorted[min(rank, sorted.count) - 1] }
    return 2 * sorted[0] - (sorted.upperMedian ?? 0)
  }

  private static func mostLikelySharpness(_ trials: [Trial]) -> Double {
    let usual = Double.log(TemplateCalibration().sharpness)
    func cost(_ logarithm: Double) -> Double {
      let sharpness = Double.exp(logarithm)
      let prior = 2 * (logarithm - usual) * (logarithm - usual)
      return trials.reduce(prior) { sum, trial in
        let truth = trial.logarithms[trial.truth]
        let odds = trial.logarithms.reduce(0) { $0 + Double.exp(-sharpness * ($1 - truth)) }
        return sum + Double.log(odds)
      }
    }
    // The likelihood has one maximum.
    return .exp(GoldenSection.minimum(in: .log(0.5) ... .log(64), precision: 1e-3, of: cost))
  }
}
