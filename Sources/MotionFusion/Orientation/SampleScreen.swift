/// The first stage of every filter: leaves out and counts what a sensor cannot have meant, and
/// finds each sensor's own time step.
struct SampleScreen: Hashable, Sendable, Codable {
  /// A sample that passed: each sensor's reading with the time since that sensor's last one.
  struct Admitted {
    /// Angular rate in rad/s.
    var rotationRate: Vector3<Double>?
    /// Seconds since the last angular rate; 0 for the first, and after a gap.
    var rotationStep = 0.0
    /// Whether the rate is at the end of the gyro's range.
    var isRotationSaturated = false
    /// By how much the device may have turned more than a gyro at the end of its range says, in
    /// radians, since it came there.
    var hiddenTurn = 0.0
    /// What holds the device up, in g: +1 along the vertical at rest.
    var specificForce: Vector3<Double>?
    /// Seconds since the last specific force; 0 for the first.
    var forceStep = 0.0
    /// Magnetic field in µT.
    var magneticField: Vector3<Double>?
    /// Seconds since the last field; 0 for the first.
    var fieldStep = 0.0
    /// Whether the time before this sample is too long to integrate across.
    var followsGap = false
  }

  /// Longer pauses are gaps, in seconds: nobody can know how the device turned meanwhile.
  static let longestStep = 1.0
  /// Longer, in seconds, no jolt holds the accelerometer at the end of its range.
  private static let longestClip = 0.2
  /// By what share of its range a turn may be faster than the gyro's range.
  private static let hiddenShare = 0.2
  /// After so many seconds the next turn beyond the range is another one.
  private static let clipPause = 0.5
  /// After so many samples in a row before the latest time, the clock was set back.
  private static let patience = 10
  /// No gyro has a range that reaches this, in rad/s: what says so is no reading.
  private static let impossibleRate = 1e4
  /// The same of an accelerometer, in g.
  private static let impossibleForce = 1e6
  /// The same of a magnetometer, in µT.
  private static let impossibleField = 1e9
  /// A reading below this magnitude, in g or µT, has no direction worth the name.
  private static let leastMagnitude = 1e-3

  private(set) var faults = SampleFaults()
  private var latest: Double?
  private var latestRotation: Double?
  /// When the gyro was last at the end of its range, and what that hides of the turn.
  private var latestClip: Double?
  private var hiddenTurn = 0.0
  private var latestForce: Double?
  /// The last force that was not at the end of the range.
  private var latestWholeForce: Double?
  private var latestField: Double?
  private var backwardInARow = 0
  // The smallest ranges that gyros and accelerometers have are 250°/s and 2 g.
  private var gyroscopeRange = SensorRange(atLeast: 245 * .pi / 180)
  private var accelerometerRange = SensorRange(atLeast: 1.95)

  /// What of `sample` can be used, which may be nothing.
  @inline(__always)
  mutating func admit(_ sample: SensorSample) -> Admitted {
    var admitted = Admitted()
    let time = sample.timestamp
    guard time.isFinite else {
      faults.notFinite += 1
      return admitted
    }
    if let last = latest {
      let step = time - last
      if step <= 0 {
        faults.backwardTime += 1
        backwardInARow += 1
        guard backwardInARow > Self.patience else { return admitted }
        faults.clockResets += 1
        forgetTime()
        admitted.followsGap = true
      } else if step > Self.longestStep {
        faults.gaps += 1
        forgetTime()
        admitted.followsGap = true
      }
    }
    backwardInARow = 0
    latest = time
    if let rate = sample.rotationRate { admit(rate: rate, at: time, into: &admitted) }
    if let acceleration = sample.acceleration {
      admit(force: -acceleration, at: time, into: &admitted)
    }
    if let field = sample.magneticField { admit(field: field, at: time, into: &admitted) }
    return admitted
  }

  private mutating func forgetTime() {
    latestRotation = nil
    latestForce = nil
    latestWholeForce = nil
    latestClip = nil
    latestField = nil
  }

  @inline(__always)
  private mutating func admit(rate: Vector3<Double>, at time: Double, into admitted: inout Admitted)
  {
    // Written so that a NaN fails it, as those below are.
    guard rate.lengthSquared < Self.impossibleRate * Self.impossibleRate else {
      faults.notFinite += 1
      return
    }
    if let last = latestRotation { admitted.rotationStep = min(time - last, Self.longestStep) }
    latestRotation = time
    if gyroscopeRange.axesAtEnd(of: rate) > 0 {
      admitted.isRotationSaturated = true
      faults.saturatedGyroscope += 1
      if let last = latestClip, time - last > Self.clipPause { hiddenTurn = 0 }
      latestClip = time
      hiddenTurn += Self.hiddenShare * rate.maximumMagnitude * admitted.rotationStep
      admitted.hiddenTurn = hiddenTurn
    }
    admitted.rotationRate = rate
  }

  @inline(__always)
  private mutating func admit(
    force: Vector3<Double>, at time: Double, into admitted: inout Admitted
  ) {
    let squared = force.lengthSquared
    guard squared < Self.impossibleForce * Self.impossibleForce else {
      faults.notFinite += 1
      return
    }
    guard squared > Self.leastMagnitude * Self.leastMagnitude else {
      faults.withoutDirection += 1
      return
    }
    let axesAtEnd = accelerometerRange.axesAtEnd(of: force)
    if axesAtEnd > 0 {
      faults.saturatedAccelerometer += 1
      // Through a jolt a force that is clipped on one axis says more than none; a sensor that stays
      // there, or has no axis left to tell the direction, does not.
      guard axesAtEnd == 1, let last = latestWholeForce, time - last < Self.longestClip else {
        return
      }
    } else {
      latestWholeForce = time
    }
    if let last = latestForce { admitted.forceStep = min(time - last, Self.longestStep) }
    latestForce = time
    admitted.specificForce = force
  }

  @inline(__always)
  private mutating func admit(
    field: Vector3<Double>, at time: Double, into admitted: inout Admitted
  ) {
    let squared = field.lengthSquared
    guard squared < Self.impossibleField * Self.impossibleField else {
      faults.notFinite += 1
      return
    }
    guard squared > Self.leastMagnitude * Self.leastMagnitude else {
      faults.withoutDirection += 1
      return
    }
    if let last = latestField { admitted.fieldStep = min(time - last, Self.longestStep) }
    latestField = time
    admitted.magneticField = field
  }
}
