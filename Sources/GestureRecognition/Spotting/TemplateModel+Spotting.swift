internal import MotionFusion
internal import RealModule

extension TemplateModel {
  /// A movement compared with the classes and with movements that are not gestures.
  struct MovementMatch: Sendable {
    var motions: [DeviceMotion]
    /// Its recognition, accepted.
    var recognition: Recognition
    /// Its distance to the nearest class, in the unit of scores.
    var distance: Double
  }

  /// The match of a movement to a class; `nil` for a movement without a series, or whose
  /// acceleration is noise if the model rejects movements.
  ///
  /// - Parameter isSegmented: Whether a long movement is also compared segment by segment.
  /// - Complexity: A comparison with all examples.
  func match(_ motions: [DeviceMotion], isSegmented: Bool = true) -> MovementMatch? {
    guard !classes.isEmpty,
      let series = try? normalizer.series(of: motions, isSegmented: isSegmented),
      !calibration.comparesMovements || !MovementRejection.isNoise(series)
    else { return nil }
    let distances = distances(of: series)
    let distance = Self.perPoint(distances.straight.min() ?? .infinity, normalizer.pointCount)
    guard distance < .infinity else { return nil }
    var recognition = recognition(
      of: series, fitted: distances.fitted, straight: distances.straight)
    recognition.isGesture = true
    recognition.turn = normalizer.state.angle
    return MovementMatch(motions: motions, recognition: recognition, distance: distance)
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

  /// A part of a long movement compared with the classes and with movements.
  struct WindowMatch: Sendable {
    /// The distance to the nearest class, in the unit of scores; `nil` beyond the limit.
    var distance: Double?
    /// The distance to the nearest movement between gestures; infinite without one in reach.
    var movementDistance = Double.infinity
    /// The logarithm of the ratio of the distances to the nearest movement of any kind and to the
    /// nearest class; 0 beyond the limit.
    var margin = 0.0
    /// The ratio *r* of `MovementRejection`.
    var accelerationRatio = 0.0
  }

  /// Compares a part of a long movement; `nil` for one without a series or of noise.
  ///
  /// - Parameters:
  ///   - limit: The largest distance to a class, in the unit of scores; `nil` to compare with
  ///     movements only.
  ///   - movementLimit: The largest distance to a movement between gestures, in the same unit.
  /// - Complexity: One comparison with all examples; most end at the limit.
  func matchWindow(
    _ motions: [DeviceMotion], limit: Double?, movementLimit: Double?
  ) -> WindowMatch? {
    guard let series = try? normalizer.series(of: motions, isSegmented: false),
      !MovementRejection.isNoise(series)
    else { return nil }
    let probe = probe(of: series)
    var match = WindowMatch()
    match.accelerationRatio = MovementRejection.limitedRatio(of: series)
    if let limit {
      var matching = matching
      matching.reach = min(matching.reach, Self.windowReach)
      match.distance = leastDistance(to: classes, of: probe, matching: matching, limit: limit)
    }
    guard match.distance != nil || movementLimit != nil else { return match }
    var matching = matching
    matching.neighbors = 1
    matching.reach = 1.001
    let reach = max(movementLimit ?? 0, match.distance.map { $0 * Self.largestMargin } ?? 0)
    if movements.count > 0 {
      match.movementDistance =
        leastDistance(to: [movements], of: probe, matching: matching, limit: reach) ?? .infinity
    }
    if let distance = match.distance {
      var nearest = min(match.movementDistance, reach)
      if otherMovements.count > 0 {
        nearest =
          leastDistance(to: [otherMovements], of: probe, matching: matching, limit: nearest)
          ?? nearest
      }
      match.margin = Double.log(min(nearest / distance, Self.largestMargin))
    }
    return match
  }

  /// The reach of searches for the nearest class of a window.
  private static let windowReach = 1.2
  /// The largest ratio of distances that counts.
  private static let largestMargin = 3.0

  /// The distance to the nearest of these classes in the unit of scores; `nil` from `limit`.
  private func leastDistance(
    to classes: [TemplateClass], of probe: WarpingProbe, matching: TemplateMatching, limit: Double
  ) -> Double? {
    let squared = Float(limit * limit * Double(normalizer.pointCount))
    var search = TemplateSearch(
      classes: classes, matching: matching, limit: squared, isLeastOnly: true)
    search.compare(with: probe)
    guard let least = search.straightDistances.min(), least < squared else { return nil }
    return Self.perPoint(least, normalizer.pointCount)
  }
}
