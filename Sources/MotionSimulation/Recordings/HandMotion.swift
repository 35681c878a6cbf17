internal import MotionFusion
internal import RealModule

/// Maps a point on the writing plane to the motion of the phone held there.
struct HandMotion {
  /// The plane's axes in the reference frame.
  private let referenceFromPlane: Quaternion<Double>
  /// The phone's axes in the plane's frame, before the wrist turns.
  private let planeFromGrip: Quaternion<Double>
  /// The pitch up when the hand moves up, in radians per metre.
  private let pitchPerMetre: Double
  /// The turn about the vertical when the hand moves sideways, in radians per metre.
  private let yawPerMetre: Double
  /// The roll, like a pendulum's, when the hand moves sideways, in radians per metre.
  private let rollPerMetre: Double
  private let tremorAmplitude: Double
  private let tremorRate: Double
  private let tremorPhases: Vector3<Double>

  /// The mean pitch of a phone in the writing plane in radians; π/2 is upright.
  private static let planePitch = 1.1
  /// Standard deviation of the plane's pitch and roll, by recording, in radians.
  private static let planeDeviation = 0.2
  /// Standard deviation of the grip's rotation vector against the plane, by component, in radians.
  private static let gripDeviation = 0.15
  /// The mean rotation of the wrist in radians per metre, and its standard deviation by recording.
  private static let wrist = (pitch: 2.0, yaw: 2.0, roll: 1.5, deviation: 1.0)
  /// The frequency of the tremor, in hertz.
  private static let tremorFrequency = 9.0

  /// - Parameter wristShare: The share of the wrist's rotation in proportion to the displacement.
  init(tremorAmplitude: Double, wristShare: Double = 1, random: inout SplitMix64) {
    let pitch = random.normal(mean: Self.planePitch, deviation: Self.planeDeviation)
    let roll = random.normal(deviation: Self.planeDeviation)
    let yaw = Double.random(in: -Double.pi ... .pi, using: &random)
    referenceFromPlane = Attitude(pitch: pitch, roll: roll, yaw: yaw).quaternion
    planeFromGrip = Quaternion(
      rotationVector: random.nextNormalVector() * Self.gripDeviation)
    let wrist = random.nextNormalVector() * Self.wrist.deviation
    pitchPerMetre = (Self.wrist.pitch + wrist.x) * wristShare
    yawPerMetre = (Self.wrist.yaw + wrist.y) * wristShare
    rollPerMetre = (Self.wrist.roll + wrist.z) * wristShare
    self.tremorAmplitude = tremorAmplitude
    tremorRate = 2 * .pi * Self.tremorFrequency
    tremorPhases = Vector3(
      Double.random(in: 0..<2 * .pi, using: &random),
      Double.random(in: 0..<2 * .pi, using: &random),
      Double.random(in: 0..<2 * .pi, using: &random))
  }

  /// The phone's motion for a position, velocity and acceleration of the hand on the plane.
  ///
  /// - Parameter turning: The state of an additional rotation vector about a fixed axis of the
  ///   phone.
  func motion(
    at time: Double, following state: MinimumJerkPath<Vector3<Double>>.State,
    turning: MinimumJerkPath<Vector3<Double>>.State? = nil
  ) -> TrueMotion {
    let angles = tremorPhases.map { $0 + tremorRate * time }
    let sine = angles.map { Double.sin($0) } * tremorAmplitude
    let cosine = angles.map { Double.cos($0) } * tremorAmplitude
    let turn = wristRotation(state.position)
    let turned = Quaternion(rotationVector: turn)
    let rate = Self.bodyRate(of: turn, changing: wristRotation(state.velocity))
    var attitude = referenceFromPlane * turned * planeFromGrip
    var phoneRate = planeFromGrip.conjugate.act(rate)
    if let turning {
      let addition = Quaternion(rotationVector: turning.position)
      attitude = attitude * addition
      phoneRate = addition.conjugate.act(phoneRate) + turning.velocity
    }
    return TrueMotion(
      timestamp: time,
      position: referenceFromPlane.act(state.position + sine),
      velocity: referenceFromPlane.act(state.velocity + cosine * tremorRate),
      acceleration: referenceFromPlane.act(
        state.acceleration - sine * (tremorRate * tremorRate)),
      attitude: Attitude(quaternion: attitude),
      rotationRate: phoneRate)
  }

  /// The rotation vector of the wrist and the elbow at a point, linear in the point.
  private func wristRotation(_ point: Vector3<Double>) -> Vector3<Double> {
    Vector3(pitchPerMetre * point.y, -yawPerMetre * point.x, -rollPerMetre * point.x)
  }

  /// The angular rate, in the turned frame, of exp(θ) with dθ/dt = θ′:
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
      // The next terms of the series, θ⁶/40320 and θ⁶/362880, are below one ulp.
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
