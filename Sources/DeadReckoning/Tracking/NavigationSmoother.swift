internal import MotionFusion

/// Goes back over a navigator's history with what later measurements say of earlier errors.
///
/// *λ* and *Λ* gather that from checkpoint to checkpoint; a point moves by -*P λ*, and its covariance is
/// *P* - *P Λ P*.
struct NavigationSmoother {
  /// *λ*, before the last checkpoint that was passed; at first, after the last point.
  private var conjugate = ErrorVector()
  /// *Λ*.
  private var information = ErrorInformation()
  /// *P λ* at the sample that was reached.
  private var errors = ErrorVector()
  /// The part of *λ* that changes on the way between checkpoints.
  private var velocityConjugate = Vector3<Double>.zero
  /// The noise of that way, half of which is where it began.
  private var noise = ErrorTransition.Noise()

  /// The errors of the sample that was reached.
  @inline(__always)
  mutating func arrive(atCheckpoint: Bool) -> ErrorVector {
    if atCheckpoint { errors.takeBack(noise, conjugate: conjugate) }
    return errors
  }

  /// Goes back through a measurement.
  mutating func takeBack(_ update: NavigationUpdate) {
    conjugate.takeBack(update)
    information.takeBack(update)
  }

  /// How well the sample of a checkpoint is known.
  @inline(__always)
  func uncertainty(at checkpoint: NavigationHistory.Checkpoint) -> PathUncertainty {
    checkpoint.covariance.smoothed(by: information)
  }

  /// Goes back from a checkpoint, behind its measurements.
  @inline(__always)
  mutating func leave(_ checkpoint: NavigationHistory.Checkpoint) {
    errors = checkpoint.covariance.times(conjugate)
    noise = checkpoint.transition.noise
    errors.takeBack(noise, conjugate: conjugate)
    velocityConjugate = conjugate.v
    conjugate.propagateBack(checkpoint.transition)
    information.propagateBack(checkpoint.transition)
  }

  /// Goes back through the step that led to a sample.
  @inline(__always)
  mutating func takeBack(_ step: ErrorStep) {
    errors.propagateBack(step, conjugate: velocityConjugate)
    velocityConjugate += conjugate.p * step.duration
  }
}

extension NavigationHistory {
  /// How far what was measured after the sample of `index` moves the points up to it, at the most, in the
  /// standard deviations that they had before: √(*λ*ᵀ *P λ*) at the next checkpoint.
  ///
  /// Further back it only gets less: a step adds noise to *P*, and what was measured before holds a state.
  ///
  /// - Complexity: O(*n*) in the checkpoints after that sample.
  func surprise(after index: Int) -> Double {
    var conjugate = ErrorVector()
    var update = updates.count - 1
    var checkpoint = checkpoints.count - 1
    while checkpoint >= 0, checkpoints[checkpoint].index > index {
      while update >= 0, updates[update].index >= checkpoints[checkpoint].index {
        conjugate.takeBack(updates[update])
        update -= 1
      }
      guard checkpoint > 0, checkpoints[checkpoint - 1].index > index else {
        let errors = checkpoints[checkpoint].covariance.times(conjugate)
        return max(conjugate.dot(errors), 0).squareRoot()
      }
      conjugate.propagateBack(checkpoints[checkpoint].transition)
      checkpoint -= 1
    }
    return 0
  }

  /// The points as the measurements after each of them show them to have been.
  ///
  /// - Parameter end: How well the last point is known.
  /// - Complexity: O(*n*), one allocation for the result.
  func smoothed(end: PathUncertainty?) -> [PathPoint] {
    let count = steps.count
    return [PathPoint](unsafeUninitializedCapacity: count) { points, initializedCount in
      var smoother = NavigationSmoother()
      var update = updates.count - 1
      var checkpoint = checkpoints.count - 1
      // The point after the one at hand whose uncertainty is known.
      var known = count - 1
      for offset in stride(from: count - 1, through: 0, by: -1) {
        let index = steps[offset].index
        // One may be of a sample that is still to come.
        while checkpoint >= 0, checkpoints[checkpoint].index > index { checkpoint -= 1 }
        let isCheckpoint = checkpoint >= 0 && checkpoints[checkpoint].index == index
        points.initializeElement(
          at: offset,
          to: steps[offset].point(
            withErrors: smoother.arrive(atCheckpoint: isCheckpoint), uncertainty: end))
        if isCheckpoint {
          while update >= 0, updates[update].index >= index {
            smoother.takeBack(updates[update])
            update -= 1
          }
          if offset < count - 1 {
            points[offset].uncertainty = smoother.uncertainty(at: checkpoints[checkpoint])
            points.interpolateUncertainty(from: offset, to: known)
            known = offset
          }
          smoother.leave(checkpoints[checkpoint])
          checkpoint -= 1
        }
        smoother.takeBack(steps[offset].passage)
      }
      // Where the oldest samples have made room, so has their covariance.
      for offset in 0..<max(known, 0) { points[offset].uncertainty = points[known].uncertainty }
      initializedCount = count
    }
  }
}

extension UnsafeMutableBufferPointer<PathPoint> {
  /// Makes the uncertainty of the points between `a` and `b`, which have theirs, linear in time.
  fileprivate func interpolateUncertainty(from a: Int, to b: Int) {
    guard let first = self[a].uncertainty, let last = self[b].uncertainty else { return }
    let (start, duration) = (self[a].timestamp, self[b].timestamp - self[a].timestamp)
    for index in (a..<b).dropFirst() {
      let share = (self[index].timestamp - start) / duration
      self[index].uncertainty = first.interpolated(to: last, by: share)
    }
  }
}

extension PathUncertainty {
  /// What lies so far on the straight way to another, from 0 to 1.
  @inline(__always)
  fileprivate func interpolated(to other: Self, by share: Double) -> Self {
    var result = self
    result.positionCovariance = positionCovariance.interpolated(
      to: other.positionCovariance, by: share)
    result.velocityCovariance = velocityCovariance.interpolated(
      to: other.velocityCovariance, by: share)
    return result
  }
}
