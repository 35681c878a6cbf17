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
  /// After so many samples in a row before the latest time, the clock was set back.
  private static let patience = 10
  /// A reading below this magnitude, in g or µT, has no direction worth the name.
  private static let leastMagnitude = 1e-3

  private(set) var faults = SampleFaults()
  private var latest: Double?
  private var latestRotation: Double?
  private var latestForce: Double?
  private var latestField: Double?
  private var backwardInARow = 0
  private var previousRate = Vector3<Double>.zero
  private var previousForce = Vector3<Double>.zero

  /// What of `sample` can be used; `nil` when none of it can.
  mutating func admit(_ sample: SensorSample) -> Admitted? {
    let time = sample.timestamp
    guard time.isFinite else {
      faults.notFinite += 1
      return nil
    }
    var admitted = Admitted()
    if let last = latest {
      let step = time - last
      if step <= 0 {
        faults.backwardTime += 1
        backwardInARow += 1
        guard backwardInARow > Self.patience else { return nil }
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
    latestField = nil
  }

  private mutating func admit(rate: Vector3<Double>, at time: Double, into admitted: inout Admitted)
  {
    guard rate.isFinite else {
      faults.notFinite += 1
      return
    }
    if let last = latestRotation { admitted.rotationStep = min(time - last, Self.longestStep) }
    latestRotation = time
    // 4.3 rad/s is 246°/s, under the smallest range that gyros have (250°/s).
    if Self.isStuck(rate, since: previousRate, beyond: 4.3) {
      admitted.isRotationSaturated = true
      faults.saturatedGyroscope += 1
    }
    previousRate = rate
    admitted.rotationRate = rate
  }

  private mutating func admit(
    force: Vector3<Double>, at time: Double, into admitted: inout Admitted
  ) {
    guard force.isFinite else {
      faults.notFinite += 1
      return
    }
    guard force.lengthSquared > Self.leastMagnitude * Self.leastMagnitude else {
      faults.withoutDirection += 1
      return
    }
    // 1.9 g is under the smallest range that accelerometers have (2 g).
    let isStuck = Self.isStuck(force, since: previousForce, beyond: 1.9)
    previousForce = force
    guard !isStuck else {
      faults.saturatedAccelerometer += 1
      return
    }
    if let last = latestForce { admitted.forceStep = min(time - last, Self.longestStep) }
    latestForce = time
    admitted.specificForce = force
  }

  private mutating func admit(
    field: Vector3<Double>, at time: Double, into admitted: inout Admitted
  ) {
    guard field.isFinite else {
      faults.notFinite += 1
      return
    }
    guard field.lengthSquared > Self.leastMagnitude * Self.leastMagnitude else {
      faults.withoutDirection += 1
      return
    }
    if let last = latestField { admitted.fieldStep = min(time - last, Self.longestStep) }
    latestField = time
    admitted.magneticField = field
  }

  /// Whether a component repeats a large value to the last bit: noise never does, the end of a
  /// sensor's range does, whichever range it was set to.
  private static func isStuck(
    _ reading: Vector3<Double>, since previous: Vector3<Double>, beyond limit: Double
  ) -> Bool {
    (reading.x == previous.x && abs(reading.x) > limit)
      || (reading.y == previous.y && abs(reading.y) > limit)
      || (reading.z == previous.z && abs(reading.z) > limit)
  }
}
