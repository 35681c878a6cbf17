public import MotionFusion

extension TemplateModel {
  /// The template of a class that is nearest to a motion, with the warping path.
  ///
  /// The gesture is compared as in recognition: as it is, rotated about the device's long axis, and
  /// with the beginnings of templates. The score of the recognition is minus the root mean square
  /// of the distances of several nearest templates, of which this is the first.
  ///
  /// - Parameters:
  ///   - motions: The motion of one gesture.
  ///   - label: The class.
  /// - Returns: `nil` without examples of the class, and for a long gesture whose parts, not the
  ///   whole, were recognised.
  /// - Throws: ``GestureError`` as `recognize(_:)`.
  public func alignment(
    of motions: [DeviceMotion], with label: String
  ) throws(GestureError) -> TemplateAlignment? {
    let series = try normalizer.series(of: motions)
    guard let place = classes.firstIndex(where: { $0.label == label }) else { return nil }
    let distances = distances(of: series)
    let target = distances.nearest[place]
    var candidates = [nearest(to: series, in: classes[place])]
    for roll in matching.rolls {
      candidates.append(
        nearest(to: series, in: classes[place], roll: roll, penalty: matching.rollPenalty))
    }
    candidates.append(
      nearest(
        to: series, in: classes[place], beginnings: true, penalty: matching.beginningPenalty))
    let found = candidates.compactMap { $0 }
    // Recognition does not try all comparisons: the nearest one may have another distance.
    guard
      let best = found.min(by: {
        target < .infinity
          ? abs($0.squared - target) < abs($1.squared - target) : $0.squared < $1.squared
      })
    else { return nil }
    if !series.pieces.isEmpty, target == .infinity, distances.fitted[place] < best.squared {
      return nil
    }
    return TemplateAlignment(
      label: label, gesture: rows(best.probe), template: rows(best.template),
      pairs: best.pairs,
      distance: (Double(best.squared) / Double(normalizer.pointCount)).squareRoot())
  }

  private struct Comparison {
    var probe: [Float]
    var template: [Float]
    var pairs: [TemplateAlignment.Pair]
    /// With the penalty.
    var squared: Float
  }

  /// The nearest example of a class in one kind of comparison.
  private func nearest(
    to series: MotionSeries, in examples: TemplateClass, roll: Double = 0,
    beginnings: Bool = false, penalty: Double = 1
  ) -> Comparison? {
    let probe = matching.weighted(WarpingLayout.channels(of: series, roll: Float(roll)))
    var best: Comparison?
    for index in 0..<examples.count {
      var channels = Array(examples.channels(at: index))
      if beginnings {
        channels = WarpingLayout.beginning(of: channels, share: matching.beginningShare)
      }
      let template = matching.weighted(channels)
      let path = WarpingPath(
        probe, template, channels: WarpingLayout.channels, band: matching.band)
      let squared = path.squaredDistance * Float(penalty) * examples.factor(at: index)
      guard squared < best?.squared ?? .infinity else { continue }
      best = Comparison(probe: probe, template: template, pairs: path.pairs, squared: squared)
    }
    return best
  }

  private func rows(_ channels: [Float]) -> [[Float]] {
    stride(from: 0, to: channels.count, by: normalizer.pointCount).map {
      Array(channels[$0..<$0 + normalizer.pointCount])
    }
  }
}
