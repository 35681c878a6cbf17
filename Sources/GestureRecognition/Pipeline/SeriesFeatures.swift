internal import MotionFusion

/// The features of a segment.
public enum SeriesFeatures: Hashable, Sendable, Codable {
  /// The components of the last sample.
  case lastSample
  /// The mean, standard deviation, minimum and maximum of each component.
  case statistics
  /// Each component, interpolated linearly at `count` equidistant times.
  case resampled(count: Int)
  /// The ``ZoneFeatures`` of the first two components as *x* and *y*.
  case zones(columns: Int, rows: Int)

  /// Random convolution kernels: the share of positive values and the largest value of each.
  ///
  /// The kernels depend on their number alone, and half of them on the scale of the training set's
  /// components: see `ConvolutionKernels`.
  case convolutions(count: Int)
  /// Features of user acceleration and angular rate that do not depend on directions.
  ///
  /// The six components are user acceleration in g and angular rate in rad/s, in this order: see
  /// `MotionDynamics`.
  case dynamics

  /// The length of a feature vector for samples of `dimension` components.
  package func count(dimension: Int) -> Int {
    switch self {
    case .lastSample: dimension
    case .statistics: 4 * dimension
    case .resampled(let count): count * dimension
    case .zones(let columns, let rows): 3 * columns * rows
    case .convolutions(let count): 2 * count
    case .dynamics: MotionDynamics.count
    }
  }

  /// The first invalid parameter as an error text, or `nil` if all are valid.
  func validationError(dimension: Int) -> String? {
    switch self {
    case .lastSample, .statistics: nil
    case .resampled(let count):
      (2...10_000).contains(count)
        ? nil : "expected 2 to 10000 resampled points, got \(count)"
    case .convolutions(let count):
      (1...20_000).contains(count) ? nil : "expected 1 to 20000 kernels, got \(count)"
    case .dynamics:
      dimension == MotionDynamics.dimension
        ? nil
        : "expected 6 components for dynamics, user acceleration and angular rate, got \(dimension)"
    case .zones(let columns, let rows):
      if !ZoneFeatures.gridSizes.contains(columns) || !ZoneFeatures.gridSizes.contains(rows) {
        "expected a grid of 1 to 16 zones each way, got \(columns) × \(rows)"
      } else if dimension < 2 {
        "expected 2 components or more for zones, got \(dimension)"
      } else {
        nil
      }
    }
  }

  /// Computes the feature vector of a segment.
  ///
  /// - Parameters:
  ///   - series: The segment.
  ///   - kernels: The kernels of ``convolutions(count:)``.
  /// - Throws: ``GestureError`` for a segment without samples, without duration (resampled points
  ///   and zones), or without extent (zones).
  func vector(
    of series: LabeledSeries, kernels: ConvolutionKernels? = nil
  ) throws(GestureError) -> [Double] {
    guard series.count > 0 else { throw .tooFewSamples(count: 0, minimum: 1) }
    switch self {
    case .lastSample: return Array(series[series.count - 1])
    case .statistics: return Self.statistics(of: series)
    case .dynamics: return try MotionDynamics.vector(of: series)
    case .resampled(let count): return try Self.resampled(series, count: count)
    case .convolutions: return kernels?.vector(of: series) ?? []
    case .zones(let columns, let rows):
      let stroke = (0..<series.count).map { index in
        let sample = series[index]
        return Sample2D(
          x: sample[sample.startIndex], y: sample[sample.startIndex + 1],
          timestamp: series.times[index])
      }
      // FeatureScaling appends the bias term.
      return try ZoneFeatures(columns: columns, rows: rows).vector(of: stroke, minSize: 0)
        .dropLast()
    }
  }

  /// The kernels of ``convolutions(count:)``, to keep for many segments; `nil` for other features.
  func kernels(dimension: Int, scaling: FeatureScaling?) -> ConvolutionKernels? {
    guard case .convolutions(let count) = self else { return nil }
    return ConvolutionKernels(count: count, dimension: dimension, scaling: scaling)
  }

  private static func statistics(of series: LabeledSeries) -> [Double] {
    (0..<series.dimension).flatMap { component in
      var mean = 0.0
      var squares = 0.0
      var low = Double.infinity
      var high = -Double.infinity
      for index in 0..<series.count {
        let value = series.values[index * series.dimension + component]
        let distance = value - mean
        mean += distance / Double(index + 1)
        squares += distance * (value - mean)
        low = min(low, value)
        high = max(high, value)
      }
      return [mean, (squares / Double(series.count)).squareRoot(), low, high]
    }
  }

  private static func resampled(
    _ series: LabeledSeries, count: Int
  ) throws(GestureError) -> [Double] {
    let start = series.times[0]
    guard series.duration > 0 else { throw .zeroDuration }
    var vector: [Double] = []
    vector.reserveCapacity(count * series.dimension)
    var index = 0
    for moment in 0..<count {
      let time = start + series.duration * (Double(moment) / Double(count - 1))
      while index + 2 < series.count, series.times[index + 1] < time { index += 1 }
      let step = series.times[index + 1] - series.times[index]
      let share = step > 0 ? min(1, max(0, (time - series.times[index]) / step)) : 1
      for (a, b) in zip(series[index], series[index + 1]) {
        vector.append(a * (1 - share) + b * share)
      }
    }
    return vector
  }
}
