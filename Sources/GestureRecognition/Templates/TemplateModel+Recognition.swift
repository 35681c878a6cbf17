internal import RealModule

extension TemplateModel {
  /// What the motion of a device is read as.
  ///
  /// - Throws: ``GestureError``, as ``MotionNormalizer/series(of:)``, and
  ///   ``GestureError/noClasses`` by a model without examples.
  public func recognize(_ motions: [DeviceMotion]) throws(GestureError) -> Recognition {
    try recognize(normalizer.series(of: motions))
  }

  /// What a gesture is read as; among equal distances, the class that comes first.
  ///
  /// A score is minus the distance, the root mean square difference of paired points. Both are of
  /// quantities whose root mean square is one.
  ///
  /// - Throws: ``GestureError/noClasses`` by a model without examples, and
  ///   ``GestureError/featureCount(found:expected:)`` for a series of another number of points.
  public func recognize(_ series: MotionSeries) throws(GestureError) -> Recognition {
    guard series.count == normalizer.pointCount else {
      throw .featureCount(found: series.count, expected: normalizer.pointCount)
    }
    guard !classes.isEmpty else { throw .noClasses }
    let distances = distances(of: series)
    return recognition(distances: distances.fitted, straight: distances.straight)
  }

  /// The squared distances of a gesture to each class, as it fits best and as it is.
  ///
  /// - Parameter skipped: For some classes, which examples to leave out.
  func distances(
    of series: MotionSeries, skipping skipped: [Int: Range<Int>] = [:]
  ) -> (fitted: [Float], straight: [Float]) {
    var whole = TemplateSearch(classes: classes, matching: matching, skipping: skipped)
    let probe = probe(of: series)
    whole.compare(with: probe)
    whole.compareTurned { self.probe(of: series, roll: $0) }
    var (fitted, straight) = (whole.distances, whole.straightDistances)
    guard
      !series.pieces.isEmpty,
      isDoubtful(fitted, distance: matching.doubtfulDistance, margin: matching.doubtfulMargin)
    else {
      if isDoubtful(
        fitted, distance: matching.beginningDistance, margin: matching.beginningMargin)
      {
        whole.compareBeginnings(with: probe)
        fitted = whole.distances
      }
      return (fitted, straight)
    }
    // Like nothing that is known as a whole: then what its pieces tell. Where that is next to nothing,
    // the gesture is no nearer to what is known than it is as a whole.
    let explanations = explanations(of: series, skipping: skipped)
    let isExplained = explanations.contains { $0 >= matching.minimumExplanation }
    for (place, explanation) in explanations.enumerated() where straight[place] < .infinity {
      let distance = unexplainedDistance * Float(Double.exp(-2 * explanation))
      fitted[place] = min(fitted[place], distance)
      if isExplained { straight[place] = min(straight[place], distance) }
    }
    return (fitted, straight)
  }

  /// Whether a gesture is far from the nearest class, and about as far from another.
  private func isDoubtful(_ distances: [Float], distance: Double, margin: Double) -> Bool {
    let (first, second) = Self.twoLeast(distances)
    return Self.perPoint(first, normalizer.pointCount) > distance
      && Double(second) < margin * margin * Double(first)
  }

  private static func twoLeast(_ distances: [Float]) -> (first: Float, second: Float) {
    distances.reduce((.infinity, .infinity)) { least, distance in
      (min(least.0, distance), min(least.1, max(least.0, distance)))
    }
  }

  /// What a gesture, turned by an angle about the device's long axis, is compared as.
  func probe(of series: MotionSeries, roll: Double = 0) -> WarpingProbe {
    WarpingProbe(
      channels: matching.weighted(WarpingLayout.channels(of: series, roll: Float(roll))),
      band: matching.band)
  }

  /// The recognition of squared distances, one a class.
  ///
  /// - Parameters:
  ///   - distances: Those of the gesture as it fits best.
  ///   - straight: Those of the gesture as it is.
  func recognition(distances: [Float], straight: [Float]) -> Recognition {
    let order = distances.indices.sorted { a, b in
      distances[a] != distances[b] ? distances[a] < distances[b] : a < b
    }
    let logs = distances.map { Self.logarithm($0) }
    let odds = logs.map { Double.exp(-calibration.sharpness * ($0 - logs[order[0]])) }
    let total = odds.reduce(0, +)
    let readings = order.map { index in
      Recognition.Alternative(
        label: classes[index].label, score: -Self.perPoint(distances[index], normalizer.pointCount),
        confidence: odds[index] / total)
    }
    let familiarity = Self.familiarity(straight)
    return Recognition(
      label: readings[0].label, score: readings[0].score, confidence: readings[0].confidence,
      alternatives: Array(readings.dropFirst()),
      isGesture: familiarity >= calibration.minimumFamiliarity, familiarity: familiarity)
  }

  /// How familiar a gesture is at these squared distances from the classes: minus the logarithm of
  /// the least one, and a little for how much farther the next one is.
  ///
  /// The distances are those of the gesture as it is: turned, what is no gesture fits better too.
  /// How near a class's own examples are to each other is left out: by that measure, classes that
  /// are written in many ways would take in everything.
  static func familiarity(_ distances: [Float]) -> Double {
    let (least, next) = twoLeast(distances)
    let own = logarithm(least)
    return 0.2 * (next < .infinity ? logarithm(next) - own : 0) - own
  }

  /// The logarithm of the distance whose square this is; even copies of an example have a little.
  static func logarithm(_ squared: Float) -> Double {
    0.5 * Double.log(Double(max(squared, TemplateSearch.smallest)))
  }

  private static func perPoint(_ squared: Float, _ count: Int) -> Double {
    (Double(squared) / Double(count)).squareRoot()
  }
}
