internal import CKernels
internal import RealModule
internal import RotationMath

/// The distance of a gesture to a class.
///
/// The values were chosen on the air letters of five writers (`air-letters`), leave one writer out,
/// and on synthetic writers. Distances are in the unit of scores: root mean square differences of
/// channels whose root mean square is 1. A model file holds the number of neighbours and the
/// frame; the other values are the same for all models.
package struct TemplateMatching: Hashable, Sendable {
  /// The half-width of the warping band about the diagonal, in points, from 0 to 7.
  package static let band = 7
  /// The weight of the integrals of angular rate and acceleration over time, relative to the
  /// signals themselves: the sum of both is compared. Direction and velocity differ less between
  /// writers than rate and acceleration, and have less noise.
  var integralWeight = 0.7
  /// The weight of the first point. Weights rise linearly to 1 at `onsetShare`. The movement to
  /// where a letter begins varies most.
  var onsetWeight = 0.5
  /// The share of the gesture from which all points have the weight 1.
  var onsetShare = 0.7
  /// The factor on the squared distance to the user's own examples. Chosen with the built-in model
  /// and 1 to 5 examples of the writers of `air-letters`: in the range 0.5 to 1, this factor yields
  /// the most correct letters for each number of the user's examples.
  static let ownFactor = 0.8
  /// The number of nearest examples that are averaged.
  package var neighbors = 3
  /// Whether gestures are compared in their level frames (`MotionSeries.levelled`), and not in
  /// their mean frames.
  package var isLevel = false
  /// The number of examples below which only the nearest one counts.
  static let fewExamples = 5
  /// The rotations about the device's long axis, and about its short one, that are tried in
  /// addition to no rotation, in radians: 17 degrees. People hold a phone at different angles to
  /// the plane in which they write. 15 to 26 degrees are as good.
  var rolls: [Double] = [-0.3, 0.3]
  /// The factor on the squared distance of a rotated gesture.
  var rollPenalty = 1.05
  /// The ratio of the distances of the second and the first class below which rotations are tried.
  var rollMargin = 1.3
  /// The distance to the nearest class above which a long gesture is compared segment by segment.
  package static let doubtfulDistance = 0.88
  /// The ratio of the distances of the second and the first class below which segments are
  /// compared.
  package static let doubtfulMargin = 1.25
  /// The distance that stands for the gaps between segments.
  var unexplainedDistance = 1.15
  /// The gain over gaps, as the logarithm of a ratio of distances, below which segments do not
  /// change the similarity. Most movements resemble a letter for a moment.
  static let minimumExplanation = 0.05
  /// The share of the time of the examples in comparisons with their beginnings, for gestures that
  /// end early.
  static let beginningShare = 0.8
  /// The limit of distances, relative to that of the nearest class. Larger ones are cut off.
  var reach = 1.5

  package init() {}
}

extension TemplateMatching {
  /// A rotation about *x* or *y* of the frame of the comparison, axes of the screen's plane in a
  /// mean frame.
  package struct Rotation: Hashable, Sendable {
    /// In radians.
    var angle: Double
    /// Whether it is about *y*, and not about *x*: the long axis and the short one in a mean frame,
    /// the vertical and a horizontal axis in a level one.
    var isAboutLongAxis: Bool

    package static let none = Rotation(angle: 0, isAboutLongAxis: true)
  }

  var rotations: [Rotation] {
    [true, false].flatMap { axis in rolls.map { Rotation(angle: $0, isAboutLongAxis: axis) } }
  }
}

extension TemplateMatching {
  /// The channels of a gesture in the frame of the comparison.
  package func channels(of series: MotionSeries, rotation: Rotation = .none) -> [Float] {
    WarpingLayout.channels(of: isLevel ? series.levelled : series, rotation: rotation)
  }

  /// Weights channels for a comparison: adds their integrals, and reduces the weight of the onset.
  ///
  /// Both sides of a comparison are weighted; warping shifts the weights by at most the band.
  package func weighted(_ channels: [Float]) -> [Float] {
    onsetWeighted(withIntegrals(channels))
  }

  // MARK: - Integrals

  /// Adds to each channel its integral over time, and restores the root mean square of angular rate
  /// and acceleration.
  private func withIntegrals(_ channels: [Float]) -> [Float] {
    guard integralWeight > 0 else { return channels }
    let count = channels.count / WarpingLayout.channels
    var result = channels
    let rates = 0..<3 * count
    for group in [rates, rates.upperBound..<channels.count] {
      let power = Self.power(of: channels[group])
      var integrals: [Float] = []
      integrals.reserveCapacity(group.count)
      for start in stride(from: group.lowerBound, to: group.upperBound, by: count) {
        Self.appendIntegral(
          of: channels[start..<start + count], returns: group != rates, to: &integrals)
      }
      let integralPower = Self.power(of: integrals[...])
      guard integralPower > 0 else { continue }
      let factor = Float(integralWeight) * (power / integralPower).squareRoot()
      for (index, integral) in zip(group, integrals) { result[index] += factor * integral }
      let sum = Self.power(of: result[group])
      let scale = sum > 0 ? (power / sum).squareRoot() : 0
      for index in group { result[index] *= scale }
    }
    return result
  }

  /// Appends the integral of a channel minus its mean.
  ///
  /// - Parameter returns: Whether the integral ends at its first value, as a velocity does. The
  ///   difference is drift and is removed linearly.
  private static func appendIntegral(
    of channel: ArraySlice<Float>, returns: Bool, to integrals: inout [Float]
  ) {
    let start = integrals.count
    var sum: Float = 0
    for value in channel {
      integrals.append(sum + value / 2)
      sum += value
    }
    let excess = returns ? integrals[integrals.count - 1] - integrals[start] : 0
    let slope = excess / Float(max(1, channel.count - 1))
    var mean: Float = 0
    for (step, index) in (start..<integrals.count).enumerated() {
      integrals[index] -= slope * Float(step)
      mean += integrals[index] / Float(channel.count)
    }
    for index in start..<integrals.count { integrals[index] -= mean }
  }

  // MARK: - Onset

  /// Reduces the weight of the onset and restores the root mean square.
  private func onsetWeighted(_ channels: [Float]) -> [Float] {
    guard onsetWeight < 1, onsetShare > 0 else { return channels }
    let count = channels.count / WarpingLayout.channels
    let last = Float(max(1, count - 1))
    let weights = (0..<count).map { point in
      let progress = min(1, Float(point) / (last * Float(onsetShare)))
      return Float(onsetWeight) + (1 - Float(onsetWeight)) * progress
    }
    var weighted = channels
    for start in stride(from: 0, to: channels.count, by: count) {
      for point in 0..<count { weighted[start + point] *= weights[point] }
    }
    let before = Self.power(of: channels[...])
    let after = Self.power(of: weighted[...])
    let scale = after > 0 ? (before / after).squareRoot() : 0
    return weighted.map { $0 * scale }
  }

  private static func power(of channels: ArraySlice<Float>) -> Float {
    channels.reduce(0) { $0 + $1 * $1 }
  }
}

/// The memory layout of series for `WarpingProbe`: channel by channel, padded at both ends.
///
/// The channels are the three components of the angular rate, and those of the acceleration along
/// *x* and *y*: in the screen's plane, or, of a level frame, across the long axis. The third one
/// depends on the posture of the arm more than on the letter.
package enum WarpingLayout {
  static let channels = 5
  static let lanes = 8
  /// The padding at each end of a channel: lanes reach four points beyond the ends.
  static let padding = 4
  /// The largest half-width of the band, in points: it has to fit in the lanes.
  static let largestBand = lanes - 1

  /// The padded length of a channel of `count` points.
  static func stride(_ count: Int) -> Int { count + 2 * padding }

  /// The five channels, concatenated without padding.
  ///
  /// - Parameter rotation: A prior rotation of the device.
  package static func channels(
    of series: MotionSeries, rotation: TemplateMatching.Rotation = .none
  ) -> [Float] {
    let (cosine, sine) = (Float.cos(Float(rotation.angle)), Float.sin(Float(rotation.angle)))
    func turned(_ vector: Vector3<Float>) -> Vector3<Float> {
      rotation.isAboutLongAxis
        ? Vector3(
          cosine * vector.x + sine * vector.z, vector.y, cosine * vector.z - sine * vector.x)
        : Vector3(
          vector.x, cosine * vector.y - sine * vector.z, cosine * vector.z + sine * vector.y)
    }
    let rate = series.rotationRate.map(turned)
    let acceleration = series.acceleration.map(turned)
    let power = acceleration.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y }
    let scale = power > 0 ? (Float(series.count) / power).squareRoot() : 0
    var channels = rate.map { $0.x }
    channels += rate.map { $0.y }
    channels += rate.map { $0.z }
    channels += acceleration.map { $0.x * scale }
    channels += acceleration.map { $0.y * scale }
    return channels
  }

  /// The channels of the first `share` of a gesture, resampled and normalised.
  ///
  /// The mean frame remains that of the whole gesture.
  static func beginning(of channels: [Float], share: Double) -> [Float] {
    let count = channels.count / Self.channels
    var result: [Float] = []
    result.reserveCapacity(channels.count)
    for start in Swift.stride(from: 0, to: channels.count, by: count) {
      for point in 0..<count {
        let place = Float(share) * Float(point)
        let before = min(Int(place), max(0, count - 2))
        let after = min(before + 1, count - 1)
        let fraction = place - Float(before)
        result.append(
          channels[start + before] * (1 - fraction) + channels[start + after] * fraction)
      }
    }
    // Angular rate and acceleration, each to the root mean square of the whole.
    for group in [0..<3 * count, 3 * count..<result.count] {
      let power = channels[group].reduce(0) { $0 + $1 * $1 }
      let partPower = result[group].reduce(0) { $0 + $1 * $1 }
      let scale = partPower > 0 ? (power / partPower).squareRoot() : 0
      for index in group { result[index] *= scale }
    }
    return result
  }

  /// Padded channels in reverse order of time: the stored side of a comparison.
  package static func reversed(_ channels: [Float]) -> [Float] {
    padded(channels, with: -paddingValue) { $0.reversed() }
  }

  /// Padded channels in order of time: the probe of a comparison.
  static func forward(_ channels: [Float]) -> [Float] {
    padded(channels, with: paddingValue) { Array($0) }
  }

  /// The magnitude of the padding. It has opposite signs in the two sides of a comparison, so that
  /// no path leaves the square, and its square is finite.
  private static let paddingValue: Float = 1e9

  private static func padded(
    _ values: [Float], with value: Float, order: (ArraySlice<Float>) -> [Float]
  ) -> [Float] {
    let count = values.count / channels
    let pad = [Float](repeating: value, count: padding)
    var result: [Float] = []
    result.reserveCapacity(channels * stride(count))
    for channel in 0..<channels {
      result += pad
      result += order(values[channel * count..<(channel + 1) * count])
      result += pad
    }
    return result
  }
}

/// One series for comparisons with many others by dynamic time warping.
///
/// The distance of two series of *n* points is the smallest sum of squared differences along a path
/// that pairs their points in order, from both starts to both ends, within a band about the
/// diagonal (H. Sakoe, S. Chiba, *Dynamic programming algorithm optimization for spoken word
/// recognition*, 1978, doi:10.1109/TASSP.1978.1163055). The cells of one antidiagonal depend on the
/// two previous ones only and are computed at once.
package struct WarpingProbe {
  private let values: [Float]
  /// The largest value of each channel within the band of each point, without padding, the points
  /// in reverse order as in the stored series.
  private let upper: [Float]
  /// The smallest value, computed in the same way.
  private let lower: [Float]
  private let count: Int
  private let band: Int

  /// Creates a probe of unpadded channels.
  package init(channels: [Float], band: Int) {
    precondition(
      (0...WarpingLayout.largestBand).contains(band), "expected a band of 0 to 7, got \(band)")
    values = WarpingLayout.forward(channels)
    let count = channels.count / WarpingLayout.channels
    self.count = count
    self.band = band
    var upper: [Float] = []
    var lower: [Float] = []
    for channel in 0..<WarpingLayout.channels {
      for point in stride(from: count - 1, through: 0, by: -1) {
        let near = channels[
          channel * count + max(0, point - band)...channel * count + min(count - 1, point + band)]
        upper.append(near.reduce(-.infinity, max))
        lower.append(near.reduce(.infinity, min))
      }
    }
    self.upper = upper
    self.lower = lower
  }

  /// A lower bound of the distance to `template` (LB_Keogh: E. Keogh, C. A. Ratanamahatana, *Exact
  /// indexing of dynamic time warping*, 2005, doi:10.1007/s10115-004-0154-9).
  ///
  /// - Complexity: O(*n*), no allocation.
  func lowerBound(to template: UnsafePointer<Float>) -> Float {
    inertial_warping_lower_bound(upper, lower, template, count)
  }

  /// The distance to `template`, in the layout of `reversed(_:)`, or infinity if it
  /// exceeds `limit`.
  ///
  /// - Complexity: O(*n*) steps of eight lanes, no allocation.
  package func distance(to template: UnsafePointer<Float>, limit: Float = .infinity) -> Float {
    inertial_warping_distance(values, upper, lower, template, count, Int32(band), limit)
  }
}
