internal import RealModule

/// Madgwick's gradient descent: at each step the attitude moves towards gravity and north at a
/// fixed rate.
///
/// Source: S. O. H. Madgwick, A. J. L. Harrison, R. Vaidyanathan, *Estimation of IMU and MARG
/// orientation using a gradient descent algorithm*, ICORR 2011,
/// doi:10.1109/ICORR.2011.5975346, equations 12 to 33. The gradient is taken on the rotation, which
/// is the same direction without the four-component form. For comparison: ``InertialFilter`` is
/// more accurate.
public struct MadgwickFilter: OrientationFilter {
  private let gain: Double
  private let usesMagnetometer: Bool

  /// The attitude at the last sample, device to reference; `nil` before the first accelerometer
  /// reading.
  public private(set) var attitude: Quaternion<Double>?
  package private(set) var rotationRate = Vector3<Double>.zero
  package private(set) var isNorthKnown = false

  package var validator = SampleValidator()
  /// Whether the attitude has been set by gravity, so that errors are corrected gradually.
  private var isLevel = false
  private var gravityGradient = Vector3<Double>.zero
  private var fieldGradient = Vector3<Double>.zero

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - gain: The rate of the descent as a quaternion rate, *β* in the paper, in rad/s.
  ///   - usesMagnetometer: Whether the magnetometer corrects the heading.
  public init(gain: Double = 0.1, usesMagnetometer: Bool = true) {
    self.gain = gain
    self.usesMagnetometer = usesMagnetometer
  }

  package var initial: Self { Self(gain: gain, usesMagnetometer: usesMagnetometer) }

  package mutating func forgetNorth() { isNorthKnown = false }

  /// Takes one sample of any of the sensors.
  public mutating func update(_ sample: SensorSample) { update(validator.validate(sample)) }

  package mutating func update(_ valid: SampleValidator.ValidSample) {
    if valid.followsGap || valid.isRotationSaturated {
      isLevel = false
      isNorthKnown = false
      gravityGradient = .zero
      fieldGradient = .zero
    }
    if let force = valid.specificForce {
      if isLevel, let q = attitude, let up = force.normalized() {
        gravityGradient = up.cross(q.conjugate.act(.unitZ))
      } else {
        let q = attitude ?? .identity
        attitude = (.leveling(q.act(force)) * q).renormalized
        isLevel = true
      }
    }
    if usesMagnetometer, let field = valid.magneticField { observe(field) }
    if let rate = valid.rotationRate {
      rotationRate = rate
      turn(rate, step: valid.rotationStep)
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
    // The reference has the measured dip, so that the field corrects the heading only.
    let expected = q.conjugate.act(Vector3(horizontal, 0, level.z))
    fieldGradient = direction.cross(expected)
  }

  private mutating func turn(_ rate: Vector3<Double>, step: Double) {
    guard let q = attitude else { return }
    let gradient = gravityGradient + fieldGradient
    // A quaternion rate of β is an angular rate of 2 β; a step ends at the minimum at most.
    let length = gradient.length
    let speed = length > 0 ? min(2 * gain, length / max(step, 1e-9)) / length : 0
    attitude = (q * .turn(by: (rate + gradient * speed) * step)).renormalized
  }
}
