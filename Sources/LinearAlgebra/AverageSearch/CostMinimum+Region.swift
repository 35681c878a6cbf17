internal import RealModule
import RotationMath

extension CostMinimum {
  /// Classifies the end of a descent, and proves in which ball it is the minimum.
  ///
  /// In a ball of radius *r* the cost exceeds its second-order expansion, or its first-order
  /// expansion at a datum, less bounds of the third derivatives and of the concave kinks: at a half
  /// turn from a datum, and at the cap. The radius is found by halving.
  init(
    of cost: AngleCost, over data: WeightedRotations, at rotation: Quaternion<Double>,
    expansion: CostExpansion, isConverged: Bool, effort: Int
  ) {
    let angles = data.rotations.map { (rotation.conjugate * $0).preciseAngle }
    let ball = MinimalBall(cost: cost, weights: data.weights, angles: angles)
    self.rotation = rotation
    self.expansion = expansion
    self.isConverged = isConverged
    self.effort = effort
    let held = expansion.heldWeight
    guard isConverged else {
      (isStrict, provenRadius) = (false, 0)
      return
    }
    if held > 0 && cost != .squaredAngle {
      let margin = held * cost.slopeAtZero - expansion.pull.length
      isStrict = margin > 1e-9
      provenRadius =
        isStrict ? ball.radius { ball.isProvenAtDatum($0, held: held, margin: margin) } : 0
      return
    }
    let curvature = expansion.second.symmetricEigen()?.values ?? .zero
    // Rounding errors of the second derivatives.
    isStrict = curvature.z > 1e-9 * max(1, curvature.x)
    let least = isStrict ? curvature.z : 0
    provenRadius = ball.radius { ball.isProven($0, curvature: least) }
  }
}

/// The test whether the centre of a ball has the least mean cost in it.
private struct MinimalBall {
  let cost: AngleCost
  let weights: [Double]
  /// The angles from the centre to the data.
  let angles: [Double]

  /// The largest radius in a sequence of halves that passes a test; zero if none down to 1e-15.
  func radius(_ isProven: (Double) -> Bool) -> Double {
    var radius = 2.0
    while radius > 1e-15 {
      if isProven(radius) { return radius }
      radius *= 0.75
    }
    return 0
  }

  /// Tests a critical point with this least second derivative.
  func isProven(_ r: Double, curvature: Double) -> Bool {
    switch cost {
    case .squaredAngle:
      // The second derivative of θ² is at least θ cot(θ/2), which decreases.
      var least = 0.0
      for (weight, angle) in zip(weights, angles) {
        let far = angle + r
        guard far < 6 else { return false }
        least += weight * (far / Double.tan(far / 2) - 2 * kink(at: .pi - angle, r) * 4 * .pi)
      }
      return least > 0
    case .angle:
      // Without a kink the cost is convex.
      if angles.allSatisfy({ $0 + r < .pi }) { return true }
      return r < 1
        && isSteep(r, curvature) { angle, near, far in
          let (sine, cosine) = (Double.sin(near / 2), Double.cos(near / 2))
          let rate = (0.25 + 0.25 * cosine * cosine) / (sine * sine)
          return rate * r / 6 + 2 * kink(at: .pi - angle, r)
        }
    case .chord:
      return isSteep(r, curvature) { _, near, _ in
        let sine = Double.sin(near / 2)
        return (0.5 / (sine * sine) + 0.25) * r / 6
      }
    case .cappedRoot:
      let cap = AngleCost.cap
      guard r <= cap / 2 else { return false }
      return isSteep(r, curvature) { angle, near, far in
        if angle >= cap {
          // The steepest slope inside, where θ ≥ cap - r ≥ cap / 2.
          return near < cap ? kink(at: angle - cap, r) * 0.71 / cap.squareRoot() : 0
        }
        let leaving = far > cap ? kink(at: cap - angle, r) * 0.5 / cap.squareRoot() : 0
        return 1.6 / (near * near * near.squareRoot()) * r / 6 + leaving
      }
    }
  }

  /// Whether half the curvature is at least the mean of a loss relative to the squared distance.
  private func isSteep(
    _ r: Double, _ curvature: Double,
    loss: (_ angle: Double, _ near: Double, _ far: Double) -> Double
  ) -> Bool {
    var total = 0.0
    for (weight, angle) in zip(weights, angles) {
      let near = angle - r
      guard near > 0 else { return false }
      total += weight * loss(angle, near, angle + r)
    }
    return curvature / 2 > 1.05 * total
  }

  /// The largest (t - a)/t² for t up to `r`: a kink of slope one at the distance `a`.
  private func kink(at a: Double, _ r: Double) -> Double {
    guard r > a else { return 0 }
    return r < 2 * a ? (r - a) / (r * r) : 1 / (4 * max(a, 1e-300))
  }

  /// Tests a datum that holds with this weight and exceeds the pull of the others by `margin`.
  func isProvenAtDatum(_ r: Double, held: Double, margin: Double) -> Bool {
    var total = 0.0
    switch cost {
    case .squaredAngle:
      return false
    case .angle:
      for (weight, angle) in zip(weights, angles) where angle + r > .pi {
        let far = angle + r
        guard far < 6 else { return false }
        total += weight * (-r / (4 * Double.tan(far / 2)) + 2 * (1 - (.pi - angle) / r))
      }
      return margin > 1.001 * total
    case .chord:
      for (weight, angle) in zip(weights, angles) where angle > AngleCost.coincidence {
        total += weight * min(1, Double.sin(angle / 2) + r / 2)
      }
      return margin - held * r * r / 24 > total * r / 4
    case .cappedRoot:
      // Up to the next datum the decrease of the other costs is convex in the distance, and the
      // increase is concave.
      for (weight, angle) in zip(weights, angles) where angle > AngleCost.coincidence {
        guard r < angle else { return false }
        total += weight * (cost.value(angle) - cost.value(angle - r))
      }
      return r <= AngleCost.cap && held * r.squareRoot() > 1.001 * total
    }
  }
}
