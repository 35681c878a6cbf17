internal import MotionFusion

/// Letters written in the air with a phone in the hand.
///
/// The phone's screen faces its user. The letters are written in a plane, one over the other,
/// while the thumb touches the screen; between two letters the hand rests, travels to the start
/// of the next letter and rests again. The wrist and the elbow turn the phone as it moves, and
/// the grip tilts it against the plane. Velocity, acceleration and angular rate are the exact
/// derivatives of the path.
public struct AirSimulator: Hashable, Sendable {
  /// How the hand moves, and what the sensors are.
  public struct Configuration: Hashable, Sendable {
    /// The median height of a letter, in metres. Default: 0.25 m.
    public var letterHeight = 0.25
    /// How that varies from recording to recording: the standard deviation of its logarithm.
    /// Default: 0.2.
    public var heightSpread = 0.2
    /// The time that a letter takes, relative to the same letter on a screen. Default: 1.6.
    public var timeFactor = 1.6
    /// How far the path leaves its plane: standard deviation at each corner, in letter heights.
    /// Default: 0.04.
    public var depthDeviation = 0.04

    /// How the writing plane is tilted: the pitch of a phone that lies in it, in radians, π/2
    /// when it is upright. Default: 1.1.
    public var planePitch = 1.1
    /// How that and the plane's roll vary from recording to recording: their standard
    /// deviation, in radians. Default: 0.2.
    public var planeDeviation = 0.2
    /// The headings that a recording may have, in radians: the yaw of a phone in the plane.
    /// Default: −π to π.
    public var planeYaw = -Double.pi ... .pi
    /// How the grip tilts the phone against the plane: the standard deviation of the rotation
    /// vector's components, in radians. Default: 0.15.
    public var gripDeviation = 0.15
    /// How far the phone pitches up when the hand moves up, in radians a metre. Default: 2.
    public var pitchPerMetre = 2.0
    /// How far it turns about the vertical when the hand moves sideways, in radians a metre.
    /// Default: 2.
    public var yawPerMetre = 2.0
    /// How far it rolls like a pendulum when the hand moves sideways, in radians a metre.
    /// Default: 1.5.
    public var rollPerMetre = 1.5
    /// How those three vary from recording to recording: a standard deviation, in radians a
    /// metre. Default: 1.
    public var wristDeviation = 1.0

    /// The rest at both ends of the recording, in seconds. Default: 0.8 s.
    public var restAtEnds = 0.8
    /// The rest after a letter, and again before the next, in seconds. Default: 0.25 s.
    public var restBetween = 0.25
    /// The rest that a space adds, in seconds. Default: 0.8 s.
    public var restAtSpace = 0.8
    /// The time of the way from one letter to the next, in seconds. Default: 0.6 s.
    public var travelTime = 0.6
    /// The tremor of the hand: amplitude along each axis, in metres. Default: 0.02 mm.
    public var tremorAmplitude = 0.000_02
    /// The tremor's frequency, in hertz. Default: 9 Hz.
    public var tremorFrequency = 9.0

    /// The sensors.
    public var sensors = SensorModel()

    /// The default hand and phone.
    public init() {}
  }

  /// How the hand moves, and what the sensors are.
  public var configuration: Configuration

  /// The simulator of this hand and this phone.
  ///
  /// - Precondition: Sizes, times and the sample rate are finite and positive; rests and the
  ///   tremor may be 0.
  public init(configuration: Configuration = Configuration()) {
    let positive = [
      configuration.letterHeight, configuration.timeFactor, configuration.travelTime,
      configuration.sensors.sampleRate,
    ]
    precondition(positive.allSatisfy { $0 > 0 && $0.isFinite }, "not positive: \(positive)")
    let rests = [
      configuration.restAtEnds, configuration.restBetween, configuration.restAtSpace,
      configuration.tremorAmplitude,
    ]
    precondition(rests.allSatisfy { $0 >= 0 && $0.isFinite }, "negative: \(rests)")
    self.configuration = configuration
  }

  /// A recording of a text, written by one writer.
  ///
  /// An empty text gives a phone held at rest. Equal arguments give equal recordings.
  ///
  /// - Parameters:
  ///   - text: The letters A to Z, with spaces between words.
  ///   - writer: Who writes.
  ///   - seed: What the grip, the plane and the sensors' errors are drawn from.
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` with the character's place.
  /// - Complexity: O(duration · sample rate · movements of a letter).
  public func recording(
    of text: String, by writer: Writer, seed: UInt64 = 0
  ) throws(SimulationError) -> SimulatedRecording {
    let letters = try WrittenLetter.letters(of: text)
    var random = SplitMix64(seed: writer.seed, stream: RandomStream.air, seed)
    let script = try AirScript(
      letters: letters, writer: writer, configuration: configuration, random: &random)
    let hand = HandMotion(configuration: configuration, random: &random)
    var recorder = SensorRecorder(configuration.sensors, random: &random)
    recorder.reserve(seconds: script.duration)

    var phase = 0
    while let time = recorder.nextTime(before: script.duration) {
      while phase + 1 < script.phases.count, script.phases[phase + 1].start <= time { phase += 1 }
      let current = script.phases[phase]
      recorder.record(
        hand.motion(at: time, following: current.path.state(at: time - current.start)))
    }
    return recorder.recording(of: text, letters: script.letters)
  }
}
