internal import MotionFusion
internal import RealModule

/// A pass of the navigator's filter over a gesture.
///
/// The path starts with the movement. A phase before it measures tilt and biases only, and a phase
/// after it corrects them.
struct GesturePass {
  /// The logarithm of the evidence, but for a constant of the gesture.
  private(set) var logEvidence = 0.0
  private(set) var filter: NavigationFilter
  private(set) var conditions: EndConditions
  private let samples: GestureSamples
  private let configuration: GesturePathEstimator.Configuration
  /// The path from the start of the movement on, if it is kept. It takes most of the memory.
  private var history: NavigationHistory?
  /// The last sample, and the propagation of errors to it.
  private var index = 0
  private var passage = ErrorStep()
  /// The velocity at the start of a phase at either end.
  private var phaseVelocity = Vector3<Double>.zero

  /// The pass until the end of the movement.
  init(
    _ samples: GestureSamples, startsAtRest: Bool,
    _ configuration: GesturePathEstimator.Configuration, keepsPath: Bool = false
  ) {
    let (c, sensors, movement) = (configuration, configuration.sensors, samples.movement)
    self.samples = samples
    self.configuration = configuration
    conditions = EndConditions(startsAtRest: startsAtRest, endsAtRest: false, isClosed: false)
    filter = NavigationFilter(sensors: sensors, velocity: .zero)
    // No measurement depends on the heading.
    filter.adopt(samples.attitudes[0], inclination: c.inclination, heading: 0)
    filter.covariance.a[.accelerationBias] =
      Matrix3(scale: sensors.accelerationBias * sensors.accelerationBias)
    if samples.isTurnedByRate {
      filter.covariance.g[.rotationBias] =
        Matrix3(scale: sensors.rotationBias * sensors.rotationBias)
    }
    for _ in samples.startPhase.dropFirst() { advance() }
    measureMeans(of: samples.startPhase, isStationary: startsAtRest)
    filter.startAgain(
      velocity: .zero, deviation: startsAtRest ? c.stationaryVelocity : c.movingVelocity)
    // A path has up to five updates, however short.
    if keepsPath { history = NavigationHistory(capacity: samples.count + 5, reserves: false) }
    for _ in movement.dropFirst() {
      keep()
      advance()
      for cut in samples.cuts where cut.middle == index { widen(by: cut) }
    }
  }

  /// Completes the pass under these conditions.
  mutating func finish(_ conditions: EndConditions) {
    let c = configuration
    self.conditions = conditions
    for isStationary in [conditions.startsAtRest, conditions.endsAtRest] {
      logEvidence += Double.log(isStationary ? c.stationaryShare : 1 - c.stationaryShare)
    }
    logEvidence += Double.log(conditions.isClosed ? c.closedShare : 1 - c.closedShare)
    let velocity = conditions.endsAtRest ? c.stationaryVelocity : c.movingVelocity
    measure(.velocity, -filter.velocity, deviation: velocity)
    let place = conditions.isClosed ? c.closedDisplacement : c.openDisplacement
    measure(.position, -filter.position, deviation: place)
    if conditions.endsAtRest, !samples.endPhase.isEmpty { hold() }
    phaseVelocity = filter.velocity
    for _ in samples.endPhase.dropFirst() {
      keep()
      advance()
    }
    measureMeans(of: samples.endPhase, isStationary: conditions.endsAtRest)
    keep()
  }

  /// Advances to the next sample.
  private mutating func advance() {
    index += 1
    let step = samples.times[index] - samples.times[index - 1]
    // In a gap the device turns, and takes no time.
    guard step > 0 else {
      filter.attitude = filter.attitude * samples.turn(to: index)
      passage = ErrorStep(attitude: Matrix3(filter.attitude))
      return
    }
    passage = filter.advance(
      by: step, force: (samples.forces[index - 1] + samples.forces[index]) * 0.5,
      rate: samples.rate(to: index))
  }

  /// Adds the last sample to the path, after its measurements.
  private mutating func keep() {
    let isDue = filter.pending.duration >= InertialNavigator.checkpointInterval
    if isDue || history?.isEmpty == true { takeCheckpoint() }
    history?.append(
      NavigationHistory.Step(
        index: index, timestamp: samples.timestamps[index], position: filter.position,
        velocity: filter.velocity, attitude: filter.attitude, isStationary: false,
        passage: passage))
  }

  /// The impulse that a saturated stretch lacks is unknown.
  private mutating func widen(by cut: SaturatedStretch) {
    takeCheckpoint()
    let impulse = filter.attitude.act(cut.axis) * (configuration.bridgeFactor * cut.deviation)
    filter.add(velocity: .zero, since: 0, error: impulse.outerProduct(impulse))
  }

  /// Measures the mean acceleration and angular rate over a phase at either end, which are zero.
  private mutating func measureMeans(of phase: Range<Int>, isStationary: Bool) {
    let c = configuration
    guard let first = phase.first, samples.times[index] > samples.times[first] else { return }
    let time = samples.times[index] - samples.times[first]
    let change = phaseVelocity - filter.velocity
    if isStationary {
      measure(.velocity, change, deviation: c.stationaryAcceleration * time)
    } else {
      let deviation = c.movingAcceleration * time
      logEvidence -=
        0.5 * change.lengthSquared / (deviation * deviation) + 3 * Double.log(deviation)
    }
    let rate = phase.reduce(Vector3.zero) { $0 + samples.rates[$1] } / Double(phase.count)
    measure(
      .rotationBias, rate - filter.rotationBias,
      deviation: isStationary ? c.stationaryRate : c.movingRate)
  }

  /// Makes the change of velocity from here on independent of the error so far: a hand that is
  /// stationary keeps its velocity, which is zero only within a deviation.
  private mutating func hold() {
    filter.adopt(velocity: filter.velocity, deviation: 0)
    // Later measurements say nothing about the error of the velocity before.
    var gain = ErrorRows.zero
    gain[.velocity] = .identity
    history?.append(
      NavigationUpdate(
        index: index, block: .velocity, gain: gain, information: .zero, weighted: .zero))
  }

  /// Applies a measurement of the errors of `block`.
  private mutating func measure(
    _ block: ErrorBlock, _ innovation: Vector3<Double>, deviation: Double
  ) {
    takeCheckpoint()
    guard
      let update = filter.covariance.measure(
        block, innovation: innovation, noise: Matrix3(scale: deviation * deviation),
        gate: .infinity, at: index)
    else { return }
    filter.correct(update.gain * innovation)
    history?.append(update)
    logEvidence -=
      0.5 * (innovation.dot(update.weighted) - Double.log(update.information.determinant))
  }

  private mutating func takeCheckpoint() {
    history?.appendCheckpoint(at: index, of: &filter)
    filter.propagate()
  }
}

extension GesturePass {
  /// The path, from the origin, with its uncertainty.
  var points: [PathPoint] {
    guard var points = history?.smoothed(end: filter.uncertainty), let start = points.first else {
      return []
    }
    let movement = samples.movement
    let place = movement.upperBound - movement.lowerBound
    if conditions.endsAtRest {
      let end = points[place]
      for later in points.indices.dropFirst(place + 1) {
        points[later].position = end.position
        points[later].uncertainty?.position = end.uncertainty?.position ?? .zero
        points[later].velocity = .zero
        points[later].isStationary = true
      }
    }
    let turn = start.attitude.quaternion * samples.attitudes[movement.lowerBound].conjugate
    let before = (0..<movement.lowerBound).map { index in
      var point = start
      point.index = index
      point.timestamp = samples.timestamps[index]
      point.attitude = Attitude(quaternion: turn * samples.attitudes[index])
      point.isStationary = conditions.startsAtRest
      if conditions.startsAtRest {
        point.velocity = .zero
      } else {
        let time = samples.times[index] - samples.times[movement.lowerBound]
        point.position += start.velocity * time
      }
      return point
    }
    points.insert(contentsOf: before, at: 0)
    let origin = points[0].position
    for index in points.indices { points[index].position -= origin }
    return points
  }
}
