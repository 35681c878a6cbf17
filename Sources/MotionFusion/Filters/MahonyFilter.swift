internal import RealModule

/// Mahony's explicit complementary filter: gravity and north correct the gyroscope through a
/// proportional and an integral term.
///
/// Source: R. Mahony, T. Hamel, J.-M. Pflimlin, *Nonlinear complementary filters on the special
/// orthogonal group*, IEEE Transactions on Automatic Control 53 (2008),
/// doi:10.1109/TAC.2008.923738, equations 32 to 34. For comparison: ``InertialFilter`` is more
/// accurate.
public struct MahonyFilter: OrientationFilter {
  private let proportionalGain: Double
  private let integralGain: Double
  private let usesMagnetometer: Bool

  /// The attitude at the last sample, device to reference; `nil` before the first accelerometer
  /// reading.
  public private(set) var attitude: Quaternion<Double>?
  package private(set) var rotationRate = Vector3<Double>.zero
  package private(set) var gyroscopeBias = Vector3<Double>.zero
  package private(set) var isNorthKnown = false

  package var validator = SampleValidator()
  /// Whether the attitude has been set by gravity, so that errors are corrected gradually.
  private var isLevel = false
  /// The corrections of the previous sample, as angular rates in the device frame.
  private var gravityError = Vector3<Double>.zero
  private var northError = Vector3<Double>.zero

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - proportionalGain: The reciprocal of the correction's time constant, in 1/s.
  ///   - integralGain: The gain of the bias estimate, in 1/s².
  ///   - usesMagnetometer: Whether the magnetometer corrects the heading.
  public init(
    proportionalGain: Double = 0.74, integralGain: Double = 0.0012, usesMagnetometer: Bool = true
  ) {
    self.proportionalGain = proportionalGain
    self.integralGain = integralGain
    self.usesMagnetometer = usesMagnetometer
  }

  package var initial: Self {
    Self(
      proportionalGain: proportionalGain, integralGain: integralGain,
      usesMagnetometer: usesMagnetometer)
  }

  package mutating func forgetNorth() { isNorthKnown = false }

  /// Takes one sample of any of the sensors.
  public mutating func update(_ sample: SensorSample) { update(validator.validate(sample)) }

  package mutating func update(_ valid: SampleValidator.ValidSample) {
    if valid.followsGap || valid.isRotationSaturated {
      isLevel = false
      isNorthKnown = false
      gravityError = .zero
      northError = .zero
    }
    if let force = valid.specificForce {
      if isLevel, let q = attitude, let up = force.normalized() {
        gravityError = up.cross(q.conjugate.act(.unitZ))
      } else {
        let q = attitude ?? .identity
        attitude = (.leveling(q.act(force)) * q).renormalized
        isLevel = true
      }
    }
    if usesMagnetometer, let field = valid.magneticField { correct(toNorthOf: field) }
    if let rate = valid.rotationRate { turn(rate, step: valid.rotationStep) }
  }

  private mutating func correct(toNorthOf field: Vector3<Double>) {
    guard let q = attitude else { return }
    let level = q.act(field)
    let angle = Double.atan2(y: level.y, x: level.x)
    guard isNorthKnown else {
      attitude = (.turn(aboutVertical: -angle) * q).renormalized
      isNorthKnown = true
      return
    }
    // Only the horizontal part: the field's dip must not tilt the device.
    northError = q.conjugate.act(Vector3(0, 0, -Double.sin(angle)))
  }

  private mutating func turn(_ rate: Vector3<Double>, step: Double) {
    let error = gravityError + northError
    gyroscopeBias -= error * (integralGain * step)
    rotationRate = rate - gyroscopeBias
    guard let q = attitude else { return }
    let corrected = rotationRate + error * proportionalGain
    attitude = (q * .turn(by: corrected * step)).renormalized
  }
}
