package import MotionFusion

/// The input of a classifier in one recognition, for a picture of it.
package enum ClassifierInput: Hashable, Sendable {
  /// A gesture in zones, of a linear model.
  case zones(ZonedStroke)
  /// For a stroke network: the strokes of a gesture. The network compares maps of their directions
  /// and their trajectory. The zones are those of the lab; they show the position of the ink and
  /// are not compared.
  case strokes(ZonedStroke)
  /// A motion and its nearest template, for a template model.
  case template(TemplateAlignment)
}

extension GestureRecognizer {
  /// The input of the stroke model for a stroke.
  ///
  /// - Returns: `nil` for a model without a picture of its input, such as a pipeline.
  package func classifierInput(of stroke: [Sample2D]) throws(GestureError) -> ClassifierInput? {
    guard case .features(let model) = strokeModel else { return nil }
    return try model.input(of: stroke, minSize: model.minSize(atLeast: minSize))
  }

  /// The input of the motion model for a gesture in the air.
  ///
  /// - Parameter label: The recognised class, whose template is shown.
  /// - Returns: `nil` for a model without a picture of its input, and for a long gesture whose
  ///   parts were recognised.
  package func classifierInput(
    of motions: [DeviceMotion], label: String
  ) throws(GestureError) -> ClassifierInput? {
    switch motionModel {
    case .features(let model):
      let stroke = try motions.stroke(stabilizer: model.stabilizer, dampingRate: model.dampingRate)
      return try model.input(of: stroke, minSize: ZoneFeatures.smallestGesture)
    case .templates(let model):
      guard let alignment = try model.alignment(of: motions, with: label) else { return nil }
      return .template(alignment)
    case .pipeline: return nil
    }
  }
}

extension FeatureModel {
  /// The zones of a stroke; `nil` for features of motions.
  fileprivate func input(
    of stroke: [Sample2D], minSize: Double
  ) throws(GestureError) -> ClassifierInput? {
    switch features {
    case .zones: .zones(try zones.zonedStroke(of: stroke, minSize: minSize))
    case .shape: .strokes(try zones.zonedStroke(of: stroke, minSize: minSize))
    }
  }
}

/// A motion and its nearest template, point by point.
///
/// Both have the channels of a comparison: angular rate about *x*, *y* and *z* and acceleration
/// along *x* and *y* in the mean frame of the gesture, or in the level frame if the model compares
/// in it, each group with a root mean square of 1, with the weights of integrals and onset.
package struct TemplateAlignment: Hashable, Sendable {
  /// A point of the gesture and the point of the template that it is compared with.
  package struct Pair: Hashable, Sendable {
    package let gesture: Int
    /// The index of the point of the template.
    package let template: Int
  }

  /// The class of the template.
  package let label: String
  /// The channels of the gesture, five of the same length.
  package let gesture: [[Float]]
  /// The channels of the template.
  package let template: [[Float]]
  /// The warping path, from both starts to both ends.
  package let pairs: [Pair]
  /// The root mean square difference along the path, in the unit of scores, with the factors of
  /// rotation, beginnings and own examples.
  package let distance: Double

  package static var channelNames: [String] { ["ω x", "ω y", "ω z", "a x", "a y"] }
}

extension TemplateModel {
  /// The template of a class that is nearest to a motion, with the warping path.
  ///
  /// The gesture is compared as in recognition: whole or without lead-in and lead-out, rotated
  /// about the axes of the screen, and with the beginnings of templates. The score of the
  /// recognition is minus the root mean square of the distances of several nearest templates, of
  /// which this is the first.
  ///
  /// - Returns: `nil` without examples of the class, and for a long gesture that was recognised by
  ///   its parts.
  package func alignment(
    of motions: [DeviceMotion], with label: String
  ) throws(GestureError) -> TemplateAlignment? {
    guard let place = classes.firstIndex(where: { $0.label == label }) else { return nil }
    let whole = try normalizer.series(of: motions)
    let (series, parts) = matchWithoutLeads(whole, whole: self.distances(of: whole))
    let distances = matchWithoutEnd(whole, whole: parts).distances
    let target = distances.nearest[place]
    var candidates = [nearest(to: series, in: classes[place])]
    for rotation in matching.rotations {
      candidates.append(
        nearest(to: series, in: classes[place], rotation: rotation, penalty: matching.rollPenalty))
    }
    candidates.append(nearest(to: whole, in: classes[place], beginnings: true))
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
    to series: MotionSeries, in examples: TemplateClass,
    rotation: TemplateMatching.Rotation = .none, beginnings: Bool = false, penalty: Double = 1
  ) -> Comparison? {
    let probe = matching.weighted(matching.channels(of: series, rotation: rotation))
    var best: Comparison?
    for index in 0..<examples.count {
      var channels = Array(examples.channels(at: index))
      if beginnings {
        channels = WarpingLayout.beginning(of: channels, share: TemplateMatching.beginningShare)
      }
      let template = matching.weighted(channels)
      let path = WarpingPath(
        probe, template, channels: WarpingLayout.channels, band: TemplateMatching.band)
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

/// The path of dynamic time warping between two series, with its distance.
///
/// The same distance as `WarpingProbe`, which computes it faster and without the path.
struct WarpingPath {
  private(set) var pairs: [TemplateAlignment.Pair] = []
  private(set) var squaredDistance = Float.infinity

  /// Warps two series of the same number of channels and points within a band.
  ///
  /// - Complexity: O(*n* *b*) for *n* points and a band of *b*.
  init(_ first: [Float], _ second: [Float], channels: Int, band: Int) {
    let count = first.count / channels
    guard count > 0, second.count == first.count else { return }
    var sums = [Float](repeating: .infinity, count: count * count)
    for i in 0..<count {
      for j in max(0, i - band)...min(count - 1, i + band) {
        var cost: Float = 0
        for channel in 0..<channels {
          let difference = first[channel * count + i] - second[channel * count + j]
          cost += difference * difference
        }
        let before =
          i == 0 && j == 0
          ? 0
          : min(
            i > 0 ? sums[(i - 1) * count + j] : .infinity,
            j > 0 ? sums[i * count + j - 1] : .infinity,
            i > 0 && j > 0 ? sums[(i - 1) * count + j - 1] : .infinity)
        sums[i * count + j] = cost + before
      }
    }
    squaredDistance = sums[count * count - 1]
    var (i, j) = (count - 1, count - 1)
    pairs.append(.init(gesture: i, template: j))
    while i > 0 || j > 0 {
      let steps = [(i - 1, j - 1), (i - 1, j), (i, j - 1)].filter { $0.0 >= 0 && $0.1 >= 0 }
      (i, j) =
        steps.min { sums[$0.0 * count + $0.1] < sums[$1.0 * count + $1.1] } ?? (0, 0)
      pairs.append(.init(gesture: i, template: j))
    }
    pairs.reverse()
  }
}
