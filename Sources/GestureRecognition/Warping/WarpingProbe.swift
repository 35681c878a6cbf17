internal import RotationMath

/// One series that is compared with many others by dynamic time warping.
///
/// The distance of two series of *n* points is the least sum of squared differences along a path
/// that pairs their points in order, from both starts to both ends, and strays no further than the
/// band from the diagonal (H. Sakoe, S. Chiba, *Dynamic programming algorithm optimization for
/// spoken word recognition*, 1978, doi:10.1109/TASSP.1978.1163055). All cells of one antidiagonal
/// are computed at once: they depend on the two before it only.
struct WarpingProbe {
  private let values: [Float]
  /// The largest and the smallest value of each channel within the band of each point, without
  /// padding, the points in reverse order as in what is compared.
  private let upper: [Float]
  private let lower: [Float]
  private let count: Int
  private let band: Int

  /// - Precondition: `band` is from 0 to ``WarpingLayout/largestBand``.
  init(channels: [Float], band: Int) {
    precondition((0...WarpingLayout.largestBand).contains(band), "band \(band)")
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

  /// What the distance to `template` is at least (LB_Keogh: E. Keogh, C. A. Ratanamahatana, *Exact
  /// indexing of dynamic time warping*, 2005, doi:10.1007/s10115-004-0154-9).
  ///
  /// - Complexity: O(*n*), no allocation.
  func lowerBound(to template: UnsafePointer<Float>) -> Float {
    typealias Lanes = SIMD8<Float>
    let stride = WarpingLayout.stride(count)
    var sum = Lanes.zero
    var rest: Float = 0
    upper.withUnsafeBufferPointer { upper in
      lower.withUnsafeBufferPointer { lower in
        guard let upper = upper.baseAddress, let lower = lower.baseAddress else { return }
        for channel in 0..<WarpingLayout.channels {
          let values = template + channel * stride + WarpingLayout.padding
          let high = upper + channel * count
          let low = lower + channel * count
          var point = 0
          while point + WarpingLayout.lanes <= count {
            let value = Self.lanes(at: values + point)
            let above = value - Self.lanes(at: high + point)
            let below = Self.lanes(at: low + point) - value
            var excess = above.replacing(with: below, where: below .> above)
            excess.replace(with: 0, where: excess .< 0)
            sum += excess * excess
            point += WarpingLayout.lanes
          }
          while point < count {
            let excess = max(0, values[point] - high[point], low[point] - values[point])
            rest += excess * excess
            point += 1
          }
        }
      }
    }
    return sum.sum() + rest
  }

  /// The distance to `template`, which lies as ``WarpingLayout/reversed(_:)`` makes it, or infinity
  /// once it is sure to be above `limit`.
  ///
  /// - Complexity: O(*n*) steps of eight lanes, no allocation.
  func distance(to template: UnsafePointer<Float>, limit: Float = .infinity) -> Float {
    values.withUnsafeBufferPointer { values in
      guard let probe = values.baseAddress else { return .infinity }
      return distance(from: probe, to: template, limit: limit)
    }
  }

  /// Lane *l* of an antidiagonal *s* = *i* + *j* is the cell whose *i* - *j* is 2*l* - 7 where *s* is
  /// odd and 2*l* - 6 where it is even.
  private func distance(
    from probe: UnsafePointer<Float>, to template: UnsafePointer<Float>, limit: Float
  ) -> Float {
    typealias Lanes = SIMD8<Float>
    let outside = Float.infinity
    // What keeps a path inside the band.
    let offsets = SIMD8<Float>(0, 2, 4, 6, 8, 10, 12, 14)
    let width = Float(band)
    let evenOutside = abs(offsets - 6) .> width
    let oddOutside = abs(offsets - 7) .> width
    let stride = WarpingLayout.stride(count)
    let last = 2 * count - 2
    // The cell before the first one, in the middle of an even antidiagonal, costs nothing.
    var even = Lanes(repeating: outside)
    even[3] = 0
    var odd = Lanes(repeating: outside)
    var diagonal = 0
    while true {
      // Even: i = s/2 - 3 + l, and the reversed j lies at count - 1 - s/2 - 3 + l.
      let middle = diagonal / 2
      var left = odd
      var shifted = Lanes(odd[1], odd[2], odd[3], odd[4], odd[5], odd[6], odd[7], outside)
      left.replace(with: shifted, where: shifted .< left)
      even.replace(with: left, where: left .< even)
      even += Self.cost(
        probe + (middle - 3 + WarpingLayout.padding),
        template + (count - 4 - middle + WarpingLayout.padding), stride: stride)
      even.replace(with: outside, where: evenOutside)
      if diagonal == last { return even[3] <= limit ? even[3] : .infinity }
      // Odd: i = (s - 7)/2 + l, and the reversed j lies at count - 1 - (s + 7)/2 + l.
      var up = even
      shifted = Lanes(outside, even[0], even[1], even[2], even[3], even[4], even[5], even[6])
      up.replace(with: shifted, where: shifted .< up)
      odd.replace(with: up, where: up .< odd)
      odd += Self.cost(
        probe + (middle - 3 + WarpingLayout.padding),
        template + (count - 5 - middle + WarpingLayout.padding), stride: stride)
      odd.replace(with: outside, where: oddOutside)
      diagonal += 2
      // Every path crosses one of two neighbouring antidiagonals.
      if diagonal & 2 == 0, Self.least(odd.replacing(with: even, where: even .< odd)) > limit {
        return .infinity
      }
    }
  }

  /// The squared difference of eight pairs of points.
  @inline(__always)
  private static func cost(
    _ probe: UnsafePointer<Float>, _ template: UnsafePointer<Float>, stride: Int
  ) -> SIMD8<Float> {
    var sum = SIMD8<Float>.zero
    for channel in 0..<WarpingLayout.channels {
      let difference =
        lanes(at: probe + channel * stride) - lanes(at: template + channel * stride)
      sum += difference * difference
    }
    return sum
  }

  /// The least of eight numbers; the standard library's `min()` is not inlined.
  @inline(__always)
  private static func least(_ lanes: SIMD8<Float>) -> Float {
    let four = lanes.lowHalf.replacing(
      with: lanes.highHalf, where: lanes.highHalf .< lanes.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }

  @inline(__always)
  private static func lanes(at pointer: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  private func abs(_ value: SIMD8<Float>) -> SIMD8<Float> {
    value.replacing(with: -value, where: value .< 0)
  }
}
