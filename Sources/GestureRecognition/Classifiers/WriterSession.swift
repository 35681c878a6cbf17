internal import RealModule

/// One writer's session with a model of motions: the hold of the device, the acceptance of
/// gestures, and whether the recordings are cut off before the ends of the gestures.
///
/// A value type: a copy is independent.
package struct WriterSession: Hashable, Sendable {
  fileprivate var hold: DeviceHold
  private var acceptance: AcceptanceSession?
  private let minimumSimilarity: Double
  /// The evidence of each of the last gestures that its end is cut off.
  private var cuts: [Double] = []

  /// The number of gestures whose evidence counts.
  private static let memory = 10
  /// The weight of a gesture's evidence for the ends of later ones. Chosen with the constants of
  /// `TemplateModel.matchWithoutEnd`.
  private static let laterWeight = 0.5

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
  /// - Parameter recognize: Recognises it in a state of the session. A score is minus a distance.
  fileprivate mutating func recognize(
    _ recognize: (_ state: WriterState) throws(GestureError) -> Recognition
  ) throws(GestureError) -> Recognition {
    let odds = WriterState.priorOddsOfCut + Self.laterWeight * cuts.reduce(0, +)
    var recognition = try hold.recognize(oddsOfCut: odds, recognize)
    if let similarity = recognition.similarity {
      recognition.isGesture = similarity >= minimumSimilarity
    }
    acceptance?.decide(&recognition)
    cuts = cuts.suffix(Self.memory - 1) + [recognition.evidenceOfCut]
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
  /// - Parameter recognize: Recognises the gesture in a state of the session.
  package mutating func recognize(
    user: String?, _ recognize: (_ state: WriterState) throws(GestureError) -> Recognition
  ) throws(GestureError) -> Recognition {
    guard var session = sessions[user] ?? start else { return try recognize(WriterState()) }
    defer { sessions[user] = session }
    return try session.recognize(recognize)
  }

  /// The angle by which the axes of the user's device are turned, by the gestures so far.
  package func turn(of user: String?) -> Double { sessions[user]?.hold.turn ?? 0 }
}

/// How a writer holds a device: turned about the normal of the screen by quarters, and by a tilt of
/// up to two steps of 20 degrees.
///
/// The hold is a state of the session, with evidence of earlier gestures; "Rejecting
/// out-of-vocabulary gestures" has the formulas. A label counts once: fifty letters N that are read
/// as Z in landscape are one piece of evidence. The evidence against the best turn reduces its
/// similarity, because a gesture of no class fits best in one turn of four.
///
/// The constants were chosen on `air-letters` with the built-in model, such that upright letters
/// lose nothing, and on synthetic writers 21001 to 21020. Weights from 0.2 to 0.4 and three to 99
/// labels differ by less than 1 % of the letters in the quarter turns.
struct DeviceHold: Hashable, Sendable {
  /// The confidence and the distance at which a gesture is recognised in the current hold only.
  private static let clear = (confidence: 0.8, distance: 0.8)
  /// The logarithms of the odds of four quarter turns, and of five tilts.
  private static let prior = [2.0, 0, 0, 0, -3, -1, 0, -1, -3]
  private static let quarters = 0..<4
  private static let tilts = 4..<9
  /// A step of tilt, in radians.
  private static let tiltStep = Double.pi / 9
  /// The weight of a gesture's evidence for its own turn, and for those of later gestures.
  private static let weights = (own: 0.5, later: 0.3)
  /// The largest evidence of a label against a quarter turn, and a tilt: two labels are needed for
  /// a step of tilt.
  private static let most = (quarters: 3.0, tilts: 0.8)
  /// The number of labels that count, and of gestures of each.
  private static let memory = (quarters: 5, tilts: 10, gestures: 5.0)

  /// The mean evidence of gestures of one label.
  private struct Evidence: Hashable, Sendable {
    var label: String
    var logarithms: [Double]
    var count = 1.0
  }

  private let sharpness: Double
  /// The labels that were accepted last, the latest one at the end.
  private var evidence: [Evidence] = []

  init(sharpness: Double) { self.sharpness = sharpness }

  /// The logarithms of the evidence for each quarter turn and each tilt.
  private var belief: [Double] {
    var belief = Self.prior
    for (age, known) in evidence.reversed().enumerated() {
      for index in belief.indices
      where age < (Self.quarters.contains(index) ? Self.memory.quarters : Self.memory.tilts) {
        belief[index] += known.logarithms[index]
      }
    }
    return belief
  }

  /// The angle by which the axes of the device are turned.
  var turn: Double { Self.angle(Self.quarters.most(of: belief), Self.tilts.most(of: belief)) }

  private static func angle(_ quarter: Int, _ tilt: Int) -> Double {
    Double(quarter) * .pi / 2 + Double(tilt - tilts.lowerBound - 2) * tiltStep
  }

  /// Recognises a gesture in the current hold, or in all quarter turns if it is not clear.
  ///
  /// - Parameters:
  ///   - oddsOfCut: The logarithm of the odds that its end is cut off.
  ///   - recognize: Recognises it in a state of the session.
  mutating func recognize(
    oddsOfCut: Double = WriterState.priorOddsOfCut,
    _ recognize: (_ state: WriterState) throws(GestureError) -> Recognition
  ) throws(GestureError) -> Recognition {
    let belief = belief
    let (current, tilt) = (Self.quarters.most(of: belief), Self.tilts.most(of: belief))
    func turned(
      _ quarter: Int, _ tilt: Int, isTrial: Bool = true
    ) throws(GestureError) -> Recognition {
      let state = WriterState(
        angle: Self.angle(quarter, tilt), isTrial: isTrial, oddsOfCut: oddsOfCut)
      var recognition = try recognize(state)
      recognition.turn = state.angle
      return recognition
    }
    let first = try turned(current, tilt, isTrial: false)
    guard first.confidence < Self.clear.confidence || -first.score > Self.clear.distance else {
      return first
    }
    var recognitions: [Recognition] = []
    for quarter in Self.quarters {
      recognitions.append(quarter == current ? first : try turned(quarter, tilt))
    }
    let likelihoods = recognitions.map(likelihood)
    let logarithms = Self.quarters.map { belief[$0] + Self.weights.own * likelihoods[$0] }
    let best = Self.quarters.most(of: logarithms)
    if best != current { recognitions[best] = try turned(best, tilt, isTrial: false) }
    let odds = logarithms.map { Double.exp($0 - logarithms[best]) }
    let total = odds.reduce(0, +)
    guard var mean = Recognition(meanOf: recognitions, shares: odds.map { $0 / total }) else {
      return first
    }
    let chosen = recognitions[best]
    let loss = (belief[current] - belief[best]) / (Self.weights.own * sharpness)
    mean.similarity = chosen.similarity.map { $0 - loss }
    mean.similarityToOthers = chosen.similarityToOthers.map { $0 - loss }
    mean.turn = chosen.turn
    mean.oddsOfCut = chosen.oddsOfCut
    mean.evidenceOfCut = chosen.evidenceOfCut
    mean.lostDuration = chosen.lostDuration
    guard chosen.isGesture else { return mean }
    // Beyond its neighbours, a tilt is as likely as the nearest of them.
    let near = max(tilt - 1, Self.tilts.lowerBound)...min(tilt + 1, Self.tilts.upperBound - 1)
    var tilts: [Int: Double] = [tilt: likelihoods[best]]
    for other in near where other != tilt {
      tilts[other] = likelihood(of: try turned(best, other))
    }
    let nearest = Self.tilts.map {
      tilts[min(max($0, near.lowerBound), near.upperBound)] ?? likelihoods[best]
    }
    add(
      Evidence(
        label: chosen.label,
        logarithms: Self.evidence(likelihoods, most: Self.most.quarters)
          + Self.evidence(nearest, most: Self.most.tilts)))
    return mean
  }

  /// log Σ *d*^−*s*, up to a constant: the odds of the best class are a known share of all.
  private func likelihood(of recognition: Recognition) -> Double {
    -sharpness * .log(max(-recognition.score, 1e-3)) - .log(recognition.confidence)
  }

  private static func evidence(_ likelihoods: [Double], most: Double) -> [Double] {
    let greatest = likelihoods.max() ?? 0
    return likelihoods.map { max(weights.later * ($0 - greatest), -most) }
  }

  private mutating func add(_ gesture: Evidence) {
    var latest = gesture
    if let index = evidence.firstIndex(where: { $0.label == latest.label }) {
      let known = evidence.remove(at: index)
      latest.count = min(known.count + 1, Self.memory.gestures)
      for index in latest.logarithms.indices {
        latest.logarithms[index] =
          known.logarithms[index]
          + (latest.logarithms[index] - known.logarithms[index]) / latest.count
      }
    } else if evidence.count == Self.memory.tilts {
      evidence.removeFirst()
    }
    evidence.append(latest)
  }
}

extension Range<Int> {
  /// The first index of the greatest value.
  fileprivate func most(of values: [Double]) -> Int {
    self.max { values[$0] < values[$1] } ?? lowerBound
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
