internal import MotionFusion

extension TemplateModel {
  /// A movement compared with the classes and with movements that are not gestures.
  struct MovementMatch: Sendable {
    /// The part of the movement that matches best; without its lead-in and lead-out.
    var motions: [DeviceMotion]
    /// The recognition of that part, accepted.
    var recognition: Recognition
    /// Its distance to the nearest class, in the unit of scores.
    var distance: Double
  }

  /// The lead-in and lead-out that are cut off in turn, in seconds: a hand accelerates for 0.1 to
  /// 0.3 s before a letter, as hard as in the letter.
  private static let leads = [0, 0.15, 0.25]
  /// The largest share of a movement that is lead-in and lead-out. More of a short letter such as L
  /// would leave an I. Chosen on `air-letters`.
  private static let largestLeadShare = 0.3
  /// The factor on the distance of a movement whose ends are cut off.
  private static let leadPenalty = 1.15

  /// The best match of a movement to a class; `nil` for a movement without a series, or whose
  /// acceleration is noise if the model rejects movements.
  ///
  /// - Parameter isSegmented: Whether a long movement is also compared segment by segment.
  /// - Complexity: Three comparisons with all examples.
  func match(_ motions: [DeviceMotion], isSegmented: Bool = true) -> MovementMatch? {
    guard !classes.isEmpty, let start = motions.first?.timestamp,
      let end = motions.last?.timestamp
    else { return nil }
    var best: (motions: [DeviceMotion], series: MotionSeries, fitted: [Float], straight: [Float])?
    var least = Double.infinity
    for lead in Self.leads where 2 * lead <= Self.largestLeadShare * (end - start) {
      let part =
        lead > 0
        ? motions.filter { $0.timestamp >= start + lead && $0.timestamp <= end - lead } : motions
      guard let series = try? normalizer.series(of: part, isSegmented: isSegmented),
        calibration.movementRejection == nil || !MovementRejection.isNoise(series)
      else { continue }
      let distances = distances(of: series)
      let distance =
        Self.perPoint(distances.straight.min() ?? .infinity, normalizer.pointCount)
        * (lead > 0 ? Self.leadPenalty : 1)
      guard distance < least else { continue }
      least = distance
      best = (part, series, distances.fitted, distances.straight)
    }
    guard let best else { return nil }
    var recognition = recognition(of: best.series, fitted: best.fitted, straight: best.straight)
    recognition.isGesture = true
    return MovementMatch(motions: best.motions, recognition: recognition, distance: least)
  }

  /// The distance of a movement to the nearest one between gestures, in the unit of scores;
  /// infinite without examples or without a series.
  func distanceToMovements(of motions: [DeviceMotion]) -> Double {
    guard movements.count > 0, let series = try? normalizer.series(of: motions, isSegmented: false)
    else {
      return .infinity
    }
    var matching = matching
    matching.neighbors = 1
    var search = TemplateSearch(classes: [movements], matching: matching)
    search.compare(with: probe(of: series))
    return Self.perPoint(search.straightDistances[0], normalizer.pointCount)
  }
}
