internal import MotionFusion
package import RotationMath

/// A smooth path of overlapping straight movements, each with a minimum-jerk profile.
///
/// *p*(*t*) = *start* + Σ *d*ᵢ *b*((*t* − *t*ᵢ)/*T*ᵢ), with *b*(τ) = 10τ³ − 15τ⁴ + 6τ⁵ between 0
/// and 1. Movements that overlap in time round the corner between them. As in handwriting, the
/// speed falls where the path bends, and straight parts have a bell-shaped speed. Position,
/// velocity and acceleration are exact and continuous.
///
/// Sources: T. Flash, N. Hogan, *The coordination of arm movements*, J. Neurosci. 5(7), 1985,
/// doi:10.1523/JNEUROSCI.05-07-01688.1985 (the profile); T. Flash, E. Henis, *Arm trajectory
/// modifications during reaching towards visual targets*, J. Cogn. Neurosci. 3(3), 1991,
/// doi:10.1162/jocn.1991.3.3.220 (their superposition).
package struct MinimumJerkPath<Point: EuclideanVector>: Hashable, Sendable
where Point.Scalar == Double {
  /// One straight movement, with zero velocity at both ends.
  package struct Movement: Hashable, Sendable {
    /// The start, in seconds.
    package var onset: Double
    /// The duration in seconds, greater than 0.
    package var duration: Double
    /// The displacement from start to end.
    package var displacement: Point

    /// A movement along `displacement` from `onset`, for `duration` seconds.
    ///
    /// - Precondition: `duration` is greater than 0.
    package init(onset: Double, duration: Double, displacement: Point) {
      precondition(duration > 0, "expected a positive duration, got \(duration) s")
      self.onset = onset
      self.duration = duration
      self.displacement = displacement
    }
  }

  /// Position, velocity and acceleration at one instant.
  package struct State: Hashable, Sendable {
    package var position: Point
    /// The velocity, per second.
    package var velocity: Point
    /// The acceleration, per second squared.
    package var acceleration: Point
  }

  /// The first point.
  package var start: Point
  /// The movements, in any order of time.
  package var movements: [Movement]
  /// The duration in seconds from 0, including the pause after the last movement.
  package var duration: Double

  /// A path from `start` through `movements`; it lasts at least until the end of the last one.
  package init(start: Point, movements: [Movement], duration: Double = 0) {
    self.start = start
    self.movements = movements
    self.duration = movements.reduce(duration) { max($0, $1.onset + $1.duration) }
  }

  /// The last point.
  package var end: Point { movements.reduce(start) { $0 + $1.displacement } }

  /// The position at `time` in seconds; constant before 0 and after the end.
  ///
  /// - Complexity: O(number of movements).
  package func position(at time: Double) -> Point {
    var position = start
    for movement in movements where time > movement.onset {
      let tau = min((time - movement.onset) / movement.duration, 1)
      let share = tau * tau * tau * (10 + tau * (6 * tau - 15))
      position = position + movement.displacement * share
    }
    return position
  }

  /// Position, velocity and acceleration at `time` in seconds.
  ///
  /// - Complexity: O(number of movements).
  package func state(at time: Double) -> State {
    var state = State(position: start, velocity: .zero, acceleration: .zero)
    for movement in movements where time > movement.onset {
      let tau = (time - movement.onset) / movement.duration
      guard tau < 1 else {
        state.position = state.position + movement.displacement
        continue
      }
      let remaining = 1 - tau
      let share = tau * tau * tau * (10 + tau * (6 * tau - 15))
      let rate = 30 * tau * tau * remaining * remaining / movement.duration
      let change =
        60 * tau * remaining * (remaining - tau) / (movement.duration * movement.duration)
      state.position = state.position + movement.displacement * share
      state.velocity = state.velocity + movement.displacement * rate
      state.acceleration = state.acceleration + movement.displacement * change
    }
    return state
  }
}

/// A movement of a hand-held device that is not a gesture: a chain of rotations and translations.
///
/// Some devices turn about a joint, some are shifted, most do both; some movements repeat in a
/// rhythm, as in walking, shaking and the use of tools. It starts and ends in motion or stationary.
/// All figures are chosen within the range of a hand: 0.02 to 0.6 m and 0.05 to 3 rad in 0.1 to 2
/// s. Rotation and acceleration are exact up to the step of the integration.
struct OtherMovement {
  /// What moves.
  enum Kind: String, CaseIterable {
    case turn, shift, both
  }

  /// The median of the durations of its parts in seconds, and the spread of the logarithm.
  private static let partTime = (median: 0.45, spread: 0.5)
  /// The median of the angles of its parts in radians, and the spread of the logarithm.
  private static let angle = (median: 0.8, spread: 0.7)
  /// The median of the lengths of its parts in metres, and the spread of the logarithm.
  private static let length = (median: 0.12, spread: 0.7)
  /// Standard deviation of each component of the distance to the joint, in metres.
  private static let armDeviation = 0.12
  /// The durations, in seconds.
  private static let durations = 0.5...2.2
  /// The time between samples, in seconds.
  private static let step = 0.01

  /// The displacement of the joint in the reference frame, in metres.
  private let path: MinimumJerkPath<Vector3<Double>>
  /// The integral of the angular rate in the device frame, in radians.
  private let turn: MinimumJerkPath<Vector3<Double>>
  /// The place of the device relative to the joint, in its own frame, in metres.
  let arm: Vector3<Double>
  /// What moves.
  let kind: Kind
  private let start: Double
  private let duration: Double

  /// A random movement.
  init(using random: inout SplitMix64) {
    let part = Double.random(in: 0..<1, using: &random)
    kind = part < 0.4 ? .turn : part < 0.75 ? .both : .shift
    let time = Double.random(in: Self.durations, using: &random)
    turn =
      kind != .shift
      ? Self.path(for: time + 2, size: Self.angle, using: &random)
      : MinimumJerkPath(start: .zero, movements: [])
    path =
      kind != .turn
      ? Self.path(for: time + 2, size: Self.length, using: &random)
      : MinimumJerkPath(start: .zero, movements: [])
    arm = random.nextNormalVector() * Self.armDeviation
    // A third starts stationary.
    let isFromRest = Double.random(in: 0..<1, using: &random) < 0.33
    start = isFromRest ? 0 : Double.random(in: 0.2..<2, using: &random)
    duration = time
  }

  /// Parts in random directions, or back and forth along one.
  private static func path(
    for time: Double, size: (median: Double, spread: Double), using random: inout SplitMix64
  ) -> MinimumJerkPath<Vector3<Double>> {
    typealias Path = MinimumJerkPath<Vector3<Double>>
    let isRhythmic = Double.random(in: 0..<1, using: &random) < 0.35
    let typical = random.logNormal(median: size.median, spread: size.spread)
    let pace = random.logNormal(median: partTime.median, spread: partTime.spread)
    var direction = random.nextNormalVector().normalized() ?? Vector3(1, 0, 0)
    var parts: [Path.Movement] = []
    var end = 0.0
    while end < time {
      let duration = max(0.08, pace * random.logNormal(median: 1, spread: isRhythmic ? 0.08 : 0.4))
      let length = typical * random.logNormal(median: 1, spread: isRhythmic ? 0.1 : 0.5)
      let overlap =
        isRhythmic ? 0.3 : Double.random(in: -0.3..<0.5, using: &random)
      let onset = max(0, end - overlap * duration)
      parts.append(
        Path.Movement(onset: onset, duration: duration, displacement: direction * length))
      end = onset + duration
      direction =
        isRhythmic
        ? -direction
        : (direction * Double.random(in: -1..<1, using: &random) + random.nextNormalVector() * 0.7)
          .normalized() ?? direction
    }
    return Path(start: .zero, movements: parts)
  }

  /// The motion of the device, 100 samples per second.
  func motions() -> [DeviceMotion] {
    var attitude = Quaternion<Double>.identity
    return (0...Int(duration / Self.step)).map { index in
      let time = start + Double(index) * Self.step
      let turning = turn.state(at: time)
      let rate = turning.velocity
      // Along the arm: α × r + ω × (ω × r).
      let swing = turning.acceleration.cross(arm) + rate.cross(rate.cross(arm))
      let acceleration = path.state(at: time).acceleration + attitude.act(swing)
      defer { attitude = attitude * Quaternion(rotationVector: rate * Self.step) }
      return DeviceMotion(
        timestamp: time, attitude: Attitude(quaternion: attitude), rotationRate: rate,
        userAcceleration: attitude.conjugate.act(acceleration)
          * (-1 / SensorSample.standardGravity))
    }
  }
}
