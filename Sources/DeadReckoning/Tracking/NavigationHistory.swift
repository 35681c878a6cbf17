internal import DeviceMotion

/// What a navigator remembers of the way since the last rest, and its smoother.
///
/// Of each sample it keeps where the device was and how errors came there, and a covariance only where
/// a measurement was made and at every fourth sample. Between these, errors go back through the steps
/// exactly, and smoothed covariances are taken to change linearly with time: of a movement of *n*
/// samples without a measurement the variance of the velocity is at most 16/*n*² of its peak off.
struct NavigationHistory: Sendable {
  /// One sample.
  struct Step: Sendable {
    var index: Int
    var timestamp: Double
    var position: Vector3<Double>
    var velocity: Vector3<Double>
    var attitude: Quaternion<Double>
    var isResting: Bool
    /// How errors came to it from the one before.
    var transition: ErrorTransition
  }

  /// The covariance at a sample, before any measurement that was made there.
  private struct Checkpoint: Sendable {
    var index: Int
    var covariance: ErrorCovariance
  }

  private var steps: SampleRing<Step>
  private var updates: SampleRing<NavigationUpdate>
  private var checkpoints: SampleRing<Checkpoint>
  private var lastCheckpoint = Int.min
  /// How well the last point is known.
  private var end = PathUncertainty(position: .zero, velocity: .zero)

  /// The most samples from one covariance to the next.
  private static let checkpointInterval = 4

  init(capacity: Int) {
    steps = SampleRing(capacity: capacity)
    updates = SampleRing(capacity: capacity)
    checkpoints = SampleRing(capacity: capacity)
  }

  /// Has to be told of the covariance at the sample of this index before a measurement there changes it.
  mutating func prepareForChange(of covariance: ErrorCovariance, at index: Int) {
    if lastCheckpoint < index { keep(covariance, at: index) }
  }

  /// Takes the next sample, and the covariance at its end.
  mutating func append(_ step: Step, covariance: ErrorCovariance) {
    if steps.isEmpty || step.index - lastCheckpoint >= Self.checkpointInterval {
      prepareForChange(of: covariance, at: step.index)
    }
    steps.append(step)
    end = covariance.uncertainty
  }

  mutating func append(_ update: NavigationUpdate) {
    if updates.count == updates.capacity, let oldest = updates.first {
      // Without its update a step cannot be smoothed.
      while let first = steps.first, first.index <= oldest.index { steps.removeFirst() }
    }
    updates.append(update)
  }

  mutating func removeAll() {
    steps.removeAll()
    updates.removeAll()
    checkpoints.removeAll()
    lastCheckpoint = .min
  }

  /// How errors came to the last step.
  var lastTransition: ErrorTransition {
    steps.isEmpty ? ErrorTransition() : steps[steps.count - 1].transition
  }

  /// Changes what the last step came to.
  mutating func replaceLast(_ step: Step, covariance: ErrorCovariance) {
    guard !steps.isEmpty else { return }
    steps[steps.count - 1] = step
    end = covariance.uncertainty
  }

  /// Forgets all but the last step, from which the next movement starts, with the covariance there.
  mutating func keepLast(covariance: ErrorCovariance) {
    guard !steps.isEmpty else { return }
    let last = steps[steps.count - 1]
    removeAll()
    append(last, covariance: covariance)
  }

  private mutating func keep(_ covariance: ErrorCovariance, at index: Int) {
    checkpoints.append(Checkpoint(index: index, covariance: covariance))
    lastCheckpoint = index
  }
}

// MARK: - The smoother

extension NavigationHistory {
  /// The points as the measurements after each of them show them to have been.
  ///
  /// Going back from the last point, *λ* and *Λ* gather what later measurements say; a point moves by
  /// -*P λ*, and its covariance is *P* - *P Λ P*.
  ///
  /// - Complexity: O(*n*), one allocation for the result.
  func smoothed() -> [PathPoint] {
    var conjugate = ErrorVector()
    var information = ErrorCovariance()
    var errors = ErrorVector()
    var update = updates.count - 1
    var checkpoint = checkpoints.count - 1
    var points: [PathPoint] = []
    points.reserveCapacity(steps.count)
    var known = 0
    for offset in stride(from: steps.count - 1, through: 0, by: -1) {
      let step = steps[offset]
      points.append(step.point(withErrors: errors))
      while update >= 0, updates[update].index >= step.index {
        conjugate.takeBack(updates[update])
        information.takeBack(updates[update])
        update -= 1
      }
      if points.count == 1 { points[0].uncertainty = end }
      // One may be of a sample that is still to come.
      while checkpoint >= 0, checkpoints[checkpoint].index > step.index { checkpoint -= 1 }
      if checkpoint >= 0, checkpoints[checkpoint].index == step.index {
        let covariance = checkpoints[checkpoint].covariance
        checkpoint -= 1
        errors = covariance.times(conjugate)
        if points.count > 1 {
          points[points.count - 1].uncertainty = covariance.smoothed(by: information)
          points.interpolateUncertainty(from: known, to: points.count - 1)
          known = points.count - 1
        }
      }
      errors.propagateBack(step.transition, conjugate: conjugate)
      conjugate.propagateBack(step.transition)
      information.propagateBack(step.transition)
    }
    // Where the oldest samples have made room, so has their covariance.
    for index in points.indices.dropFirst(known + 1) {
      points[index].uncertainty = points[known].uncertainty
    }
    points.reverse()
    return points
  }
}

extension NavigationHistory.Step {
  /// The point less its errors, without uncertainty.
  fileprivate func point(withErrors errors: ErrorVector) -> PathPoint {
    let attitude = Quaternion(rotationVector: -errors.t) * attitude
    return PathPoint(
      index: index, timestamp: timestamp, position: position - errors.p,
      velocity: velocity - errors.v,
      attitude: Attitude(quaternion: attitude.normalized() ?? attitude), isResting: isResting)
  }
}

extension [PathPoint] {
  /// Makes the uncertainty of the points between `a` and `b`, which have theirs, linear in time.
  fileprivate mutating func interpolateUncertainty(from a: Int, to b: Int) {
    guard let first = self[a].uncertainty, let last = self[b].uncertainty else { return }
    let (start, duration) = (self[a].timestamp, self[b].timestamp - self[a].timestamp)
    for index in indices[a..<b].dropFirst() {
      let share = (self[index].timestamp - start) / duration
      self[index].uncertainty = PathUncertainty(
        position: first.position * (1 - share) + last.position * share,
        velocity: first.velocity * (1 - share) + last.velocity * share)
    }
  }
}
