internal import MotionFusion

/// The backward pass of the smoother over a navigator's history.
///
/// *λ* and *Λ* accumulate the information of later measurements from checkpoint to checkpoint; a
/// point shifts by -*P λ*, and its covariance is *P* - *P Λ P*.
struct NavigationSmoother {
  /// *λ* before the last checkpoint passed; at first, after the last point.
  private var conjugate = ErrorVector()
  /// *Λ*.
  private var information = ErrorMatrix()
  /// *P λ* at the current sample.
  private var errors = ErrorVector()
  /// The part of *λ* that changes between checkpoints.
  private var velocityConjugate = Vector3<Double>.zero
  /// The noise between checkpoints, half of which applies at the earlier one.
  private var noise = ErrorTransition.Noise()

  /// The errors of the current sample.
  @inline(__always)
  mutating func arrive(atCheckpoint: Bool) -> ErrorVector {
    if atCheckpoint { errors.undo(noise, conjugate: conjugate) }
    return errors
  }

  /// Steps back through a measurement.
  mutating func undo(_ update: NavigationUpdate) {
    conjugate.undo(update)
    information.undo(update)
  }

  /// The smoothed uncertainty at a checkpoint.
  @inline(__always)
  func uncertainty(at checkpoint: NavigationHistory.Checkpoint) -> PathUncertainty {
    checkpoint.covariance.smoothed(by: information)
  }

  /// Steps back from a checkpoint, after its measurements.
  @inline(__always)
  mutating func leave(_ checkpoint: NavigationHistory.Checkpoint) {
    errors = checkpoint.covariance * conjugate
    noise = checkpoint.transition.noise
    errors.undo(noise, conjugate: conjugate)
    velocityConjugate = conjugate.v
    conjugate.propagateBack(checkpoint.transition)
    information.propagateBack(checkpoint.transition)
  }

  /// Steps back through the step that led to a sample.
  @inline(__always)
  mutating func undo(_ step: ErrorStep) {
    errors.propagateBack(step, conjugate: velocityConjugate)
    velocityConjugate += conjugate.p * step.duration
  }
}

extension NavigationHistory {
  /// The largest shift of points up to `index` by the measurements after it, in standard
  /// deviations: √(*λ*ᵀ *P λ*) at the next checkpoint.
  ///
  /// Further back the shift only decreases, by the process noise and earlier measurements.
  ///
  /// - Complexity: O(*n*) in the checkpoints after that sample.
  func largestShift(after index: Int) -> Double {
    var conjugate = ErrorVector()
    var update = updates.count - 1
    var checkpoint = checkpoints.count - 1
    while checkpoint >= 0, checkpoints[checkpoint].index > index {
      while update >= 0, updates[update].index >= checkpoints[checkpoint].index {
        conjugate.undo(updates[update])
        update -= 1
      }
      guard checkpoint > 0, checkpoints[checkpoint - 1].index > index else {
        let errors = checkpoints[checkpoint].covariance * conjugate
        return max(conjugate * errors, 0).squareRoot()
      }
      conjugate.propagateBack(checkpoints[checkpoint].transition)
      checkpoint -= 1
    }
    return 0
  }

  /// The smoothed points: each by the measurements before and after it.
  ///
  /// - Parameter end: The uncertainty of the last point.
  /// - Complexity: O(*n*), one allocation for the result.
  func smoothed(end: PathUncertainty?) -> [PathPoint] {
    let count = steps.count
    return [PathPoint](unsafeUninitializedCapacity: count) { points, initializedCount in
      var smoother = NavigationSmoother()
      var update = updates.count - 1
      var checkpoint = checkpoints.count - 1
      // The next later point with a known uncertainty.
      var known = count - 1
      for offset in stride(from: count - 1, through: 0, by: -1) {
        let index = steps[offset].index
        // A checkpoint can belong to a later sample.
        while checkpoint >= 0, checkpoints[checkpoint].index > index { checkpoint -= 1 }
        let isCheckpoint = checkpoint >= 0 && checkpoints[checkpoint].index == index
        points.initializeElement(
          at: offset,
          to: steps[offset].point(
            withErrors: smoother.arrive(atCheckpoint: isCheckpoint), uncertainty: end))
        if isCheckpoint {
          while update >= 0, updates[update].index >= index {
            smoother.undo(updates[update])
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
        smoother.undo(steps[offset].passage)
      }
      // The covariances of the oldest samples can have been overwritten.
      for offset in 0..<max(known, 0) { points[offset].uncertainty = points[known].uncertainty }
      initializedCount = count
    }
  }
}

extension UnsafeMutableBufferPointer<PathPoint> {
  /// Interpolates the uncertainty of the points between `a` and `b` linearly in time.
  fileprivate func interpolateUncertainty(from a: Int, to b: Int) {
    guard let first = self[a].uncertainty, let last = self[b].uncertainty else { return }
    let (start, duration) = (self[a].timestamp, self[b].timestamp - self[a].timestamp)
    for index in (a..<b).dropFirst() {
      let share = (self[index].timestamp - start) / duration
      self[index].uncertainty = first.interpolated(to: last, by: share)
    }
  }
}
