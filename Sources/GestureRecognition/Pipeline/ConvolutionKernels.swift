internal import RealModule
internal import RotationMath

/// Random convolution kernels, and their features of a segment (ROCKET).
///
/// A. Dempster, F. Petitjean, G. I. Webb, *ROCKET: exceptionally fast and accurate time series
/// classification using random convolutional kernels*, 2020, doi:10.1007/s10618-020-00701-z, with
/// its distributions: lengths of 7, 9 and 11, normal weights of mean zero, uniform biases,
/// exponential dilations, padding or none, and random subsets of the components. The features of a
/// kernel are the share of positive values and the largest value.
///
/// For half of the kernels each component of a segment is scaled to mean 0 and deviation 1, for the
/// other half by the mean and deviation of the training set. The first half represents shapes, the
/// second amplitudes. On the training part of RacketSports the squared error of left-out examples
/// is 0.49 with both (six seeds, 4,000 kernels), 0.53 with the first scaling alone and 0.49 with
/// the second alone.
///
/// Dilations are relative to the length of the segment: kernels span the same share of a gesture,
/// whatever the sample rate and the speed.
package struct ConvolutionKernels: Hashable, Sendable {
  private struct Kernel: Hashable, Sendable {
    var components: [Int]
    /// The weights, tap by tap, one for each component.
    var weights: [Float]
    var length: Int
    var bias: Float
    /// The logarithm of the dilation as a share of the largest one's.
    var spread: Double
    var isPadded: Bool
  }

  private let kernels: [Kernel]
  private let dimension: Int
  private let scaling: FeatureScaling?

  /// The same kernels for the same numbers, on any machine.
  ///
  /// - Parameter scaling: The scaling of components by the training set; `nil` to scale segments
  ///   alone.
  init(count: Int, dimension: Int, scaling: FeatureScaling? = nil, seed: UInt64 = 1) {
    self.dimension = dimension
    self.scaling = scaling
    var random = SplitMix64(seed: seed)
    kernels = (0..<count).map { _ in
      let length = [7, 9, 11][random.nextIndex(below: 3)]
      let most = Double(min(dimension, length) + 1)
      let used = min(
        dimension, Int(Double.exp2(Double.random(in: 0..<1, using: &random) * .log2(most))))
      // The shuffle of Fisher and Yates.
      var components = Array(0..<dimension)
      for place in components.indices.dropLast() {
        components.swapAt(place, place + random.nextIndex(below: dimension - place))
      }
      components.removeLast(dimension - max(1, used))
      var weights = (0..<length * components.count).map { _ in Float(random.nextNormal()) }
      for place in components.indices {
        let taps = stride(from: place, to: weights.count, by: components.count)
        let mean = taps.reduce(Float(0)) { $0 + weights[$1] } / Float(length)
        for tap in taps { weights[tap] -= mean }
      }
      return Kernel(
        components: components, weights: weights, length: length,
        bias: Float.random(in: -1..<1, using: &random),
        spread: Double.random(in: 0..<1, using: &random),
        isPadded: Bool.random(using: &random))
    }
  }

  var featureCount: Int { 2 * kernels.count }

  /// The features of a segment with at least one sample.
  ///
  /// - Complexity: O(kernels · samples · components).
  func vector(of series: SampleSeries) -> [Double] {
    let count = series.count
    let own = Self.scaled(series, by: FeatureScaling(of: series.vectors))
    let common = scaling.map { Self.scaled(series, by: $0) } ?? own
    var vector: [Double] = []
    vector.reserveCapacity(featureCount)
    var sums = [Float](repeating: 0, count: count)
    for (number, kernel) in kernels.enumerated() {
      let scaled = number % 2 == 0 ? own : common
      let reach = kernel.length - 1
      let room = Double(count - 1) / Double(reach)
      let dilation = room > 1 ? max(1, Int(Double.exp2(kernel.spread * .log2(room)))) : 1
      // A kernel that is longer than the segment needs the padding.
      let isPadded = kernel.isPadded || reach * dilation >= count
      let first = isPadded ? -(reach * dilation / 2) : 0
      let outputs = isPadded ? count - (reach * dilation % 2) : count - reach * dilation
      for index in 0..<outputs { sums[index] = kernel.bias }
      sums.withUnsafeMutableBufferPointer { sums in
        scaled.withUnsafeBufferPointer { scaled in
          guard let sums = sums.baseAddress, let scaled = scaled.baseAddress else { return }
          for tap in 0..<kernel.length {
            let shift = first + tap * dilation
            let lower = max(0, -shift)
            let length = min(outputs, count - shift) - lower
            guard length > 0 else { continue }
            for (place, component) in kernel.components.enumerated() {
              Self.add(
                kernel.weights[tap * kernel.components.count + place],
                scaled + (component * count + shift + lower), to: sums + lower, count: length)
            }
          }
        }
      }
      var positive = 0
      var largest = -Float.infinity
      for index in 0..<outputs {
        positive += sums[index] > 0 ? 1 : 0
        largest = max(largest, sums[index])
      }
      vector.append(Double(positive) / Double(outputs))
      vector.append(Double(largest))
    }
    return vector
  }

  @inline(__always)
  private static func add(
    _ weight: Float, _ values: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    for index in 0..<count { sums[index] += weight * values[index] }
  }

  /// The values component by component.
  private static func scaled(_ series: SampleSeries, by scaling: FeatureScaling) -> [Float] {
    (0..<series.dimension).flatMap { component in
      let (mean, factor) = (scaling.means[component], scaling.factors[component])
      return stride(from: component, to: series.values.count, by: series.dimension).map {
        Float((series.values[$0] - mean) * factor)
      }
    }
  }
}

extension SplitMix64 {
  /// A random number from 0 to below `count`. `Int.random` yields others where `Int` has 32 bits.
  fileprivate mutating func nextIndex(below count: Int) -> Int {
    Int(Int64.random(in: 0..<Int64(count), using: &self))
  }
}
