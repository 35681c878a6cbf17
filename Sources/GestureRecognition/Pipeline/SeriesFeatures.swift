internal import LinearAlgebra
internal import MotionFusion
internal import RealModule
internal import RotationMath

/// The features of a segment.
package enum SeriesFeatures: Hashable, Sendable {
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
      // An `Int` of 32 bits holds the number of features.
      (2...10_000).contains(count) && count <= Int(Int32.max) / dimension
        ? nil : "expected 2 to 10000 resampled points, got \(count) of \(dimension) components"
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
  /// - Parameter kernels: The kernels of ``convolutions(count:)``.
  package func vector(
    of series: SampleSeries, kernels: ConvolutionKernels? = nil
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

  private static func statistics(of series: SampleSeries) -> [Double] {
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
    _ series: SampleSeries, count: Int
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

extension SeriesFeatures: PipelineStage, ModelPart {
  package static let grammar =
    "last-sample, statistics, resampled=COUNT, convolutions=COUNT, zones=COLUMNSxROWS or "
    + "dynamics (of user acceleration and angular rate)"

  package init(_ stage: NamedNumbers) throws(ModelError) {
    self =
      switch stage.name {
      case "last-sample": .lastSample
      case "statistics": .statistics
      case "resampled": .resampled(count: try stage.integer(0))
      case "zones": .zones(columns: try stage.integer(0), rows: try stage.integer(1))
      case "convolutions": .convolutions(count: try stage.integer(0))
      case "dynamics": .dynamics
      default: throw .unknown(stage.name)
      }
  }

  package var named: NamedNumbers {
    switch self {
    case .lastSample: NamedNumbers("last-sample")
    case .statistics: NamedNumbers("statistics")
    case .resampled(let count): NamedNumbers("resampled", Double(count))
    case .zones(let columns, let rows): NamedNumbers("zones", Double(columns), Double(rows))
    case .convolutions(let count): NamedNumbers("convolutions", Double(count))
    case .dynamics: NamedNumbers("dynamics")
    }
  }
}

/// Features of how a device moves, whatever the direction and however it is held.
///
/// The input is user acceleration in g and angular rate in rad/s. Stationary ends are left out. The
/// features distinguish rotation from translation, one movement from repeated ones, and fast from
/// slow: logarithms of the duration, of both root mean squares, of the rotation along the path and
/// of the net rotation, of the reversals of both along their principal axes, and of the turn's
/// radius, the ratio of acceleration to angular acceleration. Integrals over time make them
/// independent of the sample rate.
package enum MotionDynamics {
  package static let count = 8
  /// The components of a sample: user acceleration and angular rate.
  static let dimension = 6
  /// The channels of device motion that these components are.
  static let channels = [MotionChannel.userAcceleration, .rotationRate]

  /// The activity below which the ends are left out, relative to the largest.
  private static let restActivity = 0.1
  /// The acceleration that counts as much as 1 rad/s in the activity, in g. A hand that turns at
  /// 1 rad/s about the elbow and reverses twice a second accelerates about as much.
  private static let accelerationUnit = 0.1
  /// The smallest values whose logarithms are taken: the noise of a phone's sensors, in rad/s and
  /// g, and the rotation in radians that a still hand makes.
  private static let (leastRate, leastAcceleration, leastAngle) = (0.01, 0.005, 0.1)
  /// The smallest angular acceleration, in rad/s²: that of noise at 100 Hz.
  private static let leastTurn = 1.0
  /// The step of the difference quotient of the angular rate, in seconds.
  private static let differenceTime = 0.04
  /// The share of the largest value that a signal must pass on both sides of a reversal.
  private static let reversal = 0.3

  /// The features of a segment.
  ///
  /// - Complexity: O(*n*).
  package static func vector(of series: SampleSeries) throws(GestureError) -> [Double] {
    let all = (0..<series.count).map { index in
      let sample = series[index]
      let first = sample.startIndex
      return (
        acceleration: Vector3(sample[first], sample[first + 1], sample[first + 2]),
        rate: Vector3(sample[first + 3], sample[first + 4], sample[first + 5])
      )
    }
    let unit = 1 / (accelerationUnit * accelerationUnit)
    let activity = all.map { $0.rate.lengthSquared + $0.acceleration.lengthSquared * unit }
    let limit = restActivity * restActivity * (activity.max() ?? 0)
    guard let first = activity.firstIndex(where: { $0 > limit }),
      let last = activity.lastIndex(where: { $0 > limit })
    else { throw .atRest }
    guard last - first >= 2 else { throw .tooFewSamples(count: last - first + 1, minimum: 3) }
    let times = Array(series.times[first...last])
    let duration = times[times.count - 1] - times[0]
    guard duration > 0 else { throw .zeroDuration }
    let rate = Summary(of: all[first...last].map({ $0.rate }), times: times, duration: duration)
    let acceleration = Summary(
      of: all[first...last].map({ $0.acceleration }), times: times, duration: duration)
    return [
      .log(duration),
      .log(rate.size + leastRate),
      .log(acceleration.size + leastAcceleration),
      .log(rate.length + leastAngle),
      .log(rate.net.length + leastAngle),
      .log(1 + Double(rate.reversals)),
      .log(1 + Double(acceleration.reversals)),
      .log(acceleration.size + leastAcceleration)
        - .log(Self.change(of: all[first...last].map({ $0.rate }), times: times) + leastTurn),
    ]
  }

  /// The root mean square of the rate of change of a vector.
  private static func change(of vectors: [Vector3<Double>], times: [Double]) -> Double {
    var (sum, count, later) = (0.0, 0.0, 0)
    for index in vectors.indices {
      while later < vectors.count, times[later] - times[index] < differenceTime { later += 1 }
      guard later < vectors.count else { break }
      let step = times[later] - times[index]
      sum += (vectors[later] - vectors[index]).lengthSquared / (step * step)
      count += 1
    }
    return count > 0 ? (sum / count).squareRoot() : 0
  }

  /// Integrals of a vector over time.
  private struct Summary {
    var size: Double
    /// The integral of the magnitude.
    var length = 0.0
    var net = Vector3<Double>.zero
    /// The changes of sign along the principal axis.
    var reversals = 0

    init(of vectors: [Vector3<Double>], times: [Double], duration: Double) {
      var moment = Matrix3<Double>.zero
      for index in vectors.indices {
        // The trapezoidal rule: half of the steps before and after.
        let step =
          (times[min(index + 1, times.count - 1)] - times[max(index - 1, 0)]) / 2
        let vector = vectors[index]
        length += vector.length * step
        net = net + vector * step
        moment =
          moment
          + Matrix3(
            columns: vector * (vector.x * step), vector * (vector.y * step),
            vector * (vector.z * step))
      }
      let trace = moment[0, 0] + moment[1, 1] + moment[2, 2]
      size = (trace / duration).squareRoot()
      guard trace > 0, let svd = try? SingularValueDecomposition(of: moment) else { return }
      let axis = svd.leftVectors[column: 0]
      let along = vectors.map { $0.dot(axis) }
      let limit = MotionDynamics.reversal * (along.map { abs($0) }.max() ?? 0)
      var side = 0.0
      for value in along where abs(value) > limit {
        let next: Double = value > 0 ? 1 : -1
        if side != 0, next != side { reversals += 1 }
        side = next
      }
    }
  }
}
