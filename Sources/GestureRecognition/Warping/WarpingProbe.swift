internal import CKernels
internal import RotationMath

/// One series for comparisons with many others by dynamic time warping.
///
/// The distance of two series of *n* points is the smallest sum of squared differences along a path
/// that pairs their points in order, from both starts to both ends, within a band about the
/// diagonal (H. Sakoe, S. Chiba, *Dynamic programming algorithm optimization for spoken word
/// recognition*, 1978, doi:10.1109/TASSP.1978.1163055). The cells of one antidiagonal depend on the
/// two previous ones only and are computed at once.
struct WarpingProbe {
  private let values: [Float]
  /// The largest value of each channel within the band of each point, without padding, the points
  /// in reverse order as in the stored series.
  private let upper: [Float]
  /// The smallest value, likewise.
  private let lower: [Float]
  private let count: Int
  private let band: Int

  /// Creates a probe of unpadded channels.
  ///
  /// - Precondition: `band` is from 0 to `largestBand`.
  init(channels: [Float], band: Int) {
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
    upper.withUnsafeBufferPointer { upper in
      lower.withUnsafeBufferPointer { lower in
        guard let upper = upper.baseAddress, let lower = lower.baseAddress else { return 0 }
        return inertial_warping_lower_bound(upper, lower, template, count)
      }
    }
  }

  /// The distance to `template`, in the layout of `reversed(_:)`, or infinity if it
  /// exceeds `limit`.
  ///
  /// - Complexity: O(*n*) steps of eight lanes, no allocation.
  func distance(to template: UnsafePointer<Float>, limit: Float = .infinity) -> Float {
    values.withUnsafeBufferPointer { values in
      guard let probe = values.baseAddress else { return .infinity }
      return inertial_warping_distance(probe, template, count, Int32(band), limit)
    }
  }
}
