internal import RealModule

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

  package var validator = SampleValidator()
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

  package mutating func update(_ sample: SensorSample) { update(validator.validate(sample)) }

  package mutating func update(_ valid: SampleValidator.ValidSample) {
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
