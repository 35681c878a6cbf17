public import MotionFusion

/// Measurements from outside, such as of satellite navigation, odometry or optical flow.
///
/// Each is taken at the time of the last sample, in the reference frame of the device motion, and
/// weighted by its standard deviation. Errors of different measurements are independent. They
/// correct the latest point at once, and the path before it by a revision within half a second, or
/// at ``finish(listener:)``. Measurements that are not finite, or whose deviation is not positive,
/// are left out and counted in ``faults``; measurements before the first sample are left out.
///
/// Set ``Configuration/initialHeadingDeviation`` where the heading of device motion in the frame of
/// the measurements is uncertain, and ``Configuration/initialPositionDeviation`` where the origin
/// of positions is not the start of the path.
///
/// ```swift
/// navigator.update(motion) { path.apply($0) }
/// navigator.observe(velocity: Vector3(1.2, 0.1, 0), deviation: 0.1)
/// ```
extension InertialNavigator {
  /// Takes a measured velocity.
  ///
  /// - Parameters:
  ///   - velocity: In the reference frame, in m/s.
  ///   - deviation: The standard deviation of each component, in m/s.
  /// - Complexity: O(1); the revision is O(*n*) in the samples since the last stationary phase.
  public mutating func observe(velocity: Vector3<Double>, deviation: Double) {
    observe(.velocity(velocity), deviation)
  }

  /// Takes a measured position.
  ///
  /// - Parameters:
  ///   - position: In the frame of the path, in metres.
  ///   - deviation: The standard deviation of each component, in metres.
  /// - Complexity: O(1); the revision is O(*n*) in the samples since the last stationary phase.
  public mutating func observe(position: Vector3<Double>, deviation: Double) {
    observe(.position(position), deviation)
  }

  private mutating func observe(_ quantity: MotionMeasurement.Quantity, _ deviation: Double) {
    observe(
      MotionMeasurement(timestamp: timestamp ?? 0, quantity: quantity, deviation: deviation))
  }

  /// Takes a position or a velocity at the last sample or shortly before; one that is older is left
  /// out.
  ///
  /// - Returns: Whether it was used.
  @discardableResult
  mutating func observe(_ measurement: MotionMeasurement) -> Bool {
    guard !measurement.isAngular else { return false }
    guard measurement.isPlausible else {
      faults.notFinite += 1
      return false
    }
    guard let timestamp else { return false }
    let age = timestamp - measurement.timestamp
    guard (0...configuration.longestStep).contains(age) else { return false }
    isReferenced = true
    // The measurement belongs to the last sample, not to the next.
    nextIndex -= 1
    let noise = Matrix3(scale: measurement.deviation * measurement.deviation)
    let isUsed =
      switch measurement.quantity {
      case .velocity(let velocity):
        measure(.velocity, innovation: velocity - filter.velocity, noise: noise)
      case .position(let position):
        measure(
          .position, innovation: position - (filter.position - filter.velocity * age),
          noise: noise)
      case .heading, .attitude: false
      }
    nextIndex += 1
    uncertainty = filter.uncertainty
    history.replaceLast {
      ($0.position, $0.velocity, $0.attitude) = (filter.position, filter.velocity, filter.attitude)
    }
    nextReferenceRevision = min(nextReferenceRevision, timestamp + configuration.settlingTime)
    return isUsed
  }

  /// Delivers the revision by the measurements since the last one.
  mutating func reviseByReferences(_ listener: (PathEvent) -> Void) {
    nextReferenceRevision = .infinity
    revise(listener)
  }
}
