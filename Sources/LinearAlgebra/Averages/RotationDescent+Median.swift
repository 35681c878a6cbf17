import RotationMath

// MARK: - Medians

extension RotationDescent {
  /// Minimises the weighted sum of a cost of the angles by Weiszfeld's algorithm.
  ///
  /// Between two rotations a sum of chords has its maximum half-way, and a sum of angles is
  /// constant. From such a saddle point the descent continues on both sides and keeps the lower
  /// sum. The steps slow down towards a datum, so the nearest datum is tried as well.
  ///
  /// - Parameters:
  ///   - maximumSteps: The limit of steps; three times as many from a saddle point.
  ///   - cost: The cost of an angle, zero at zero.
  ///   - slope: The first derivative of the cost, positive at zero.
  ///   - curvature: The second derivative of the cost.
  /// - Returns: Whether the minimum is unique.
  mutating func findMedian(
    _ maximumSteps: Int, cost: (Double) -> Double, slope: (Double) -> Double,
    curvature: (Double) -> Double
  ) -> Bool {
    func weight(_ angle: Double) -> Double { slope(angle) / angle }
    run(maximumSteps, weight: weight)
    switch stationaryPoint(slope: slope, curvature: curvature) {
    case .flat: return false
    case .minimum:
      _ = settle(cost)
      return true
    case .saddle(let direction):
      var ends = (self, self)
      ends.0.estimate = estimate * Quaternion(rotationVector: direction * -1e-2)
      ends.1.estimate = estimate * Quaternion(rotationVector: direction * 1e-2)
      ends.0.run(maximumSteps, weight: weight)
      ends.1.run(maximumSteps, weight: weight)
      let sums = (ends.0.settle(cost), ends.1.settle(cost))
      self = sums.0 <= sums.1 ? ends.0 : ends.1
      return abs(sums.0 - sums.1) > 1e-9 * max(sums.0, sums.1)
    }
  }

  /// Moves the estimate to the nearest datum if that has a lower weighted sum of costs.
  ///
  /// - Returns: The lower sum.
  private mutating func settle(_ cost: (Double) -> Double) -> Double {
    let nearest = data.max { abs($0.rotation.dot(estimate)) < abs($1.rotation.dot(estimate)) }
    func sum(_ candidate: Quaternion<Double>) -> Double {
      data.reduce(0) { $0 + $1.weight * cost(candidate.angularDistance(to: $1.rotation)) }
    }
    let here = sum(estimate)
    guard let nearest else { return here }
    let there = sum(nearest.rotation)
    guard there < here else { return here }
    estimate = nearest.rotation
    return there
  }

  private enum StationaryPoint {
    case minimum
    case flat
    case saddle(Vector3<Double>)
  }

  /// The kind of stationary point that the estimate is.
  ///
  /// Perpendicular to the direction of a datum at the angle θ, the second derivative of a function
  /// of θ is its slope times cot(θ/2)/2, since the rotation group has the curvature ¼.
  private func stationaryPoint(
    slope: (Double) -> Double, curvature: (Double) -> Double
  ) -> StationaryPoint {
    var second = Matrix3<Double>.zero
    var pull = Vector3<Double>.zero
    var (held, total) = (0.0, 0.0)
    let back = estimate.conjugate
    for datum in data {
      let vector = (back * datum.rotation).rotationVector
      let angle = vector.length
      total += datum.weight
      guard angle > 1e-12 else {
        held += datum.weight * slope(0)
        continue
      }
      let direction = vector / angle
      let across = slope(angle) / (2 * Double.tan(angle / 2))
      pull += direction * (slope(angle) * datum.weight)
      second =
        second
        + (Matrix3(diagonal: Vector3(repeating: across))
          + direction.outerProduct(direction) * (curvature(angle) - across)) * datum.weight
    }
    // Second derivatives are meaningless at a datum and where the gradient is not zero.
    let rounding = 1e-9 * total
    if held > 0 { return held - pull.length > rounding ? .minimum : .flat }
    guard let eigen = second.symmetricEigen(), pull.length <= 1e-6 * total else { return .minimum }
    if eigen.values.z < -rounding { return .saddle(eigen.vectors.c2) }
    return eigen.values.z > rounding ? .minimum : .flat
  }
}
