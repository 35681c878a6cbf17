internal import RealModule

/// Gradient descent: each second the attitude moves by a fixed angle towards the one that
/// gravity and field ask for.
///
/// Source: S. O. H. Madgwick, A. J. L. Harrison, R. Vaidyanathan, *Estimation of IMU and MARG
/// orientation using a gradient descent algorithm*, ICORR 2011,
/// doi:10.1109/ICORR.2011.5975346, equations 12 to 33. The objective's gradient is taken on the
/// rotation itself, which is the same direction without its four-component form. Here for
/// comparison; ``InertialFilter`` is the more accurate.
public struct MadgwickFilter: OrientationFilter {
  /// The parameters of a ``MadgwickFilter``.
  public struct Configuration: Hashable, Sendable, Codable {
    /// The speed of the descent, in rad/s of quaternion rate: *β* in the paper. Default: 0.1.
    public var gain = 0.1
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
  /// Whether the attitude agrees with gravity well enough to be steered rather than set.
  private var isUpright = false
  private var gravityGradient = Vector3<Double>.zero
  private var fieldGradient = Vector3<Double>.zero

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
      gravityGradient = .zero
      fieldGradient = .zero
    }
    if let force = admitted.specificForce {
      if isUpright, let q = attitude, let up = force.normalized() {
        gravityGradient = up.cross(q.conjugate.act(.unitZ))
      } else {
        let q = attitude ?? .identity
        attitude = (.leveling(q.act(force)) * q).renormalized
        isUpright = true
      }
    }
    if configuration.usesMagnetometer, let field = admitted.magneticField { observe(field) }
    if let rate = admitted.rotationRate {
      rotationRate = rate
      turn(rate, step: admitted.rotationStep)
    }
  }

  private mutating func observe(_ field: Vector3<Double>) {
    guard let q = attitude, let direction = field.normalized() else { return }
    let level = q.act(direction)
    let horizontal = (level.x * level.x + level.y * level.y).squareRoot()
    guard isNorthKnown else {
      let angle = Double.atan2(y: level.y, x: level.x)
      attitude = (.turn(aboutVertical: -angle) * q).renormalized
      isNorthKnown = true
      return
    }
    // The reference has the field's own dip, so that only the heading is asked of it.
    let expected = q.conjugate.act(Vector3(horizontal, 0, level.z))
    fieldGradient = direction.cross(expected)
  }

  private mutating func turn(_ rate: Vector3<Double>, step: Double) {
    guard let q = attitude else { return }
    let gradient = gravityGradient + fieldGradient
    // A quaternion rate of β is an angular rate of 2 β. Within one step of the goal the descent
    // stops at it.
    let length = gradient.length
    let speed = length > 0 ? min(2 * configuration.gain, length / max(step, 1e-9)) / length : 0
    attitude = (q * .turn(by: (rate + gradient * speed) * step)).renormalized
  }
}
