internal import RealModule

/// The explicit complementary filter: gravity and north, as vectors, steer the gyro through a
/// proportional and an integral term.
///
/// Source: R. Mahony, T. Hamel, J.-M. Pflimlin, *Nonlinear complementary filters on the special
/// orthogonal group*, IEEE Transactions on Automatic Control 53 (2008),
/// doi:10.1109/TAC.2008.923738, equations 32 to 34. Here for comparison; ``InertialFilter`` is
/// the more accurate.
public struct MahonyFilter: OrientationFilter {
  /// The parameters of a ``MahonyFilter``.
  public struct Configuration: Hashable, Sendable, Codable {
    /// The proportional gain in 1/s: the reciprocal of the correction's time constant.
    /// Default: 0.74.
    public var proportionalGain = 0.74
    /// The integral gain in 1/s², by which the bias follows. Default: 0.0012.
    public var integralGain = 0.0012
    /// Whether the magnetometer gives the heading. Default: yes.
    public var usesMagnetometer = true

    /// The defaults.
    public init() {}
  }

  /// The parameters.
  public let configuration: Configuration
  /// The attitude at the last sample, device to reference; `nil` until gravity was seen.
  public private(set) var attitude: Quaternion<Double>?
  /// The last angular rate in the device frame, in rad/s, bias removed.
  public private(set) var rotationRate = Vector3<Double>.zero
  /// The gyro's bias in the device frame, in rad/s: the integral term.
  public private(set) var gyroscopeBias = Vector3<Double>.zero
  /// Whether the magnetometer gave *x* its direction.
  public private(set) var isNorthKnown = false
  /// What was wrong with the samples so far.
  public var faults: SampleFaults { screen.faults }

  private var screen = SampleScreen()
  /// Whether the attitude agrees with gravity well enough to be steered rather than set.
  private var isUpright = false
  /// The steering of the sample before, as an angular rate in the device frame.
  private var gravityError = Vector3<Double>.zero
  private var northError = Vector3<Double>.zero

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
      isUpright = false
      isNorthKnown = false
      gravityError = .zero
      northError = .zero
    }
    if let force = admitted.specificForce {
      if isUpright, let q = attitude, let up = force.normalized() {
        gravityError = up.cross(q.conjugate.act(.unitZ))
      } else {
        let q = attitude ?? .identity
        attitude = (.leveling(q.act(force)) * q).renormalized
        isUpright = true
      }
    }
    if configuration.usesMagnetometer, let field = admitted.magneticField { steer(north: field) }
    if let rate = admitted.rotationRate {
      turn(rate, step: admitted.rotationStep)
    }
  }

  private mutating func steer(north field: Vector3<Double>) {
    guard let q = attitude else { return }
    let level = q.act(field)
    let angle = Double.atan2(y: level.y, x: level.x)
    guard isNorthKnown else {
      attitude = (.turn(aboutVertical: -angle) * q).renormalized
      isNorthKnown = true
      return
    }
    // Only the horizontal part: a field of another dip must not tilt the device.
    northError = q.conjugate.act(Vector3(0, 0, -Double.sin(angle)))
  }

  private mutating func turn(_ rate: Vector3<Double>, step: Double) {
    let error = gravityError + northError
    gyroscopeBias -= error * (configuration.integralGain * step)
    rotationRate = rate - gyroscopeBias
    guard let q = attitude else { return }
    let steered = rotationRate + error * configuration.proportionalGain
    attitude = (q * .turn(by: steered * step)).renormalized
  }
}
