internal import MotionFusion

/// The estimate of a navigator and the covariance of its errors: the error-state Kalman filter.
///
/// Its functions are inlined for the workload `inertial-navigator`.
struct NavigationFilter: Sendable {
  let sensors: InertialNavigator.Sensors
  var position = Vector3<Double>.zero
  var velocity: Vector3<Double>
  var attitude = Quaternion<Double>.identity
  var accelerationBias = Vector3<Double>.zero
  /// The relative error of the accelerometer's scale: 0.01 for readings that are 1 % too high.
  var accelerationScale = 0.0
  var rotationBias = Vector3<Double>.zero
  /// The deviation of the bias that device motion has not removed, in rad/s.
  var rotationBiasDeviation: Double
  /// The covariance of the errors before the steps of `pending`.
  var covariance = ErrorMatrix()
  /// The propagation of errors over the steps since `propagate()`.
  private(set) var pending = ErrorTransition()

  init(sensors: InertialNavigator.Sensors, velocity: Vector3<Double>) {
    self.sensors = sensors
    self.velocity = velocity
    rotationBiasDeviation = sensors.rotationBias
  }

  /// Integrates one step: the mean of both forces, rotated by the attitude at the middle.
  ///
  /// - Parameters:
  ///   - step: In seconds.
  ///   - force: The mean measured specific force, in m/s².
  ///   - rate: The mean measured angular rate, in rad/s.
  /// - Returns: The propagation of errors over the step.
  mutating func advance(
    by step: Double, force: Vector3<Double>, rate: Vector3<Double>
  ) -> ErrorStep {
    let rate = rate - rotationBias
    let half = Quaternion.turn(by: rate * (step / 2))
    let middle = attitude * half
    attitude = (middle * half).renormalized
    let turn = Matrix3(middle)
    let biasWalk = sensors.rotationBiasWalk * rotationBiasDeviation
    let specificForce = turn * corrected(force)
    let acceleration = specificForce - Vector3(0, 0, SensorSample.standardGravity)
    position += (velocity + acceleration * (step / 2)) * step
    velocity += acceleration * step
    let passage = ErrorStep(
      duration: step, force: specificForce * step, attitude: turn,
      velocityNoise: (sensors.accelerationNoise * sensors.accelerationNoise
        + sensors.accelerationShare * sensors.accelerationShare * acceleration.lengthSquared)
        * step)
    pending.append(
      passage,
      attitudeNoise: (sensors.rotationNoise * sensors.rotationNoise
        + sensors.rotationShare * sensors.rotationShare * rate.lengthSquared) * step,
      accelerationBiasNoise: sensors.accelerationBiasWalk * sensors.accelerationBiasWalk * step,
      rotationBiasNoise: biasWalk * biasWalk * step)
    return passage
  }

  /// A measured specific force without the errors of bias and scale.
  @inline(__always)
  func corrected(_ force: Vector3<Double>) -> Vector3<Double> {
    (force - accelerationBias) * (1 - accelerationScale)
  }

  /// The uncertainty of position and velocity.
  @inline(__always)
  var uncertainty: PathUncertainty { covariance.uncertainty(after: pending) }

  /// Updates the covariance.
  mutating func propagate() {
    guard pending.duration > 0 else { return }
    covariance.propagate(pending)
    pending = ErrorTransition()
  }

  /// Sets the attitude, with standard deviations of inclination and heading in radians.
  mutating func adopt(_ quaternion: Quaternion<Double>, inclination: Double, heading: Double) {
    propagate()
    attitude = quaternion.normalized() ?? quaternion
    let level = inclination * inclination
    covariance.restart(
      .attitude, covariance: Matrix3(diagonal: Vector3(level, level, heading * heading)))
  }

  /// Sets the velocity, with the standard deviation of each component in m/s.
  mutating func adopt(velocity: Vector3<Double>, deviation: Double) {
    propagate()
    self.velocity = velocity
    covariance.restart(.velocity, covariance: Matrix3(scale: deviation * deviation))
  }

  /// Sets the position to the origin and the velocity, with the standard deviation of each
  /// component in m/s.
  mutating func startAgain(velocity: Vector3<Double>, deviation: Double) {
    adopt(velocity: velocity, deviation: deviation)
    position = .zero
    covariance.restart(.position, covariance: .zero)
  }

  /// Adds a change of velocity that occurred `since` seconds ago, and its covariance; the
  /// covariance of the errors is up to date.
  mutating func add(velocity change: Vector3<Double>, since: Double, error: Matrix3<Double>) {
    velocity += change
    position += change * since
    widen(byVelocity: error, since: since)
  }

  /// Adds the covariance of a change of velocity that occurred `since` seconds ago.
  private mutating func widen(byVelocity error: Matrix3<Double>, since: Double) {
    covariance.v[.velocity] = covariance.v[.velocity] + error
    covariance.p[.velocity] = covariance.p[.velocity] + error * since
    covariance.v[.position] = covariance.v[.position] + error * since
    covariance.p[.position] = covariance.p[.position] + error * (since * since)
  }

  /// Makes `velocity` an error that has grown steadily over the last `duration` seconds, as by a
  /// wrong tilt, and half of their product one of the position; the covariance of the errors is up
  /// to date.
  mutating func widen(byVelocity velocity: Vector3<Double>, grownOver duration: Double) {
    widen(byVelocity: velocity.outerProduct(velocity), since: duration / 2)
  }

  /// The same for a velocity of any direction, after measurements at rest that were none, which
  /// also made inclination and accelerometer's bias wrong.
  ///
  /// - Parameter inclination: Its standard deviation, in radians.
  mutating func widen(bySpeed speed: Double, grownOver duration: Double, inclination: Double) {
    widen(byVelocity: Matrix3(scale: speed * speed), since: duration / 2)
    let level = inclination * inclination
    covariance.t[.attitude] =
      covariance.t[.attitude] + Matrix3(diagonal: Vector3(level, level, 0))
    covariance.a[.accelerationBias].addDiagonal(sensors.accelerationBias * sensors.accelerationBias)
  }

  /// Corrects the estimate by errors.
  mutating func correct(_ errors: ErrorVector) {
    position += errors.p
    velocity += errors.v
    attitude = (Quaternion.turn(by: errors.t) * attitude).renormalized
    accelerationBias += errors.a
    accelerationScale += errors.k
    rotationBias += errors.g
  }
}

/// The path of a navigator since the last stationary phase, with the data that smoothing needs.
///
/// Every sample has its state and the propagation of errors to it. Covariances are kept at
/// checkpoints only: at measurements, and a fifth of a second after the checkpoint before. Between
/// checkpoints errors are propagated back exactly, and smoothed covariances are linear in time.
struct NavigationHistory: Sendable {
  /// One sample.
  struct Step: Sendable {
    var index: Int
    var timestamp: Double
    var position: Vector3<Double>
    var velocity: Vector3<Double>
    var attitude: Quaternion<Double>
    var isStationary: Bool
    /// The propagation of errors from the previous sample.
    var passage: ErrorStep
  }

  /// A sample with its covariance.
  struct Checkpoint: Sendable {
    var index: Int
    /// The propagation of errors from the checkpoint before.
    var transition: ErrorTransition
    /// The covariance before any measurement at this sample.
    var covariance: ErrorMatrix
  }

  private(set) var steps: SampleRing<Step>
  private(set) var updates: SampleRing<NavigationUpdate>
  private(set) var checkpoints: SampleRing<Checkpoint>

  /// - Parameter reserves: Whether the memory of all measurements and checkpoints is reserved.
  init(capacity: Int, reserves: Bool = true) {
    steps = SampleRing(capacity: capacity)
    updates = SampleRing(capacity: capacity, reserves: reserves)
    checkpoints = SampleRing(capacity: capacity, reserves: reserves)
  }

  /// Whether there is no checkpoint.
  var isEmpty: Bool { checkpoints.isEmpty }

  /// Appends a checkpoint at the sample of this index, after the last step or at it, with the
  /// filter's covariance brought up to date.
  mutating func appendCheckpoint(at index: Int, of filter: inout NavigationFilter) {
    // A second change at the same sample needs no second checkpoint.
    guard isEmpty || filter.pending.duration > 0 else { return }
    let transition = filter.pending
    filter.propagate()
    checkpoints.append(
      Checkpoint(index: index, transition: transition, covariance: filter.covariance))
  }

  /// Appends the next sample.
  @inline(__always)
  mutating func append(_ step: Step) { steps.append(step) }

  /// Appends a measurement at the last checkpoint.
  mutating func append(_ update: NavigationUpdate) {
    if updates.count == updates.capacity, let oldest = updates.first {
      // A step cannot be smoothed without its update.
      while let first = steps.first, first.index <= oldest.index { steps.removeFirst() }
    }
    updates.append(update)
  }

  mutating func removeAll() {
    steps.removeAll()
    updates.removeAll()
    checkpoints.removeAll()
  }

  mutating func replaceLast(_ change: (inout Step) -> Void) {
    guard !steps.isEmpty else { return }
    change(&steps[steps.count - 1])
  }

  /// Removes everything before the last checkpoint, from which the next movement starts.
  mutating func keepLastCheckpoint() {
    guard checkpoints.count > 1 else { return }
    checkpoints.keepLast(1)
    let index = checkpoints[0].index
    steps.keepLast(steps.countFromEnd { $0.index >= index })
    updates.keepLast(updates.countFromEnd { $0.index >= index })
  }
}

extension NavigationHistory.Step {
  /// The point without its errors.
  @inline(__always)
  func point(withErrors errors: ErrorVector, uncertainty: PathUncertainty?) -> PathPoint {
    PathPoint(
      index: index, timestamp: timestamp, position: position - errors.p,
      velocity: velocity - errors.v,
      attitude: Attitude(quaternion: Quaternion.turn(by: -errors.t) * attitude),
      isStationary: isStationary, uncertainty: uncertainty)
  }
}
