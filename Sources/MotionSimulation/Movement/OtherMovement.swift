internal import MotionFusion

/// A movement of a hand-held device that is no gesture: a chain of rotations and translations.
///
/// Some devices turn about a joint, some are shifted, most do both; some movements repeat in a
/// rhythm, as in walking, shaking and the use of tools. It starts and ends in motion or stationary.
/// All figures are our choice, from the range of a hand: 0.02 to 0.6 m and 0.05 to 3 rad in 0.1 to
/// 2 s. Rotation and acceleration are exact, but for the step of the integration.
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

  /// Parts in random directions, or to and fro along one.
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

  /// The motion of the device, 100 samples a second.
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
