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
    let distances = self.distances(of: series)
    guard !series.pieces.isEmpty, isDoubtful(distances) else {
      return recognition(distances: distances)
    }
    // Like nothing that is known as a whole: then what its most familiar piece is.
    var nearest = distances
    for piece in series.pieces {
      let probe = probes(of: piece, rolls: [])
      for index in classes.indices {
        nearest[index] = min(nearest[index], distance(of: probe, to: classes[index]))
      }
    }
    return recognition(distances: nearest)
  }

  /// The squared distance of a gesture to each class.
  private func distances(of series: MotionSeries) -> [Float] {
    let probes = self.probes(of: series, rolls: matching.rolls)
    return classes.map { distance(of: probes, to: $0) }
  }

  /// Whether a gesture is far from the nearest class, and about as far from another.
  private func isDoubtful(_ distances: [Float]) -> Bool {
    var (first, second) = (Float.infinity, Float.infinity)
    for distance in distances {
      if distance < first {
        (first, second) = (distance, first)
      } else if distance < second {
        second = distance
      }
    }
    let margin = Float(matching.doubtfulMargin)
    return Self.perPoint(first, normalizer.pointCount) > matching.doubtfulDistance
      && second < margin * margin * first
  }

  /// The series as it is, and turned each way.
  func probes(of series: MotionSeries, rolls: [Double]) -> [WarpingProbe] {
    ([0] + rolls).map { roll in
      WarpingProbe(
        channels: WarpingLayout.channels(of: series, roll: Float(roll)), band: matching.band)
    }
  }

  /// The squared distance to a class, without the examples at `skipped`.
  func distance(
    of probes: [WarpingProbe], to templates: TemplateClass, skipping skipped: Range<Int> = 0..<0
  ) -> Float {
    let available = templates.count - skipped.count
    let neighbors =
      available < matching.fewExamples ? 1 : min(matching.neighbors, max(1, available))
    let nearest = templates.nearest(
      to: probes, penalty: Float(matching.rollPenalty), neighbors: neighbors, skipping: skipped)
    return nearest.reduce(0, +) / Float(neighbors)
  }

  /// The recognition of squared distances, one a class.
  func recognition(distances: [Float]) -> Recognition {
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
    let familiarity = self.familiarity(distances: distances, best: order[0])
    return Recognition(
      label: readings[0].label, score: readings[0].score, confidence: readings[0].confidence,
      alternatives: Array(readings.dropFirst()),
      isGesture: familiarity >= calibration.minimumFamiliarity, familiarity: familiarity)
  }

  /// How much nearer the best class is than the next one, and than its own examples are to each
  /// other, both as logarithms of ratios.
  func familiarity(distances: [Float], best: Int) -> Double {
    let own = Self.logarithm(distances[best])
    var next = Float.infinity
    for index in distances.indices where index != best { next = min(next, distances[index]) }
    let margin = next < .infinity ? Self.logarithm(next) - own : 0
    let scale = classes[best].scale.map(Self.logarithm) ?? own
    return margin - (own - scale)
  }

  /// The logarithm of the distance whose square this is; even copies of an example have a little.
  static func logarithm(_ squared: Float) -> Double {
    0.5 * Double.log(Double(max(squared, 1e-6)))
  }

  private static func perPoint(_ squared: Float, _ count: Int) -> Double {
    (Double(squared) / Double(count)).squareRoot()
  }
}
