internal import MotionFusion
internal import RealModule

/// From a point on the writing plane to the motion of the phone that is held there.
struct HandMotion {
  /// The plane's axes in the reference frame.
  private let referenceFromPlane: Quaternion<Double>
  /// The phone's axes in the plane's frame, before the wrist turns.
  private let planeFromGrip: Quaternion<Double>
  private let pitchPerMetre: Double
  private let yawPerMetre: Double
  private let rollPerMetre: Double
  private let tremorAmplitude: Double
  private let tremorRate: Double
  private let tremorPhases: Vector3<Double>

  init(configuration: AirSimulator.Configuration, random: inout SplitMix64) {
    let pitch = random.normal(
      mean: configuration.planePitch, deviation: configuration.planeDeviation)
    let roll = random.normal(deviation: configuration.planeDeviation)
    let yaw = Double.random(in: configuration.planeYaw, using: &random)
    referenceFromPlane = Attitude(pitch: pitch, roll: roll, yaw: yaw).quaternion
    planeFromGrip = Quaternion(
      rotationVector: random.nextNormalVector() * configuration.gripDeviation)
    let wrist = random.nextNormalVector() * configuration.wristDeviation
    pitchPerMetre = configuration.pitchPerMetre + wrist.x
    yawPerMetre = configuration.yawPerMetre + wrist.y
    rollPerMetre = configuration.rollPerMetre + wrist.z
    tremorAmplitude = configuration.tremorAmplitude
    tremorRate = 2 * .pi * configuration.tremorFrequency
    tremorPhases = Vector3(
      Double.random(in: 0..<2 * .pi, using: &random),
      Double.random(in: 0..<2 * .pi, using: &random),
      Double.random(in: 0..<2 * .pi, using: &random))
  }

  /// The phone's motion when the hand follows a path on the plane.
  func motion(
    at time: Double, following state: MinimumJerkPath<Vector3<Double>>.State
  ) -> TrueMotion {
    let angles = tremorPhases.map { $0 + tremorRate * time }
    let sine = angles.map { Double.sin($0) } * tremorAmplitude
    let cosine = angles.map { Double.cos($0) } * tremorAmplitude
    let turn = wristRotation(state.position)
    let turned = Quaternion(rotationVector: turn)
    let rate = Self.bodyRate(of: turn, changing: wristRotation(state.velocity))
    return TrueMotion(
      timestamp: time,
      position: referenceFromPlane.act(state.position + sine),
      velocity: referenceFromPlane.act(state.velocity + cosine * tremorRate),
      acceleration: referenceFromPlane.act(
        state.acceleration - sine * (tremorRate * tremorRate)),
      attitude: Attitude(quaternion: referenceFromPlane * turned * planeFromGrip),
      rotationRate: planeFromGrip.conjugate.act(rate))
  }

  /// The rotation vector that the wrist and the elbow add at a point, linear in it.
  private func wristRotation(_ point: Vector3<Double>) -> Vector3<Double> {
    Vector3(pitchPerMetre * point.y, -yawPerMetre * point.x, -rollPerMetre * point.x)
  }

  /// The angular rate, in the turned frame, of exp(θ) when θ changes at the rate θ′:
  /// θ′ − (1 − cos θ)/θ² θ × θ′ + (θ − sin θ)/θ³ θ × (θ × θ′), the right Jacobian of SO(3).
  ///
  /// Source: J. Solà, J. Deray, D. Atchuthan, *A micro Lie theory for state estimation in
  /// robotics*, 2018, arXiv:1812.01537, equation 143.
  private static func bodyRate(
    of rotation: Vector3<Double>, changing rate: Vector3<Double>
  ) -> Vector3<Double> {
    let squared = rotation.lengthSquared
    let first: Double
    let second: Double
    if squared < 1e-4 {
      // The series' next terms, θ⁶/40320 and θ⁶/362880, are under an ulp here.
      first = 0.5 - squared / 24 + squared * squared / 720
      second = 1.0 / 6 - squared / 120 + squared * squared / 5040
    } else {
      let angle = squared.squareRoot()
      let half = Double.sin(angle / 2)
      first = 2 * half * half / squared
      second = (angle - Double.sin(angle)) / (squared * angle)
    }
    let cross = rotation.cross(rate)
    return rate - cross * first + rotation.cross(cross) * second
  }
}
