internal import RealModule

/// An orientation filter: sensor samples in, attitude out.
///
/// A filter is a value: a copy is independent, and a filter that is encoded, decoded and continued
/// yields the same bits. It steps by the samples' timestamps; each sensor may have its own rate.
/// Invalid samples are left out and counted in ``faults``.
///
/// The reference frame has *z* up. If ``isNorthKnown``, *x* points to magnetic north and *y* to the
/// west; otherwise *x* is the initial direction.
package protocol OrientationFilter: Sendable {
  /// The check of the samples.
  var intake: Intake { get set }

  /// Takes one sample of any of the sensors.
  mutating func update(_ sample: SensorSample)

  /// Takes the valid readings of one sample, from ``intake``.
  mutating func update(_ valid: CheckedSample)

  /// Discards the heading: the next usable field sets *x* to north again.
  mutating func forgetNorth()

  /// A filter with the same configuration in its initial state.
  var initial: Self { get }
  /// The attitude at the last sample, device to reference; `nil` before the first accelerometer
  /// reading.
  var attitude: Quaternion<Double>? { get }
  /// The last angular rate in the device frame, in rad/s, bias removed.
  var rotationRate: Vector3<Double> { get }
  /// The gyroscope bias in the device frame, in rad/s; zero for a filter that estimates none.
  var gyroscopeBias: Vector3<Double> { get }
  /// Whether the magnetometer has set *x* to north.
  var isNorthKnown: Bool { get }
  /// The standard deviations of the estimates; `nil` for a filter without them.
  var uncertainty: OrientationUncertainty? { get }
  /// The faults of the samples so far.
  var faults: SampleFaults { get }
}

extension OrientationFilter {
  package var faults: SampleFaults { intake.faults }
  /// `nil`: no uncertainty is estimated.
  package var uncertainty: OrientationUncertainty? { nil }
  /// Zero: no bias is estimated.
  package var gyroscopeBias: Vector3<Double> { .zero }
}

/// A complementary filter: integrated gyroscope above a frequency, accelerometer and magnetometer
/// below it.
///
/// The corrections act on the remaining angle with a time constant each, independent of the
/// sampling rate. At the start the time constants grow with the elapsed time, so that the first
/// seconds are averaged.
package struct ComplementaryFilter: OrientationFilter {
  /// The largest distance of the specific force from 1 g at which it counts as gravity, in g.
  private static let forceGate = 0.5

  private let inclinationTimeConstant: Double
  private let headingTimeConstant: Double
  private let usesMagnetometer: Bool

  package private(set) var attitude: Quaternion<Double>?
  package private(set) var rotationRate = Vector3<Double>.zero
  package private(set) var isNorthKnown = false

  package var intake = Intake()
  private var inclinationAge = 0.0
  private var headingAge = 0.0

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - inclinationTimeConstant: Of the correction by gravity, in seconds.
  ///   - headingTimeConstant: Of the correction by magnetic north, in seconds.
  ///   - usesMagnetometer: Whether the magnetometer corrects the heading.
  package init(
    inclinationTimeConstant: Double = 2, headingTimeConstant: Double = 10,
    usesMagnetometer: Bool = true
  ) {
    self.inclinationTimeConstant = inclinationTimeConstant
    self.headingTimeConstant = headingTimeConstant
    self.usesMagnetometer = usesMagnetometer
  }

  package var initial: Self {
    Self(
      inclinationTimeConstant: inclinationTimeConstant, headingTimeConstant: headingTimeConstant,
      usesMagnetometer: usesMagnetometer)
  }

  package mutating func forgetNorth() { isNorthKnown = false }

  package mutating func update(_ sample: SensorSample) { update(intake.check(sample)) }

  package mutating func update(_ valid: CheckedSample) {
    if valid.followsGap || valid.isRotationSaturated {
      inclinationAge = 0
      headingAge = 0
    }
    if let rate = valid.rotationRate {
      if let q = attitude {
        let turn = (rate + rotationRate) * (valid.rotationStep / 2)
        attitude = (q * .turn(by: turn)).renormalized
      }
      rotationRate = rate
    }
    if let force = valid.specificForce { correct(toGravity: force, step: valid.forceStep) }
    if usesMagnetometer, let field = valid.magneticField {
      correct(toNorthOf: field, step: valid.fieldStep)
    }
  }

  private mutating func correct(toGravity force: Vector3<Double>, step: Double) {
    guard let q = attitude else {
      attitude = .leveling(force)
      return
    }
    guard abs(force.length - 1) < Self.forceGate else { return }
    inclinationAge += step
    let gain = Self.gain(step, inclinationTimeConstant, age: inclinationAge)
    let error = Quaternion.leveling(q.act(force)).rotationVector
    attitude = (.turn(by: error * gain) * q).renormalized
  }

  private mutating func correct(toNorthOf field: Vector3<Double>, step: Double) {
    guard let q = attitude else { return }
    let level = q.act(field)
    guard level.x * level.x + level.y * level.y > 0 else { return }
    let error = -Double.atan2(y: level.y, x: level.x)
    headingAge = isNorthKnown ? headingAge + step : 0
    let gain = isNorthKnown ? Self.gain(step, headingTimeConstant, age: headingAge) : 1
    attitude = (.turn(aboutVertical: error * gain) * q).renormalized
    isNorthKnown = true
  }

  /// The share of the remaining angle to correct in `step` seconds; while `age` is shorter than the
  /// time constant, that of an average.
  private static func gain(_ step: Double, _ timeConstant: Double, age: Double) -> Double {
    guard step > 0 else { return 0 }
    return -Double.expMinusOne(-step / min(timeConstant, max(age, step)))
  }
}

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

  package var intake = Intake()
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
  public mutating func update(_ sample: SensorSample) { update(intake.check(sample)) }

  package mutating func update(_ valid: CheckedSample) {
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

  package var intake = Intake()
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
  public mutating func update(_ sample: SensorSample) { update(intake.check(sample)) }

  package mutating func update(_ valid: CheckedSample) {
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
