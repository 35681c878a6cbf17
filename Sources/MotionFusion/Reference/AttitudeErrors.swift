/// How far the attitudes of a recording are from its reference, by the protocol of the BROAD benchmark.
///
/// Every estimate is held against the pose nearest in time, where the data set counts errors; see
/// ``AttitudeError`` for the angles.
///
/// ```swift
/// let errors = AttitudeErrors(of: attitudes, from: poses, within: 0.01)
/// print(errors?.rootMeanSquare.inDegrees.inclination ?? .nan)
/// ```
public struct AttitudeErrors: Hashable, Sendable {
  /// One comparison.
  public struct Point: Hashable, Sendable {
    /// The time of the estimate, in seconds.
    public var timestamp: Double
    /// How far off it is.
    public var error: AttitudeError

    /// The error of the estimate at this time in seconds.
    public init(timestamp: Double, error: AttitudeError) {
      self.timestamp = timestamp
      self.error = error
    }
  }

  /// The comparisons in the order of time; at least one.
  public let points: [Point]

  /// Compares attitudes with a reference; `nil` where no pose that counts is near any of them.
  ///
  /// - Parameters:
  ///   - estimates: In the order of time.
  ///   - reference: In the order of time, in the same frame, but for its heading where that is aligned.
  ///   - aligningHeading: Whether one constant turn about the vertical, the circular mean of the
  ///     errors' headings, is taken off first, as it must be where the estimate's heading is
  ///     arbitrary.
  ///   - tolerance: How far apart in seconds the two may be.
  /// - Complexity: O(*n* + *m*) in the estimates and the poses.
  public init?(
    of estimates: [TimedAttitude], from reference: [ReferencePose], aligningHeading: Bool = false,
    within tolerance: Double
  ) {
    let truths = reference.nearest(to: estimates.lazy.map(\.timestamp), within: tolerance)
    var turns: [(time: Double, turn: Quaternion<Double>)] = []
    for case (let estimate, let pose?) in zip(estimates, truths) where pose.isScored {
      guard let truth = pose.attitude else { continue }
      turns.append((estimate.timestamp, estimate.attitude * truth.quaternion.conjugate))
    }
    guard !turns.isEmpty else { return nil }
    let back: Quaternion<Double> =
      aligningHeading ? .turn(aboutVertical: -turns.lazy.map(\.turn).meanHeading) : .identity
    points = turns.map { Point(timestamp: $0, error: AttitudeError(turn: back * $1)) }
  }

  /// The root mean square of every part, in radians.
  public var rootMeanSquare: AttitudeError {
    func rootMeanSquare(_ part: KeyPath<AttitudeError, Double>) -> Double {
      let sum = points.reduce(0) { $0 + $1.error[keyPath: part] * $1.error[keyPath: part] }
      return (sum / Double(points.count)).squareRoot()
    }
    return AttitudeError(
      total: rootMeanSquare(\.total), heading: rootMeanSquare(\.heading),
      inclination: rootMeanSquare(\.inclination))
  }
}
