internal import RealModule

/// One writer's session with a model of motions: the hold of the device, and the acceptance of
/// gestures.
///
/// A value type: a copy is independent.
package struct WriterSession: Hashable, Sendable {
  private var hold: DeviceHold
  private var acceptance: AcceptanceSession?
  private let minimumSimilarity: Double

  /// Creates a session without gestures.
  ///
  /// - Parameters:
  ///   - sharpness: The exponent of distances in confidences.
  ///   - minimumSimilarity: The similarity below which a gesture is rejected.
  ///   - acceptance: The start of the acceptance; `nil` to decide on each gesture alone.
  package init(sharpness: Double, minimumSimilarity: Double, acceptance: AcceptanceSession?) {
    hold = DeviceHold(sharpness: sharpness)
    self.minimumSimilarity = minimumSimilarity
    self.acceptance = acceptance
  }

  /// Recognises the session's next gesture.
  ///
  /// - Parameter recognize: Recognises it with the axes of the device turned by a number of
  ///   quarters. A score is minus a distance.
  fileprivate mutating func recognize(
    _ recognize: (_ quarterTurns: Int) throws(GestureError) -> Recognition
  ) throws(GestureError) -> Recognition {
    var recognition = try hold.recognize(recognize)
    if let similarity = recognition.similarity {
      recognition.isGesture = similarity >= minimumSimilarity
    }
    acceptance?.decide(&recognition)
    return recognition
  }
}

/// The sessions of several users, one each, in turn.
package struct WriterSessions: Sendable {
  private let start: WriterSession?
  private var sessions: [String?: WriterSession] = [:]

  /// Creates sessions without gestures; with a `start` of `nil`, gestures are independent.
  package init(_ start: WriterSession?) { self.start = start }

  /// Recognises the next gesture of a user.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - recognize: Recognises the gesture with the axes of the device turned by a number of
  ///     quarters.
  package mutating func recognize(
    user: String?, _ recognize: (_ quarterTurns: Int) throws(GestureError) -> Recognition
  ) throws(GestureError) -> Recognition {
    guard var session = sessions[user] ?? start else { return try recognize(0) }
    defer { sessions[user] = session }
    return try session.recognize(recognize)
  }
}

/// How a writer holds a device: turned by quarters about the normal of the screen.
///
/// Landscape turns the axes of the device against the hand, and a letter becomes another one. The
/// hold is a state of the session. A gesture that the current hold recognises clearly counts in that
/// hold. Any other one is recognised in all four holds, whose shares are proportional to
///
/// exp(*b*) (Σ *d*^−*s*)^0.5,
///
/// with *d* the distances to the classes, *s* the sharpness, and *b* the logarithm of the evidence
/// of the session's earlier gestures: 2 for upright, and for each of the last five labels the mean
/// of 0.3 log Σ *d*^−*s* over its accepted gestures, relative to the best hold, at least −3. A label
/// counts once: fifty letters N that are read as Z in landscape are one piece of evidence, not
/// fifty. The confidences are means over the holds. The evidence against the best hold reduces its
/// similarity as much as the distance that would outweigh it: a gesture of no class fits best in one
/// hold of four.
///
/// The constants were chosen on `air-letters` with the built-in model, such that upright letters
/// lose nothing, and on synthetic writers 21001 to 21020. Weights from 0.2 to 0.4 and three to 99
/// labels differ by less than 1 % of the letters.
struct DeviceHold: Hashable, Sendable {
  /// The confidence and the distance at which a gesture is recognised in the current hold only.
  private static let clear = (confidence: 0.8, distance: 0.8)
  /// The logarithm of the odds of the upright hold.
  private static let upright = 2.0
  /// The weight of a gesture's evidence for its own hold, and for those of later gestures.
  private static let weights = (own: 0.5, later: 0.3)
  /// The largest evidence of a label against a hold.
  private static let most = 3.0
  /// The number of labels, and of gestures of each, that count.
  private static let memory = (labels: 5, gestures: 5)

  /// The mean evidence of gestures of one label.
  private struct Evidence: Hashable, Sendable {
    var label: String
    var logarithms: SIMD4<Double>
    var count = 1.0
  }

  private let sharpness: Double
  /// The labels that were accepted last, the latest one at the end.
  private var evidence: [Evidence] = []

  init(sharpness: Double) { self.sharpness = sharpness }

  /// The logarithms of the evidence for each hold.
  private var belief: SIMD4<Double> {
    evidence.reduce(SIMD4(Self.upright, 0, 0, 0)) { $0 + $1.logarithms }
  }

  /// Recognises a gesture in the current hold, or in all if it is not clear.
  mutating func recognize(
    _ recognize: (_ quarterTurns: Int) throws(GestureError) -> Recognition
  ) throws(GestureError) -> Recognition {
    let belief = belief
    let current = belief.indices.max { belief[$0] < belief[$1] } ?? 0
    let first = try recognize(current)
    guard first.confidence < Self.clear.confidence || -first.score > Self.clear.distance else {
      return first.turned(current)
    }
    var recognitions: [Recognition] = []
    var likelihoods = SIMD4<Double>.zero
    for turns in belief.indices {
      let recognition = turns == current ? first : try recognize(turns)
      recognitions.append(recognition)
      // The odds of the best class are a known share of all.
      likelihoods[turns] =
        -sharpness * .log(max(-recognition.score, 1e-3)) - .log(recognition.confidence)
    }
    let logarithms = belief + Self.weights.own * likelihoods
    var shares = belief.indices.map { Double.exp(logarithms[$0] - logarithms.max()) }
    let total = shares.reduce(0, +)
    for index in shares.indices { shares[index] /= total }
    let best = shares.indices.max { shares[$0] < shares[$1] } ?? current
    if recognitions[best].isGesture {
      let logarithms = Self.weights.later * (likelihoods - likelihoods.max())
      add(
        Evidence(
          label: recognitions[best].label,
          logarithms: logarithms.clamped(
            lowerBound: SIMD4(repeating: -Self.most), upperBound: .zero)))
    }
    guard var mean = Recognition(meanOf: recognitions, shares: shares) else { return first }
    let loss = (belief[current] - belief[best]) / (Self.weights.own * sharpness)
    mean.similarity = recognitions[best].similarity.map { $0 - loss }
    mean.similarityToOthers = recognitions[best].similarityToOthers.map { $0 - loss }
    return mean.turned(best)
  }

  private mutating func add(_ gesture: Evidence) {
    var latest = gesture
    if let index = evidence.firstIndex(where: { $0.label == latest.label }) {
      let known = evidence.remove(at: index)
      latest.count = min(known.count + 1, Double(Self.memory.gestures))
      latest.logarithms =
        known.logarithms + (latest.logarithms - known.logarithms) / latest.count
    } else if evidence.count == Self.memory.labels {
      evidence.removeFirst()
    }
    evidence.append(latest)
  }
}

extension Recognition {
  /// The recognition, of a device turned by this number of quarters.
  fileprivate func turned(_ quarters: Int) -> Recognition {
    var turned = self
    turned.quarterTurns = quarters
    return turned
  }
}

/// Decides on acceptance over one session of one writer and device.
///
/// A writer, a device or a lead-in shifts the similarities of all gestures of a session. The shift
/// is estimated from the session's previous gestures and removed before the comparison with the
/// threshold, so that the threshold carries over to writers outside the training set:
///
/// *s* = similarity − 0.7 (*q* − *m*),
///
/// with *m* the median similarity of the training set's gestures to other writers, and *q* the 65th
/// percentile of the similarities of the last 30 gestures and five more at *m*. Gestures more than
/// 0.3 below *m* are left out, so that other movements change little, and *s* is at most 0.21 above
/// the similarity. The first gesture has no shift.
///
/// The constants were chosen on the air letters of five writers (`air-letters`), leave one writer
/// out, with thresholds of the training writers. A value type: a copy is independent.
package struct AcceptanceSession: Hashable, Sendable {
  /// The share of the estimated shift that is removed.
  private static let shiftShare = 0.7
  /// The quantile of the session's similarities.
  private static let quantile = 0.65
  /// The number of gestures that the training set counts for.
  private static let priorCount = 5
  /// The number of gestures that are kept.
  private static let memory = 30
  /// The similarity below the typical one from which a gesture does not count.
  private static let largestLoss = 0.3

  private let typicalSimilarity: Double
  private let minimumSimilarity: Double
  private var similarities: [Double] = []

  /// Creates a session without gestures.
  ///
  /// - Parameters:
  ///   - typicalSimilarity: The median similarity of the training set's gestures to other writers.
  ///   - minimumSimilarity: The corrected similarity below which a gesture is rejected.
  package init(typicalSimilarity: Double, minimumSimilarity: Double) {
    self.typicalSimilarity = typicalSimilarity
    self.minimumSimilarity = minimumSimilarity
  }

  /// Corrects the similarity of the session's next gesture by its previous ones.
  package mutating func corrected(_ similarity: Double) -> Double {
    similarity - shift(before: similarity)
  }

  /// The shift of the session before its next gesture, which is added to it.
  private mutating func shift(before similarity: Double) -> Double {
    guard similarity.isFinite else { return 0 }
    let prior = [Double](repeating: typicalSimilarity, count: Self.priorCount)
    let sorted = (similarities + prior).sorted()
    let typical = sorted[Int((Self.quantile * Double(sorted.count - 1)).rounded())]
    if similarity >= typicalSimilarity - Self.largestLoss {
      similarities.append(similarity)
      if similarities.count > Self.memory { similarities.removeFirst() }
    }
    return Self.shiftShare * (typical - typicalSimilarity)
  }

  /// Decides again on the session's next gesture: corrects ``Recognition/similarity`` and sets
  /// ``Recognition/isGesture``. A recognition without a similarity does not change.
  package mutating func decide(_ recognition: inout Recognition) {
    guard let similarity = recognition.similarity else { return }
    // The threshold is that of gestures compared with other writers.
    let corrected = similarity - shift(before: recognition.similarityToOthers ?? similarity)
    recognition.similarity = corrected
    recognition.isGesture = corrected >= minimumSimilarity
  }
}
