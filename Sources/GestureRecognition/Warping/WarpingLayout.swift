internal import RealModule
internal import RotationMath

/// The memory layout of series for `WarpingProbe`: channel by channel, padded at both ends.
///
/// The channels are the three components of the angular rate and the two of the acceleration in the
/// screen's plane. The third one depends on the posture of the arm more than on the letter.
enum WarpingLayout {
  /// The number of channels.
  static let channels = 5
  /// The number of SIMD lanes.
  static let lanes = 8
  /// The padding at each end of a channel: lanes reach four points beyond the ends.
  static let padding = 4
  /// The largest half-width of the band, in points: it has to fit in the lanes.
  static let largestBand = lanes - 1

  /// The padded length of a channel of `count` points.
  static func stride(_ count: Int) -> Int { count + 2 * padding }

  /// The five channels, concatenated without padding.
  ///
  /// - Parameter roll: The angle of a prior rotation about the device's *y* axis, in radians.
  static func channels(of series: MotionSeries, roll: Float = 0) -> [Float] {
    let cosine = Float.cos(roll)
    let sine = Float.sin(roll)
    func turned(_ vector: Vector3<Float>) -> Vector3<Float> {
      Vector3(
        cosine * vector.x + sine * vector.z, vector.y, cosine * vector.z - sine * vector.x)
    }
    let rate = series.rotationRate.map(turned)
    let acceleration = series.acceleration.map(turned)
    let power = acceleration.reduce(0) { $0 + $1.x * $1.x + $1.y * $1.y }
    let scale = power > 0 ? (Float(series.count) / power).squareRoot() : 0
    var channels = rate.map(\.x)
    channels += rate.map(\.y)
    channels += rate.map(\.z)
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
  static func reversed(_ channels: [Float]) -> [Float] {
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
