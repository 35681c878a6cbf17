import RotationMath

// MARK: - Medians

extension RotationDescent {
  /// Moves the estimate to a minimum of the weighted sum of a function of the angles, by Weiszfeld's
  /// algorithm.
  ///
  /// Between two rotations a sum of chords is greatest half-way, and that of angles the same all the way.
  /// Where the steps end at such a place the estimate goes on to either side, and stays where the
  /// sum is less. Towards a datum the steps slow down: the nearest is tried by itself.
  ///
  /// - Parameters:
  ///   - maximumIterations: The most steps; three times as many from a place that is no minimum.
  ///   - cost: The function of the angle, zero at zero.
  ///   - slope: Its derivative, positive at zero.
  ///   - curvature: Its second derivative.
  /// - Returns: Whether no other rotation beside the estimate is as good.
  mutating func findMedian(
    _ maximumIterations: Int, cost: (Double) -> Double, slope: (Double) -> Double,
    curvature: (Double) -> Double
  ) -> Bool {
    func weight(_ angle: Double) -> Double { slope(angle) / angle }
    run(maximumIterations, weight: weight)
    switch place(slope: slope, curvature: curvature) {
    case .flat: return false
    case .minimum:
      _ = settle(cost)
      return true
    case .saddle(let direction):
      var ends = (self, self)
      ends.0.estimate = estimate * Quaternion(rotationVector: direction * -1e-2)
      ends.1.estimate = estimate * Quaternion(rotationVector: direction * 1e-2)
      ends.0.run(maximumIterations, weight: weight)
      ends.1.run(maximumIterations, weight: weight)
      let sums = (ends.0.settle(cost), ends.1.settle(cost))
      self = sums.0 <= sums.1 ? ends.0 : ends.1
      return abs(sums.0 - sums.1) > 1e-9 * max(sums.0, sums.1)
    }
  }

  /// Moves the estimate to the nearest datum if the weighted sum of `cost` is less there.
  ///
  /// - Returns: The sum.
  private mutating func settle(_ cost: (Double) -> Double) -> Double {
    let nearest = data.max { abs($0.rotation.dot(estimate)) < abs($1.rotation.dot(estimate)) }
    func sum(_ place: Quaternion<Double>) -> Double {
      data.reduce(0) { $0 + $1.weight * cost(place.angularDistance(to: $1.rotation)) }
    }
    let here = sum(estimate)
    guard let nearest else { return here }
    let there = sum(nearest.rotation)
    guard there < here else { return here }
    estimate = nearest.rotation
    return there
  }

  private enum Place {
    case minimum
    case flat
    case saddle(Vector3<Double>)
  }

  /// What kind of a place the estimate is, where steps no longer move it.
  ///
  /// Across the direction to a datum at the angle θ, the second derivative of a function of θ is its
  /// slope times cot(θ/2)/2: rotations have the curvature ¼.
  private func place(slope: (Double) -> Double, curvature: (Double) -> Double) -> Place {
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
    // Second derivatives of a datum that is met, and of a slope that is not zero, say nothing.
    let rounding = 1e-9 * total
    if held > 0 { return held - pull.length > rounding ? .minimum : .flat }
    guard let eigen = second.symmetricEigen(), pull.length <= 1e-6 * total else { return .minimum }
    if eigen.values.z < -rounding { return .saddle(eigen.vectors.c2) }
    return eigen.values.z > rounding ? .minimum : .flat
  }
}
