public import MotionFusion
internal import RealModule

extension TemplateModel {
  /// Classifies the motion of one gesture.
  ///
  /// - Throws: ``GestureError`` for too few samples, too short a gesture, time that runs backward,
  ///   more than a tenth of the samples beyond sensor range, attitudes without a unique mean, no
  ///   gyroscope, a stationary device, and a model without examples.
  public func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    try recognize(normalizer.series(of: motions))
  }

  /// The times in seconds that are cut off in turn from the end of a gesture by touch. A thumb
  /// reacts within 0.1 s or so.
  private static let lateReleases = [0.05, 0.1]

  /// Classifies the motion of a gesture that was cut at touch and release.
  ///
  /// Where the hand is not at rest at the release, the last samples may belong to the next
  /// movement: the end counts at which the gesture is nearest to a class. Or the end is missing:
  /// beginnings are compared with the gesture up to the release.
  func recognize(touched motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    let released = try normalizer.series(of: motions)
    var nearest = released
    guard nearest.endsMoving, !classes.isEmpty, let end = motions.last?.timestamp else {
      return try recognize(nearest)
    }
    var least = distances(of: nearest)
    for late in Self.lateReleases {
      let part = Array(motions.prefix { $0.timestamp <= end - late })
      guard let series = try? normalizer.series(of: part) else { break }
      let distances = distances(of: series)
      guard distances.straight.min() ?? .infinity < least.straight.min() ?? .infinity else {
        continue
      }
      (least, nearest) = (distances, series)
    }
    return recognition(of: nearest, whole: least, released: released)
  }

  /// Classifies a series. The first of equal distances wins.
  ///
  /// A score is minus the distance, the root mean square difference of paired points, of quantities
  /// whose root mean square is 1.
  package func recognize(_ series: MotionSeries) throws(GestureError) -> Recognition {
    try GestureError.check(featureCount: series.count, expected: normalizer.pointCount)
    guard !classes.isEmpty else { throw .noClasses }
    return recognition(of: series, whole: distances(of: series))
  }

  /// - Parameter released: The gesture up to the release, if the series ends before it.
  private func recognition(
    of series: MotionSeries, whole: Distances, released: MotionSeries? = nil
  ) -> Recognition {
    // Of a trial, the scores alone count.
    guard !series.isWhole else { return ranked(whole.fitted) }
    let (part, distances) = matchWithoutLeads(series, whole: whole)
    let released = released ?? series
    var (recognition, _) = recognition(of: released, part: part, distances)
    setSimilarityToOthers(of: released, part: part, in: &recognition)
    return recognition
  }

  /// The recognition of a part of a gesture by its distances, and those of the gesture to the
  /// beginnings of examples; with the squared distances that decide on acceptance.
  private func recognition(
    of series: MotionSeries, part: MotionSeries, _ whole: Distances,
    skipping skipped: [Int: Range<Int>] = [:]
  ) -> (recognition: Recognition, straight: [Float]) {
    let (distances, evidence, share) = matchWithoutEnd(series, whole: whole, skipping: skipped)
    var recognition = recognition(
      of: part, fitted: distances.fitted, straight: distances.straight)
    recognition.oddsOfCut = series.oddsOfCut
    recognition.evidenceOfCut = evidence
    recognition.lostDuration = series.lostDuration
    let lost = Self.lossWeight * series.lostDuration / series.duration
    if share + lost > 0, let similarity = recognition.similarity {
      // An X without its end is a V: acceptance demands more of a gesture that may be either.
      let doubtful = similarity + (share + lost) * Double.log(recognition.confidence)
      recognition.similarity = doubtful
      recognition.isGesture = doubtful >= calibration.minimumSimilarity
    }
    return (recognition, distances.straight)
  }

  /// The logarithm of the ratio of likelihoods of an angular rate at the end, relative to its root
  /// mean square, for a gesture without its end and for a whole one: `slope` (rate − `equal`), with
  /// rates limited to `most`. A hand slows down at the end of a letter, unless it was moving at the
  /// start too: then the rate at the start takes the place of `equal`.
  private static let endRate = (slope: 3.0, equal: 0.7, most: 2.0)
  /// The weight of the shape's evidence for a missing end, which is much too sure, and its limit.
  private static let endShape = (weight: 0.5, most: 3.0)
  /// The logarithm of the odds below which beginnings are not compared. At −3 instead, 2 % fewer of
  /// the synthetic letters are right.
  private static let leastOddsOfCut = -4.0

  /// The weight of the share of lost samples in acceptance, relative to a probability that the end
  /// is missing.
  ///
  /// Chosen from 0.5, 1, 2 and 4 on `air-letters`.
  private static let lossWeight = 2.0

  /// The squared distances of a gesture whose end may be cut off, the evidence for it, and its
  /// probability: a mixture of the odds of the classes for a whole gesture and of those for a
  /// gesture without its last fifth, which is compared with beginnings.
  ///
  /// The constants were chosen on `air-letters`, whole and without the last fifth, with models of
  /// the other writers and the built-in one. Chosen without a writer, for each in turn, they differ
  /// by a factor of two at most, and 95.2 % of the letters without an end are right, as with these;
  /// on synthetic writers 9100 to 9105 and 9300 to 9311, the next ones in the grid are as good.
  ///
  /// - Complexity: No comparison if a missing end is improbable, otherwise one with all examples.
  func matchWithoutEnd(
    _ series: MotionSeries, whole: Distances, skipping skipped: [Int: Range<Int>] = [:]
  ) -> (distances: Distances, evidence: Double, share: Double) {
    let (start, end) = series.endRates(most: Self.endRate.most)
    var evidence = Self.endRate.slope * (end - max(start, Self.endRate.equal))
    guard series.oddsOfCut + evidence > Self.leastOddsOfCut else { return (whole, evidence, 0) }
    var search = TemplateSearch(classes: classes, matching: matching, skipping: skipped)
    search.compareBeginnings(with: probe(of: series))
    let beginnings = search.distances
    let gain = Self.endShape.weight * (logLikelihood(beginnings) - logLikelihood(whole.fitted))
    evidence += min(max(gain, -Self.endShape.most), Self.endShape.most)
    let share = 1 / (1 + Double.exp(-series.oddsOfCut - evidence))
    func mixed(_ distances: [Float]) -> [Float] {
      zip(distances, beginnings).map { whole, beginning in
        let (whole, beginning) = (Self.logarithm(whole), Self.logarithm(beginning))
        let least = min(whole, beginning)
        guard least < .infinity else { return .infinity }
        let odds =
          (1 - share) * Double.exp(calibration.sharpness * (least - whole))
          + share * Double.exp(calibration.sharpness * (least - beginning))
        return Float(Double.exp(2 * (least - Double.log(odds) / calibration.sharpness)))
      }
    }
    let distances = (
      mixed(whole.fitted), mixed(whole.straight),
      share > 0.5 ? search.leastDistances : whole.nearest
    )
    return (distances, evidence, share)
  }

  /// log Σ *d*^−*s*, up to a constant.
  private func logLikelihood(_ distances: [Float]) -> Double {
    let least = Self.logarithm(distances.min() ?? .infinity)
    let odds = distances.reduce(0) {
      $0 + Double.exp(calibration.sharpness * (least - Self.logarithm($1)))
    }
    return Double.log(odds) - calibration.sharpness * least
  }

  /// The shares of a gesture that may be a lead-in, and a lead-out: a movement to the start of the
  /// letter after an early touch, or away from its end before a late release.
  ///
  /// Chosen, with the factor and the distance below, on synthetic writers 8000 to 8003 who touch
  /// early or release late, such that neither their other letters nor `air-letters` lose.
  private static let leadShares: (ins: [Double], outs: [Double]) = (
    [0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3]
  )
  /// The factor on the squared distance of a gesture for each end that is cut off.
  private static let leadPenalty: Float = 2
  /// The further factor for its acceptance: a letter outside the model often has a part like one of
  /// its classes, as an L has an I. Chosen from 1.1 to 2.7 on `air-letters` with each letter left
  /// out in turn, such that no more of the other letters are rejected. A `MovementRejection`
  /// compares parts with movements instead.
  private static let partPenalty: Float = 1.5
  /// The distance to the nearest class above which a gesture is compared without its ends.
  private static let leadDistance = 0.8

  /// The part of a gesture that is nearest to a class, and its squared distances: the gesture,
  /// unless it is far from all classes, and nearer to one without its lead-in or lead-out.
  ///
  /// The factors remain in the distances of a part, so that acceptance demands more of it.
  ///
  /// - Complexity: For a gesture that is far from all classes, 19 more comparisons with all
  ///   examples. Most end at the distance of the whole.
  func matchWithoutLeads(
    _ series: MotionSeries, whole: Distances
  ) -> (part: MotionSeries, distances: Distances) {
    var least = whole.straight.min() ?? .infinity
    guard Self.perPoint(least, normalizer.pointCount) > Self.leadDistance else {
      return (series, whole)
    }
    var nearest: (part: MotionSeries, penalty: Float)?
    for leadIn in [0] + Self.leadShares.ins {
      for leadOut in [0] + Self.leadShares.outs where leadIn + leadOut > 0 {
        let penalty = (leadIn > 0 ? Self.leadPenalty : 1) * (leadOut > 0 ? Self.leadPenalty : 1)
        let part = series.part(
          leadIn...1 - leadOut, slightRotationRate: MotionNormalizer.slightRotationRate)
        var search = TemplateSearch(
          classes: classes, matching: matching, limit: least / penalty, isLeastOnly: true)
        search.compare(with: probe(of: part))
        let distance = (search.straightDistances.min() ?? .infinity) * penalty
        guard distance < least else { continue }
        (least, nearest) = (distance, (part, penalty))
      }
    }
    guard let (part, penalty) = nearest else { return (series, whole) }
    var distances = distances(of: part)
    distances.fitted = distances.fitted.map { $0 * penalty }
    distances.straight = zip(distances.straight, whole.straight).map { part, whole in
      calibration.comparesMovements
        ? part * penalty : min(part * penalty * Self.partPenalty, whole)
    }
    return (part, distances)
  }

  /// Compares a gesture with the examples of others too, if the model has the user's own ones: an
  /// own example accepts gestures, and rejects none that are accepted without it.
  private func setSimilarityToOthers(
    of series: MotionSeries, part: MotionSeries, in recognition: inout Recognition
  ) {
    let own = Dictionary(
      uniqueKeysWithValues: classes.enumerated().filter { $0.element.ownCount > 0 }.map {
        ($0.offset, $0.element.count - $0.element.ownCount..<$0.element.count)
      })
    guard !own.isEmpty, classes.contains(where: { $0.ownCount < $0.count }) else { return }
    let (read, straight) = self.recognition(
      of: series, part: part, distances(of: part, skipping: own), skipping: own)
    guard let others = read.similarity else { return }
    recognition.similarityToOthers = others
    guard let similarity = recognition.similarity, others > similarity,
      let nearest = straight.indices.min(by: { straight[$0] < straight[$1] }),
      classes[nearest].label == recognition.label
    else { return }
    recognition.similarity = others
    recognition.isGesture = others >= calibration.minimumSimilarity
  }

  /// Squared distances of a gesture, one per class.
  package typealias Distances = (fitted: [Float], straight: [Float], nearest: [Float])

  /// The squared distances of a gesture to each class: the best fit, the unrotated whole, and the
  /// nearest single example.
  ///
  /// The first two are means of the nearest examples. The third is infinite if all examples are out
  /// of reach or the segments of the gesture are nearer than the whole.
  ///
  /// - Parameter skipped: The examples to leave out, for some classes.
  package func distances(
    of series: MotionSeries, skipping skipped: [Int: Range<Int>] = [:]
  ) -> Distances {
    var whole = TemplateSearch(classes: classes, matching: matching, skipping: skipped)
    let probe = probe(of: series)
    whole.compare(with: probe)
    whole.compareTurned { self.probe(of: series, rotation: $0) }
    var (fitted, straight) = (whole.distances, whole.straightDistances)
    guard
      !series.pieces.isEmpty,
      isDoubtful(fitted)
    else { return (fitted, straight, whole.leastDistances) }
    // No close match for the whole gesture: score its segments. They change the similarity only if
    // their gain is large enough.
    let explanations = explanations(of: series, skipping: skipped)
    let isExplained = explanations.contains { $0 >= TemplateMatching.minimumExplanation }
    var nearest = whole.leastDistances
    for (place, explanation) in explanations.enumerated() where straight[place] < .infinity {
      let distance = unexplainedDistance * Float(Double.exp(-2 * explanation))
      if distance < fitted[place] {
        fitted[place] = distance
        nearest[place] = .infinity
      }
      if isExplained { straight[place] = min(straight[place], distance) }
    }
    return (fitted, straight, nearest)
  }

  /// Whether a gesture is far from the nearest class and almost as close to the second.
  private func isDoubtful(_ distances: [Float]) -> Bool {
    let (first, second) = Self.twoLeast(distances)
    let margin = TemplateMatching.doubtfulMargin
    return Self.perPoint(first, normalizer.pointCount) > TemplateMatching.doubtfulDistance
      && Double(second) < margin * margin * Double(first)
  }

  private static func twoLeast(_ distances: [Float]) -> (first: Float, second: Float) {
    distances.reduce((.infinity, .infinity)) { least, distance in
      (min(least.0, distance), min(least.1, max(least.0, distance)))
    }
  }

  /// The probe of a gesture, rotated.
  func probe(
    of series: MotionSeries, rotation: TemplateMatching.Rotation = .none
  ) -> WarpingProbe {
    WarpingProbe(
      channels: matching.weighted(matching.channels(of: series, rotation: rotation)),
      band: TemplateMatching.band)
  }

  /// The recognition of squared distances, one per class, and its acceptance.
  ///
  /// - Parameters:
  ///   - distances: The distances of the best fit.
  ///   - straight: The distances of the unrotated whole.
  func recognition(
    of series: MotionSeries, fitted distances: [Float], straight: [Float]
  ) -> Recognition {
    var recognition = ranked(distances)
    let similarity = similarity(of: series, straight: straight)
    recognition.similarity = similarity
    recognition.isGesture = similarity >= calibration.minimumSimilarity
    return recognition
  }

  /// The classes by squared distances, without a similarity.
  private func ranked(_ distances: [Float]) -> Recognition {
    let order = distances.indices.sorted { a, b in
      distances[a] != distances[b] ? distances[a] < distances[b] : a < b
    }
    let logs = distances.map { Self.logarithm($0) }
    let odds = logs.map { Double.exp(-calibration.sharpness * ($0 - logs[order[0]])) }
    let total = odds.reduce(0, +)
    return Recognition(
      ranked: order.map { index in
        Recognition.Alternative(
          label: classes[index].label,
          score: -Self.perPoint(distances[index], normalizer.pointCount),
          confidence: odds[index] / total)
      })
  }

  /// The similarity to the training set, with the movements where the calibration compares with
  /// them.
  private func similarity(of series: MotionSeries, straight: [Float]) -> Double {
    guard calibration.comparesMovements else { return Self.similarity(straight) }
    let (least, next) = Self.twoLeast(straight)
    var matching = matching
    matching.neighbors = 1
    // The least distance alone counts.
    matching.reach = 1.001
    var search = TemplateSearch(classes: [movements, otherMovements], matching: matching)
    search.compare(with: probe(of: series))
    let movement = search.straightDistances.min() ?? .infinity
    return MovementRejection.similarity(
      of: series, nearest: Self.logarithm(least),
      next: next < .infinity ? Self.logarithm(next) : .infinity,
      movement: movement < .infinity ? Self.logarithm(movement) : .infinity)
  }

  /// The similarity to the training set: −log *d*₁ + 0.2 log(*d*₂/*d*₁) of the two smallest
  /// distances.
  ///
  /// The distances are those of the unrotated gesture, as other movements fit better rotated too.
  /// The spread of a class's own examples does not enter: classes with many ways of writing would
  /// accept everything. The factor 0.2 was chosen on `air-letters`.
  ///
  /// - Parameter distances: Squared distances, one per class.
  package static func similarity(_ distances: [Float]) -> Double {
    let (least, next) = twoLeast(distances)
    let own = logarithm(least)
    return 0.2 * (next < .infinity ? logarithm(next) - own : 0) - own
  }

  /// The logarithm of a distance from its square, which is at least `smallest`.
  package static func logarithm(_ squared: Float) -> Double {
    0.5 * Double.log(Double(max(squared, TemplateSearch.smallest)))
  }

  /// The distance in the unit of scores from a squared distance.
  package static func perPoint(_ squared: Float, _ count: Int) -> Double {
    (Double(squared) / Double(count)).squareRoot()
  }
}

extension TemplateModel {
  /// The squared distance of the gaps between segments.
  package var unexplainedDistance: Float {
    Float(
      matching.unexplainedDistance * matching.unexplainedDistance * Double(normalizer.pointCount))
  }

  /// The similarity at the distance from which a class is doubtful.
  ///
  /// With 1 to 5 examples of a class, 7 to 18 % of the gestures reach it that were not taught, and
  /// 92 to 99 % of the others: of writers of `air-letters`, and of simulated ones in another
  /// sitting.
  package var doubtfulSimilarity: Double {
    -Double.log(TemplateMatching.doubtfulDistance * Double(normalizer.pointCount).squareRoot())
  }

  /// The gain of each class over gaps for a long gesture, as the logarithm of a ratio of distances.
  ///
  /// A class explains a gesture as a sequence of segments that do not overlap, each at its distance
  /// to the class, with gaps at `unexplainedDistance`. The distance to the class
  /// is the mean over time of the logarithms, for the sequence that minimises it. A letter written
  /// twice is therefore near its class; a moment's resemblance is not. Gains are 0 or more.
  ///
  /// - Parameter skipped: The examples to leave out, for some classes.
  /// - Complexity: O(*p*²) for *p* segments, besides their comparisons.
  func explanations(
    of series: MotionSeries, skipping skipped: [Int: Range<Int>]
  ) -> [Double] {
    let limit = unexplainedDistance
    let pieces = series.pieces.sorted { $0.end < $1.end }
    // The number of segments that end before each one starts.
    let disjoint = pieces.map { piece in
      pieces.count { $0.end <= piece.start }
    }
    let gains = pieces.map { piece -> [Double] in
      var search = TemplateSearch(
        classes: classes, matching: matching, limit: limit, skipping: skipped)
      search.compare(with: probe(of: piece))
      return search.straightDistances.map {
        piece.duration * (Self.logarithm(limit) - Self.logarithm(min($0, limit)))
      }
    }
    return classes.indices.map { place in
      // Weighted interval scheduling: the greatest gain of the first segments, by their number.
      var greatest = [0.0]
      for index in pieces.indices {
        greatest.append(
          max(greatest[index], greatest[disjoint[index]] + gains[index][place]))
      }
      return series.duration > 0 ? greatest[pieces.count] / series.duration : 0
    }
  }
}

extension MotionSeries {
  /// The end of a segment within its gesture, in seconds.
  fileprivate var end: Double { start + duration }
}
