internal import DeadReckoning
internal import LinearAlgebra
public import MotionFusion

/// Brings the motion of a device during one gesture to a ``MotionSeries``.
///
/// Rest at both ends is cut off; angular rate and acceleration are turned into the mean frame of
/// what is left, smoothed, and read at evenly spaced instants. All parameters are in seconds or
/// relative to the gesture itself, so that recordings at 24 Hz and at 200 Hz come out alike.
public struct MotionNormalizer: Hashable, Sendable, Codable {
  /// The number of instants.
  public var pointCount = 32
  /// The length of the moving average that smooths, in seconds: nine samples at 94 Hz.
  public var smoothing = 0.096
  /// The ends are rest while angular rate and acceleration, each relative to its root mean square
  /// over the gesture, are together below this.
  public var restActivity = 0.2
  /// The shortest gesture, in seconds: 0.2 s are 20 samples at 100 Hz, too short for a letter.
  public var minimumDuration = 0.2
  /// The smallest number of samples, at whatever rate.
  public var minimumSamples = 6
  /// Below this root mean square of the angular rate, in rad/s, and `minimumAcceleration`, the device
  /// is at rest.
  public var minimumRotationRate = 0.1
  /// The root mean square of the acceleration that is no rest, in g.
  public var minimumAcceleration = 0.02

  /// From this duration on, in seconds, a gesture is also cut into pieces: it may be a letter that
  /// was written twice, or among other movements.
  public var longDuration = 2.0
  /// How long such pieces are, in seconds: as long as letters take. One starts every
  /// `pieceSpacing`, and none is longer than 0.6 of the gesture.
  public var pieceDurations = [0.6, 0.8, 1.0, 1.3, 1.7, 2.2]
  /// The time between the starts of pieces, in seconds.
  public var pieceSpacing = 0.15

  /// The normaliser of the default recogniser.
  public init() {}

  /// What is wrong with the parameters; `nil` when nothing is.
  var problem: String? {
    if !(2...1024).contains(pointCount) { return "\(pointCount) points: 2 through 1024" }
    if !(smoothing >= 0 && smoothing.isFinite) { return "smoothing over \(smoothing) s" }
    if !(restActivity >= 0 && restActivity.isFinite) { return "\(restActivity) as rest" }
    if !(minimumDuration >= 0 && minimumDuration.isFinite) {
      return "\(minimumDuration) s as the shortest gesture"
    }
    if minimumSamples < 2 { return "\(minimumSamples) as the least samples: 2 or more" }
    if !(longDuration > 0 && pieceSpacing >= 0.01 && pieceDurations.allSatisfy { $0 >= 0.05 }) {
      return "pieces shorter than 0.05 s, or closer than 0.01 s"
    }
    if !(minimumRotationRate >= 0 && minimumAcceleration >= 0) { return "a negative rest" }
    return nil
  }

  /// The series of one gesture.
  ///
  /// A few samples that no sensor can mean, such as a spike of 2e5 rad/s, are left out.
  ///
  /// - Parameter motions: The samples in order of time. Repeated timestamps are fine.
  /// - Throws: ``GestureError`` for too few samples or too short a gesture, time that runs backward,
  ///   more than a tenth of samples that are not possible, attitudes without a mean, and rest.
  /// - Complexity: O(*n*).
  public func series(of motions: [DeviceMotion]) throws(GestureError) -> MotionSeries {
    var samples = try possible(motions)
    guard samples.count >= minimumSamples else {
      throw .tooFewSamples(count: samples.count, minimum: minimumSamples)
    }
    guard let start = samples.first?.timestamp, let end = samples.last?.timestamp, end > start
    else { throw .zeroDuration }
    guard end - start >= minimumDuration else {
      throw .tooShort(seconds: end - start, minimum: minimumDuration)
    }
    samples = Array(samples[activeRange(of: samples)])
    let series = try series(ofActive: samples[...], pieces: pieces(of: samples))
    guard
      series.rotationRateScale >= minimumRotationRate
        || series.accelerationScale >= minimumAcceleration
    else { throw .atRest }
    return series
  }

  /// The series of samples that are all of the gesture.
  private func series(
    ofActive samples: ArraySlice<DeviceMotion>, start: Double = 0, pieces: [MotionSeries] = []
  ) throws(GestureError) -> MotionSeries {
    var attitudes = RotationAccumulator()
    for sample in samples { try? attitudes.add(sample.attitude.quaternion) }
    guard let mean = try? attitudes.average(), mean.isUnique else { throw .noMeanAttitude }
    let meanFromReference = mean.rotation.conjugate
    let times = samples.map(\.timestamp)
    let rate = SmoothedSignal(
      times: times,
      values: samples.map { (meanFromReference * $0.attitude.quaternion).act($0.rotationRate) },
      window: smoothing)
    let acceleration = SmoothedSignal(
      times: times,
      values: samples.map {
        -(meanFromReference * $0.attitude.quaternion).act($0.userAcceleration)
      },
      window: smoothing)
    return MotionSeries(
      rotationRate: rate.resampled(pointCount), acceleration: acceleration.resampled(pointCount),
      duration: times[times.count - 1] - times[0], start: start, pieces: pieces)
  }

  /// The pieces of a long gesture; none of a short one.
  private func pieces(of samples: [DeviceMotion]) -> [MotionSeries] {
    guard let start = samples.first?.timestamp, let end = samples.last?.timestamp,
      end - start > longDuration, pieceSpacing > 0
    else { return [] }
    var pieces: [MotionSeries] = []
    for length in pieceDurations where length > 0 && length <= 0.6 * (end - start) {
      // Where pieces hold too few samples on average there may be no end of them: of times in
      // nanoseconds, say.
      guard Double(samples.count) * length >= Double(minimumSamples) * (end - start) else {
        continue
      }
      var (first, last) = (0, 0)
      for step in 0...Int((end - start - length) / pieceSpacing) {
        let begin = start + Double(step) * pieceSpacing
        while samples[first].timestamp < begin { first += 1 }
        while last < samples.count, samples[last].timestamp <= begin + length { last += 1 }
        guard last - first >= minimumSamples,
          samples[last - 1].timestamp > samples[first].timestamp,
          let piece = try? series(
            ofActive: samples[first..<last], start: samples[first].timestamp - start)
        else { continue }
        pieces.append(piece)
      }
    }
    return pieces
  }

  /// The samples that sensors can mean.
  private func possible(_ motions: [DeviceMotion]) throws(GestureError) -> [DeviceMotion] {
    var samples: [DeviceMotion] = []
    samples.reserveCapacity(motions.count)
    var firstImpossible: Int?
    for (index, motion) in motions.enumerated() {
      guard DeadReckoner.isPlausible(motion), Self.isPossible(motion.rotationRate) else {
        if firstImpossible == nil { firstImpossible = index }
        continue
      }
      if let previous = samples.last, motion.timestamp < previous.timestamp {
        throw .timeRunsBackward(sample: index)
      }
      samples.append(motion)
    }
    if let firstImpossible, 10 * (motions.count - samples.count) > motions.count {
      throw .notFinite(sample: firstImpossible)
    }
    return samples
  }

  /// Gyroscopes of phones end at 2,000 degrees a second, the widest of others at 4,000.
  private static func isPossible(_ rate: Vector3<Double>) -> Bool {
    // Written so that a NaN fails it.
    abs(rate.x) <= 70 && abs(rate.y) <= 70 && abs(rate.z) <= 70
  }

  /// What is left without the rest at both ends.
  ///
  /// Rest lowers the mean that it is measured by, so the cut is repeated until it stands.
  private func activeRange(of samples: [DeviceMotion]) -> Range<Int> {
    let times = samples.map(\.timestamp)
    let rate = SmoothedSignal(
      times: times, values: samples.map(\.rotationRate), window: smoothing
    ).values(at: times).map(\.lengthSquared)
    let acceleration = SmoothedSignal(
      times: times, values: samples.map(\.userAcceleration), window: smoothing
    ).values(at: times).map(\.lengthSquared)
    var range = samples.indices
    for _ in 0..<4 {
      let rateMean = rate[range].reduce(0, +) / Double(range.count)
      let accelerationMean = acceleration[range].reduce(0, +) / Double(range.count)
      let rateFactor = rateMean > 0 ? 1 / rateMean : 0
      let accelerationFactor = accelerationMean > 0 ? 1 / accelerationMean : 0
      let limit = restActivity * restActivity
      let isActive = { (index: Int) in
        rate[index] * rateFactor + acceleration[index] * accelerationFactor > limit
      }
      guard let first = range.first(where: isActive), let last = range.last(where: isActive),
        last - first + 1 >= minimumSamples, times[last] - times[first] >= minimumDuration
      else { break }
      if first..<(last + 1) == range { break }
      range = first..<(last + 1)
    }
    return range
  }
}
