internal import DeviceMotion

/// What a navigator remembers of the way since the last rest, and its smoother.
struct NavigationHistory: Sendable {
  /// One sample: the point, the covariance after it, and how errors came to it from the one before.
  struct Step: Sendable {
    var point: PathPoint
    var covariance: ErrorCovariance
    var transition: ErrorTransition
  }

  private var steps: SampleRing<Step>
  private var updates: SampleRing<NavigationUpdate>

  init(capacity: Int) {
    steps = SampleRing(capacity: capacity)
    updates = SampleRing(capacity: capacity)
  }

  mutating func append(_ step: Step) { steps.append(step) }

  mutating func append(_ update: NavigationUpdate) {
    if updates.count == updates.capacity, let oldest = updates.first {
      // Without its update a step cannot be smoothed.
      while let first = steps.first, first.point.index <= oldest.index { steps.removeFirst() }
    }
    updates.append(update)
  }

  mutating func removeAll() {
    steps.removeAll()
    updates.removeAll()
  }

  /// Changes what the last step came to.
  mutating func replaceLast(point: PathPoint, covariance: ErrorCovariance) {
    guard !steps.isEmpty else { return }
    steps[steps.count - 1].point = point
    steps[steps.count - 1].covariance = covariance
  }

  /// Forgets all but the last step, from which the next movement starts.
  mutating func keepLast() {
    guard !steps.isEmpty else { return }
    let last = steps[steps.count - 1]
    removeAll()
    steps.append(last)
  }

  /// The points as the measurements after each of them show them to have been.
  ///
  /// Going back from the last point, *λ* and *Λ* gather what later measurements say; a point moves by
  /// -*P λ*, and its covariance is *P* - *P Λ P*.
  func smoothed() -> [PathPoint] {
    var vector = ErrorVector()
    var information = ErrorCovariance()
    var update = updates.count - 1
    var points: [PathPoint] = []
    points.reserveCapacity(steps.count)
    for offset in stride(from: steps.count - 1, through: 0, by: -1) {
      let step = steps[offset]
      var point = step.point
      let error = step.covariance.times(vector)
      point.position -= error.p
      point.velocity -= error.v
      let attitude = Quaternion(rotationVector: -error.t) * point.attitude.quaternion
      point.attitude = Attitude(quaternion: attitude.normalized() ?? attitude)
      let covariance = step.covariance.smoothed(by: information)
      point.uncertainty = PathUncertainty(
        position: covariance.position, velocity: covariance.velocity)
      points.append(point)
      while update >= 0, updates[update].index >= point.index {
        vector.takeBack(updates[update])
        information.takeBack(updates[update])
        update -= 1
      }
      vector.propagateBack(step.transition)
      information.propagateBack(step.transition)
    }
    return points.reversed()
  }
}
