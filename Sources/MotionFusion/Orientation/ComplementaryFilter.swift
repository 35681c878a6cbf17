internal import RealModule

/// The simplest filter worth using: the gyro is integrated, gravity and field pull the result
/// towards themselves with one time constant each.
///
/// Turning is by exact exponentials, and the pull acts on the angle that is left, so that
/// nothing depends on the sampling rate. For its first seconds the time constants grow with
/// the time seen, so that the start is an average and not a slow approach.
public struct ComplementaryFilter: OrientationFilter {
  /// The parameters of a ``ComplementaryFilter``.
  public struct Configuration: Hashable, Sendable, Codable {
    /// Time constant of the pull towards gravity, in seconds. Default: 2 s.
    public var inclinationTimeConstant = 2.0
    /// Time constant of the pull towards magnetic north, in seconds. Default: 10 s.
    public var headingTimeConstant = 10.0
    /// Largest distance of the specific force from 1 g, in g, at which it counts as gravity.
    /// Default: 0.5 g.
    public var accelerationGate = 0.5
    /// Whether the magnetometer gives the heading. Default: yes.
    public var usesMagnetometer = true

    /// The defaults.
    public init() {}
  }

  /// The parameters.
  public let configuration: Configuration
  /// The attitude at the last sample, device to reference; `nil` until gravity was seen.
  public private(set) var attitude: Quaternion<Double>?
  /// The last angular rate in the device frame, in rad/s: no bias is estimated.
  public private(set) var rotationRate = Vector3<Double>.zero
  /// Whether the magnetometer gave *x* its direction.
  public private(set) var isNorthKnown = false
  /// What was wrong with the samples so far.
  public var faults: SampleFaults { screen.faults }
  /// Zero: no bias is estimated.
  public var gyroscopeBias: Vector3<Double> { .zero }

  private var screen = SampleScreen()
  private var inclinationAge = 0.0
  private var headingAge = 0.0

  /// A filter that has seen nothing yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Finds north afresh at the next reading of the field.
  public mutating func forgetNorth() { isNorthKnown = false }

  /// Takes one sample of any of the sensors.
  public mutating func update(_ sample: SensorSample) {
    let admitted = screen.admit(sample)
    if admitted.followsGap || admitted.isRotationSaturated {
      inclinationAge = 0
      headingAge = 0
    }
    if let rate = admitted.rotationRate {
      if let q = attitude {
        let turn = (rate + rotationRate) * (admitted.rotationStep / 2)
        attitude = (q * .turn(by: turn)).renormalized
      }
      rotationRate = rate
    }
    if let force = admitted.specificForce { pull(to: force, step: admitted.forceStep) }
    if configuration.usesMagnetometer, let field = admitted.magneticField {
      pull(toNorthOf: field, step: admitted.fieldStep)
    }
  }

  private mutating func pull(to force: Vector3<Double>, step: Double) {
    guard let q = attitude else {
      attitude = .leveling(force)
      return
    }
    guard abs(force.length - 1) < configuration.accelerationGate else { return }
    inclinationAge += step
    let gain = Self.gain(step, configuration.inclinationTimeConstant, age: inclinationAge)
    let left = Quaternion.leveling(q.act(force)).rotationVector
    attitude = (.turn(by: left * gain) * q).renormalized
  }

  private mutating func pull(toNorthOf field: Vector3<Double>, step: Double) {
    guard let q = attitude else { return }
    let level = q.act(field)
    guard level.x * level.x + level.y * level.y > 0 else { return }
    let left = -Double.atan2(y: level.y, x: level.x)
    headingAge = isNorthKnown ? headingAge + step : 0
    let gain =
      isNorthKnown ? Self.gain(step, configuration.headingTimeConstant, age: headingAge) : 1
    attitude = (.turn(aboutVertical: left * gain) * q).renormalized
    isNorthKnown = true
  }

  /// The share of the remaining angle to take in `step` seconds: that of an average over the
  /// time seen while it is shorter than the time constant.
  private static func gain(_ step: Double, _ timeConstant: Double, age: Double) -> Double {
    guard step > 0 else { return 0 }
    return -Double.expMinusOne(-step / min(timeConstant, max(age, step)))
  }
}
