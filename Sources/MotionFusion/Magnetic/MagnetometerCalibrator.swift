internal import RealModule

/// Estimates the hard-iron offset of a magnetometer while the device turns.
///
/// The Earth's field turns in the device frame as the device does; the offset does not. A few
/// ``FieldHypothesis`` run side by side, each started at another time: one that began beside a
/// magnet, or before the offset changed, does not agree with later readings, and another one with
/// more evidence takes its place. Phones with offsets of 90 to 600 µT are calibrated within 5 µT in
/// about 5 s, also where magnets are near for half of the time.
///
/// Soft iron is not estimated: fitted to the reference attitudes of the undisturbed slow rotations
/// of BROAD it improves the field's direction from 3.3° to 3.1° only, and fitted to few turns it
/// does harm.
package struct MagnetometerCalibrator: Sendable {
  /// The offset that local disturbances imitate, in µT; smaller ones are not subtracted.
  static let leastOffset = 1.5
  /// The time between readings that are taken, in seconds.
  private static let step = 0.1
  /// The time between the starts of hypotheses, in seconds, and their number.
  private static let startInterval = 5.0
  private static let count = 4
  /// The random walk of the frame: 0.3° in one second, in radians.
  private static let frameWalk = 0.3 * Double.pi / 180
  /// The time over which an error of the gyroscope bias is constant, in seconds.
  private static let driftTime = 5.0

  /// The subtracted offset in µT: the significant part of ``offset``.
  ///
  /// Subtracting an insignificant offset would add error to a calibrated magnetometer.
  package private(set) var correction = Vector3<Double>.zero
  private var hypotheses = [FieldHypothesis()]
  private var best = 0
  private var startAge = 0.0
  /// The attitude by the gyroscope alone, until ``lead`` after the last sample.
  private var turned = Quaternion<Double>.identity
  private var lead = Vector3<Double>.zero
  /// The time and the angle of the turn since the last reading that was taken.
  private var duration = 0.0
  private var angle = 0.0

  /// A calibrator in its initial state.
  package init() {}

  /// The best estimate.
  var steady: HardIronEstimate { hypotheses[best].estimate }
  /// The hard-iron offset in the device frame, in µT; zero until it is observed.
  package var offset: Vector3<Double> { steady.offset }

  /// The accuracy of the offset: high within 1 µT, medium within 3 µT, low within 10 µT.
  package var accuracy: MagneticFieldAccuracy {
    switch steady.variance.squareRoot() {
    case ..<1: .high
    case ..<3: .medium
    case ..<10: .low
    default: .uncalibrated
    }
  }

  /// Takes the valid readings of one sample.
  ///
  /// - Parameters:
  ///   - gyroscopeBias: In rad/s, from an orientation filter.
  ///   - biasVariance: That of the bias about the vertical, in rad²/s².
  ///   - frame: The attitude in a level frame with a heading that the gyroscope alone changes; `nil`
  ///     if there is none.
  /// - Returns: Whether the estimates have changed.
  @discardableResult
  package mutating func update(
    _ valid: CheckedSample, gyroscopeBias: Vector3<Double> = .zero, biasVariance: Double = 0,
    frame: Quaternion<Double>? = nil
  ) -> Bool {
    if valid.followsGap || valid.isRotationSaturated || valid.missesTurn {
      for place in hypotheses.indices { hypotheses[place].forgetField() }
    }
    if let rate = valid.rotationRate {
      let turn = (valid.meanRate - gyroscopeBias) * valid.rotationStep
      if frame == nil { turned = (turned * .turn(by: turn)).renormalized }
      lead = (rate - gyroscopeBias) * valid.lead
      duration += valid.rotationStep
      angle += turn.length
    }
    guard let reading = valid.magneticField, duration >= Self.step else { return false }
    let axes = Matrix3(frame ?? turned * .turn(by: -lead))
    let walk = Self.frameWalk * Self.frameWalk * duration
    let vertical = walk + biasVariance * duration * Self.driftTime
    // Of a level frame only the heading drifts.
    let drift = (vertical: vertical, tilt: frame == nil ? vertical : 0.1 * walk)
    for place in hypotheses.indices {
      hypotheses[place].observe(
        reading, axes: axes, step: duration, turned: angle, drift: drift)
    }
    startAge += duration
    for place in hypotheses.indices where hypotheses[place].evidence > hypotheses[best].evidence {
      best = place
    }
    if startAge > Self.startInterval { start() }
    duration = 0
    angle = 0
    correction = steady.significantPart(least: Self.leastOffset)
    return true
  }

  /// Starts another hypothesis, in the place of the one with the least evidence.
  private mutating func start() {
    startAge = 0
    if hypotheses.count < Self.count {
      hypotheses.append(FieldHypothesis())
    } else {
      let others = hypotheses.indices.filter {
        $0 != best && hypotheses[$0].age > Self.startInterval * 1.5
      }
      guard let worst = others.min(by: { hypotheses[$0].evidence < hypotheses[$1].evidence })
      else { return }
      hypotheses[worst] = FieldHypothesis()
    }
  }

  /// The field in µT without the hard-iron offset, and its accuracy.
  package func calibrated(_ field: Vector3<Double>) -> CalibratedMagneticField {
    CalibratedMagneticField(field: field - correction, accuracy: accuracy)
  }

  /// The error of a field's direction about the vertical by the offset.
  ///
  /// - Parameters:
  ///   - field: The calibrated field in the device frame, in µT.
  ///   - vertical: In the device frame.
  func directionError(
    of field: Vector3<Double>, vertical: Vector3<Double>
  ) -> HardIronEstimate.DirectionError {
    steady.directionError(of: field, vertical: vertical, correction: correction)
  }
}

/// Estimates the delay of a magnetometer's readings behind the attitude.
///
/// Magnetometers are slow: on BROAD the field is 7 ms late, an error of 4° at 10 rad/s about the
/// axis of the turn. With *h* the field, *R* the attitude and *b* the hard-iron offset, a reading
/// *m* that is late by *L* satisfies *R m* = *h* + *R b* + *L R* (*ω* × *m*), linear in *L* and
/// *b*: least squares over the variation of both sides within half a second.
package struct MagnetometerDelay: Sendable {
  /// The time constant of the means that are subtracted, in seconds.
  private static let span = 0.5
  /// The longest step, in seconds.
  private static let longestStep = 0.1
  /// The variance of the field over its correlation time, in µT² s: it bends by 3 µT within 0.3 s.
  private static let noise = 2.7
  /// The standard deviations of the priors at zero: 10 ms, and 100 µT.
  private static let delayDeviation = 0.01
  private static let offsetDeviation = 100.0
  /// The largest delay, in seconds.
  private static let largest = 0.05

  // The normal equations, in units of µT and s.
  private var delaySquare = noise / (delayDeviation * delayDeviation)
  private var delayValue = 0.0
  private var mixed = Vector3<Double>.zero
  private var offsetSquare = Matrix3(
    diagonal: Vector3(repeating: noise / (offsetDeviation * offsetDeviation)))
  private var offsetValue = Vector3<Double>.zero
  private var meanField = Vector3<Double>.zero
  private var meanChange = Vector3<Double>.zero
  private var meanAttitude = Matrix3<Double>.zero
  private var age = 0.0

  /// An estimate without readings.
  package init() {}

  /// The delay in seconds; negative for a field ahead of the attitude.
  package var delay: Double {
    guard let inverse = offsetSquare.inverse else { return 0 }
    let projected = inverse * mixed
    let delay =
      (delayValue - projected.dot(offsetValue)) / (delaySquare - projected.dot(mixed))
    return min(max(delay, -Self.largest), Self.largest)
  }

  /// Takes a reading in µT.
  ///
  /// - Parameters:
  ///   - attitude: Device to a frame with a constant heading.
  ///   - rate: The angular rate in rad/s.
  ///   - step: The time since the previous reading, in seconds.
  package mutating func observe(
    _ reading: Vector3<Double>, attitude: Quaternion<Double>, rate: Vector3<Double>, step: Double
  ) {
    let turn = Matrix3(attitude)
    let field = turn * reading
    let change = turn * rate.cross(reading)
    guard step > 0, step < Self.longestStep else {
      (meanField, meanChange, meanAttitude, age) = (field, change, turn, 0)
      return
    }
    age += step
    let share = step / min(age, Self.span)
    meanField += (field - meanField) * share
    meanChange += (change - meanChange) * share
    meanAttitude += (turn - meanAttitude) * share
    guard age > Self.span else { return }
    let response = field - meanField
    let byDelay = change - meanChange
    let byOffset = (turn - meanAttitude).transpose
    delayValue += byDelay.dot(response) * step
    delaySquare += byDelay.lengthSquared * step
    mixed += byOffset * byDelay * step
    offsetValue += byOffset * response * step
    offsetSquare += byOffset * byOffset.transpose * step
  }
}
