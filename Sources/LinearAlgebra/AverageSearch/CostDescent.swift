internal import RealModule
internal import RotationMath

/// A descent of a mean cost on the rotation group.
///
/// Steps are Newton's where those decrease the cost, otherwise weighted means of rotation vectors,
/// which never increase it (Weiszfeld's algorithm; for `.squaredAngle` J. H. Manton's).
struct CostDescent {
  let cost: AngleCost
  let data: WeightedRotations
  var maximumSteps = 100

  private func expansion(at rotation: Quaternion<Double>) -> CostExpansion {
    CostExpansion(of: cost, over: data, at: rotation)
  }

  /// Descends from a unit quaternion to a local minimum.
  func minimum(from start: Quaternion<Double>) -> CostMinimum {
    var place: Place = (start, expansion(at: start), 0.5)
    var (isConverged, effort) = (false, 0)
    for count in 0..<maximumSteps {
      if count % 4 == 2 || place.expansion.nearest.angle < 1e-3 {
        settle(&place)
        effort += 1
      }
      let step = self.step(&place)
      effort += 1
      if step < 1e-14 {
        isConverged = true
        break
      }
    }
    let nearest = place.expansion.nearest
    if cost.isMetric && nearest.angle <= 100 * AngleCost.coincidence {
      // Exactly at the datum, where the cost of a rounding error would be large.
      let datum = data.rotations[nearest.index]
      place = (datum, expansion(at: datum), 0)
    }
    return CostMinimum(
      of: cost, over: data, at: place.rotation, expansion: place.expansion,
      isConverged: isConverged, effort: effort)
  }

  /// A rotation, the cost there, and the largest step of Newton's to try.
  private typealias Place = (
    rotation: Quaternion<Double>, expansion: CostExpansion, reach: Double
  )

  /// Moves to the nearest datum if that has a lower cost: steps slow down towards a datum.
  ///
  /// Not while the pull is ten times as strong as the datum could hold.
  private func settle(_ place: inout Place) {
    let nearest = place.expansion.nearest
    guard cost != .squaredAngle, nearest.angle > AngleCost.coincidence, nearest.angle < .pi,
      10 * data.weights[nearest.index] * cost.slopeAtZero > place.expansion.pull.length
    else { return }
    let datum = data.rotations[nearest.index]
    let there = expansion(at: datum)
    if there.value <= place.expansion.value { place = (datum, there, place.reach) }
  }

  /// Takes one step; returns its length, zero at a minimum.
  private func step(_ place: inout Place) -> Double {
    let expansion = place.expansion
    let hold = expansion.heldWeight > 0 ? expansion.heldWeight * cost.slopeAtZero : 0
    let strength = expansion.pull.length
    guard strength > hold, expansion.stepWeight > 0 else { return 0 }
    if hold == 0, let newton = newtonStep(expansion) {
      let length = newton.length, nearest = expansion.nearest
      // The region that the second derivatives describe: up to the nearest datum, where the other
      // costs are not smooth. Beyond it if the pull outweighs that datum's, which is so for many.
      let smooth = cost == .squaredAngle ? 0.5 : 0.3 * min(1, nearest.angle)
      let isSlight =
        length > smooth
        && 10 * data.weights[nearest.index] * cost.slope(nearest.angle) < strength
      var taken = min(length, isSlight ? max(place.reach, smooth) : smooth)
      while true {
        let next = moved(place.rotation, by: newton * (taken / length))
        // Close to the minimum the values differ by rounding only.
        if next.expansion.value <= place.expansion.value || taken < 1e-6 {
          place = next
          place.reach = min(0.5, 2 * taken)
          return taken
        }
        if taken <= smooth { break }
        taken = max(taken / 4, smooth)
      }
    }
    // Y. Vardi, C.-H. Zhang, *The multivariate L1-median and associated data depth*, PNAS 97(4),
    // 2000: the step from a datum that does not outweigh the others.
    var step = expansion.pull * ((1 - hold / strength) / expansion.stepWeight)
    for _ in 0..<60 {
      let next = moved(place.rotation, by: step)
      if next.expansion.value < place.expansion.value || hold == 0 {
        place = next
        return step.length
      }
      step = step * 0.5
    }
    return 0
  }

  /// Newton's step with the magnitudes of the curvatures, so that it descends from saddle points
  /// too.
  private func newtonStep(_ expansion: CostExpansion) -> Vector3<Double>? {
    guard let eigen = expansion.second.symmetricEigen(), eigen.values.x > 0 else { return nil }
    var step = Vector3<Double>.zero
    for index in 0..<3 {
      let axis = eigen.vectors[column: index]
      let curvature = max(abs(eigen.values[index]), 1e-12 * eigen.values.x)
      step += axis * (axis.dot(expansion.pull) / curvature)
    }
    return step.length > 0 ? step : nil
  }

  private func moved(_ rotation: Quaternion<Double>, by step: Vector3<Double>) -> Place {
    let next = rotation * Quaternion(rotationVector: step)
    let unit = next * (1 / next.lengthSquared.squareRoot())
    return (unit, expansion(at: unit), 0.5)
  }
}

/// The value of a mean cost at a rotation, and its derivatives by the rotation vector of a step.
struct CostExpansion {
  /// The weighted mean cost.
  private(set) var value = 0.0
  /// The negative gradient, from the data that are not at the rotation.
  private(set) var pull = Vector3<Double>.zero
  /// The second derivatives, from the data that are not at the rotation.
  private(set) var second = Matrix3<Double>.zero
  /// The weight of a step to the mean of the data: the sum of *w* *g*′/θ.
  private(set) var stepWeight = 0.0
  /// The weight of the data at the rotation.
  private(set) var heldWeight = 0.0
  private(set) var nearest = (index: 0, angle: Double.infinity)
  /// The largest angle to a datum.
  private(set) var largestAngle = 0.0

  init(of cost: AngleCost, over data: WeightedRotations, at rotation: Quaternion<Double>) {
    let back = rotation.conjugate
    let cosine = cost == .cappedRoot ? Double.cos(AngleCost.cap / 2) : -1
    let cap = AngleCost.cap.squareRoot()
    for index in data.rotations.indices {
      let weight = data.weights[index]
      var turn = back * data.rotations[index]
      if abs(turn.w) < cosine {
        value += weight * cap
        largestAngle = .pi
        continue
      }
      if turn.w < 0 { turn = -turn }
      let angle = turn.preciseAngle
      largestAngle = max(largestAngle, angle)
      if angle < nearest.angle { nearest = (index, angle) }
      guard angle > AngleCost.coincidence else {
        heldWeight += weight
        if cost == .squaredAngle {
          stepWeight += 2 * weight
          second = second + Matrix3(diagonal: Vector3(repeating: 2 * weight))
        }
        continue
      }
      let direction = turn.vector / turn.vector.lengthSquared.squareRoot()
      let slope = cost.slope(angle)
      let (along, across) = cost.curvatures(angle)
      value += weight * cost.value(angle)
      pull += direction * (weight * slope)
      stepWeight += weight * slope / angle
      second =
        second
        + (Matrix3(diagonal: Vector3(repeating: across))
          + direction.outerProduct(direction) * (along - across)) * weight
    }
  }
}

/// A local minimum of a mean cost.
struct CostMinimum {
  let rotation: Quaternion<Double>
  let expansion: CostExpansion
  /// The number of expansions of the descent.
  let effort: Int
  /// Whether the descent converged.
  let isConverged: Bool
  /// Whether the cost increases in every direction, by first or second order.
  let isStrict: Bool
  /// No rotation within this angle has a lower cost; zero if that is not proven.
  let provenRadius: Double

  var value: Double { expansion.value }
}

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

  /// The largest radius in a sequence of three quarters that passes a test; zero if none does.
  ///
  /// For branch and bound from 2 to 1e-15; for more data only one that tells two minima apart.
  func radius(_ isProven: (Double) -> Bool) -> Double {
    let isMany = angles.count > CostSearch.fewData
    var radius = isMany ? 1e-6 : 2.0
    while radius > (isMany ? 1e-8 : 1e-15) {
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
