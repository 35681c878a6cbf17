internal import MotionFusion
internal import RealModule

/// Simulates letters written in the air with a phone in the hand.
///
/// The phone's screen faces its user. The letters are written in a plane, one over the other,
/// while the thumb touches the screen; between two letters the hand pauses, travels to the start
/// of the next letter and pauses again. The wrist and the elbow turn the phone as it moves, and
/// the grip tilts it against the plane. Velocity, acceleration and angular rate are the exact
/// derivatives of the path.
public struct AirSimulator: Hashable, Sendable {
  /// Size and speed of the writing, and the sensors.
  public struct Configuration: Hashable, Sendable {
    /// The median height of a letter, in metres. Default: 0.25 m.
    package var letterHeight = 0.25
    /// The duration of a letter, relative to the same letter on a screen. Default: 1.6.
    package var timeFactor = 1.6
    /// Whether the hand is stationary before and after each letter; otherwise the movements between
    /// letters overlap with them, and the hand rests at both ends of the recording only. Default:
    /// `true`.
    public var hasRests = true
    /// The pause at both ends of the recording, in seconds. Default: 0.8 s.
    package var pauseAtEnds = 0.8
    /// The amplitude of the hand's tremor along each axis, in metres. Default: 0.02 mm.
    package var tremorAmplitude = 0.000_02
    /// The variation of travels between letters, for training sets; `nil` for straight travels of
    /// one duration. Default: `nil`.
    package var travels: TravelVariation?
    /// The sensors.
    public var sensors = SensorModel()

    /// The default hand and phone.
    public init() {}
  }

  /// The variation of the movements from one letter to the next. The figures are our choice.
  package struct TravelVariation: Hashable, Sendable {
    /// Standard deviation of the logarithm of the duration. Default: 0.35.
    package var timeSpread = 0.35
    /// Standard deviation of each component of the arc's height above the straight line, in letter
    /// heights. Default: 0.25.
    package var arcDeviation = 0.25
    /// Standard deviation of each component of the rotation vector by which the phone turns out and
    /// back, in radians. Default: 0.25.
    package var turnDeviation = 0.25

    package init() {}
  }

  /// Size and speed of the writing, and the sensors.
  package var configuration: Configuration

  /// A simulator with this configuration.
  ///
  /// - Precondition: Sizes, times and the sample rate are finite and positive; the pause and the
  ///   tremor may be 0.
  public init(configuration: Configuration = Configuration()) {
    let positive = [
      configuration.letterHeight, configuration.timeFactor, configuration.sensors.sampleRate,
    ]
    precondition(
      positive.allSatisfy { $0 > 0 && $0.isFinite }, "expected positive values, got \(positive)")
    let others = [configuration.pauseAtEnds, configuration.tremorAmplitude]
    precondition(
      others.allSatisfy { $0 >= 0 && $0.isFinite }, "expected values of 0 or more, got \(others)")
    self.configuration = configuration
  }

  /// A recording of a text by one writer.
  ///
  /// An empty text yields a stationary phone. Equal arguments yield equal recordings.
  ///
  /// - Parameters:
  ///   - text: The letters A to Z, with spaces between words.
  ///   - writer: The writer.
  ///   - seed: The seed of the grip, the plane and the sensors' errors.
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` with the character's position.
  /// - Complexity: O(duration · sample rate · movements of a letter); without rests, of the text.
  public func recording(
    of text: String, by writer: Writer, seed: UInt64 = 0
  ) throws(SimulationError) -> SimulatedRecording {
    let letters = try WrittenLetter.letters(of: text)
    var random = SplitMix64(seed: writer.seed, stream: RandomStream.air, seed)
    var travels = SplitMix64(seed: writer.seed, stream: RandomStream.travel, seed)
    let script =
      configuration.hasRests
      ? try AirScript(
        letters: letters, writer: writer, configuration: configuration, random: &random,
        travels: &travels)
      : try AirScript(
        linking: letters, writer: writer, configuration: configuration, random: &random,
        travels: &travels)
    let hand = HandMotion(tremorAmplitude: configuration.tremorAmplitude, random: &random)
    // Names of symbols are words.
    let hasNames = script.letters.contains { $0.label.count > 1 }
    return recording(
      of: script, by: hand,
      text: hasNames ? script.letters.map(\.label).joined(separator: " ") : text, random: &random)
  }

  /// A recording of hand gestures by one person.
  ///
  /// The hand makes each gesture from one place, pauses, and returns slowly; the thumb touches the
  /// screen during a gesture. Equal arguments yield equal recordings.
  ///
  /// - Parameters:
  ///   - gestures: The gestures, in order.
  ///   - writer: The person.
  ///   - seed: The seed of the gestures, the grip and the sensors' errors.
  public func recording(
    of gestures: [HandGesture], by writer: Writer, seed: UInt64 = 0
  ) -> SimulatedRecording {
    var takes = SplitMix64(seed: writer.seed, stream: RandomStream.gestures, seed)
    let script = AirScript(
      gestures: gestures, writer: writer, pauseAtEnds: configuration.pauseAtEnds, random: &takes)
    var random = SplitMix64(seed: writer.seed, stream: RandomStream.air, seed)
    // The gestures state their rotations: the wrist adds less to them than to writing.
    let hand = HandMotion(
      tremorAmplitude: configuration.tremorAmplitude, wristShare: 0.4, random: &random)
    return recording(
      of: script, by: hand, text: gestures.map(\.rawValue).joined(separator: " "),
      random: &random)
  }

  private func recording(
    of script: AirScript, by hand: HandMotion, text: String, random: inout SplitMix64
  ) -> SimulatedRecording {
    var recorder = SensorRecorder(configuration.sensors, random: &random)
    recorder.reserve(seconds: script.duration)

    var phase = 0
    while let time = recorder.nextTime(before: script.duration) {
      while phase + 1 < script.phases.count, script.phases[phase + 1].start <= time { phase += 1 }
      let current = script.phases[phase]
      let elapsed = time - current.start
      recorder.record(
        hand.motion(
          at: time, following: current.path.state(at: elapsed),
          turning: current.turn?.state(at: elapsed)))
    }
    return recorder.recording(of: text, letters: script.letters)
  }
}

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
