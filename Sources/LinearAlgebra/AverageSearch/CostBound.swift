internal import RealModule
import RotationMath

/// A lower bound of a mean cost on balls of rotations.
struct CostBound {
  let cost: AngleCost
  let data: WeightedRotations

  /// The value at the centre of a ball, and a lower bound in the ball.
  ///
  /// The bound is the larger of two sums. In the first each datum is closer by the radius. The
  /// second is a second-order expansion of the data whose cost is smooth in the ball, plus the
  /// closest cost of the others.
  func bound(
    around center: Quaternion<Double>, radius r: Double
  ) -> (value: Double, least: Double) {
    var sums = Sums()
    let back = center.conjugate
    let (cosine, sine) = (Double.cos(r / 2), Double.sin(min(r, .pi) / 2))
    let far = cost == .cappedRoot ? Double.cos(min(.pi, AngleCost.cap + r) / 2) : -1
    for index in data.rotations.indices {
      let weight = data.weights[index]
      var turn = back * data.rotations[index]
      if turn.w < 0 { turn = -turn }
      switch cost {
      case .squaredAngle: addSquaredAngle(turn, r, weight, &sums)
      case .angle: addAngle(turn, r, weight, &sums)
      case .chord: addChord(turn, r, (cosine, sine), weight, &sums)
      case .cappedRoot:
        if turn.w <= far {
          let value = weight * AngleCost.cap.squareRoot()
          sums.add(value: value, closest: value, expanded: value)
        } else {
          addCappedRoot(turn, r, weight, &sums)
        }
      }
    }
    return (sums.value, sums.least(r))
  }

  private struct Sums {
    var value = 0.0
    /// The costs with each datum closer by the radius.
    var closest = 0.0
    /// The value, pull and least second derivative of the expansion.
    var expanded = 0.0
    var pull = Vector3<Double>.zero
    var curvature = 0.0

    mutating func add(value: Double, closest: Double, expanded: Double) {
      self.value += value
      self.closest += closest
      self.expanded += expanded
    }

    func least(_ r: Double) -> Double {
      let slope = pull.lengthSquared.squareRoot()
      // The least value of the parabola within the radius.
      let reach = curvature > 0 ? min(r, slope / curvature) : r
      return max(closest, expanded - slope * reach + curvature / 2 * reach * reach)
    }
  }

  private func addSquaredAngle(
    _ turn: Quaternion<Double>, _ r: Double, _ weight: Double, _ sums: inout Sums
  ) {
    let angle = turn.preciseAngle
    let (value, near) = (weight * angle * angle, max(0, angle - r))
    let closest = weight * near * near
    let beyond = angle + r - .pi
    // Past a half turn the cost is less than its smooth continuation θ² by at most 4π(θ - π).
    let loss = beyond > 0 ? weight * 4 * .pi * beyond : 0
    guard loss < value - closest, angle + r < 5 else {
      sums.add(value: value, closest: closest, expanded: closest)
      return
    }
    sums.add(value: value, closest: closest, expanded: value - loss)
    let sine = turn.vector.lengthSquared.squareRoot()
    if sine > 0 { sums.pull += turn.vector * (2 * weight * angle / sine) }
    // θ cot(θ/2) is concave and thus above its chord from 2 at zero to 0 at π.
    let most = angle + r
    sums.curvature +=
      weight * (beyond > 0 ? most / Double.tan(most / 2) : 2 * (1 - most / .pi))
  }

  private func addAngle(
    _ turn: Quaternion<Double>, _ r: Double, _ weight: Double, _ sums: inout Sums
  ) {
    let angle = turn.preciseAngle
    let closest = weight * max(0, angle - r)
    let beyond = angle + r - .pi
    let loss = beyond > 0 ? weight * 2 * beyond : 0
    guard loss < weight * angle - closest, angle + r < 5 else {
      sums.add(value: weight * angle, closest: closest, expanded: closest)
      return
    }
    sums.add(value: weight * angle, closest: closest, expanded: weight * angle - loss)
    let sine = turn.vector.lengthSquared.squareRoot()
    if sine > 0 { sums.pull += turn.vector * (weight / sine) }
    if beyond > 0 { sums.curvature += weight / (2 * Double.tan((angle + r) / 2)) }
  }

  private func addChord(
    _ turn: Quaternion<Double>, _ r: Double, _ half: (cosine: Double, sine: Double),
    _ weight: Double, _ sums: inout Sums
  ) {
    let sine = turn.vector.lengthSquared.squareRoot()
    // sin((θ - r)/2), and sin((θ + r)/2) or one.
    let (a, b) = (sine * half.cosine, turn.w * half.sine)
    let near = r < .pi ? max(0, a - b) : 0
    let far = turn.w * half.cosine > sine * half.sine && r < .pi ? a + b : 1
    let closest = weight * 2 * near
    guard near > 0 else {
      sums.add(value: weight * 2 * sine, closest: closest, expanded: closest)
      return
    }
    sums.add(value: weight * 2 * sine, closest: closest, expanded: weight * 2 * sine)
    sums.pull += turn.vector * (weight * turn.w / sine)
    sums.curvature -= weight * 0.5 * far
  }

  private func addCappedRoot(
    _ turn: Quaternion<Double>, _ r: Double, _ weight: Double, _ sums: inout Sums
  ) {
    let angle = turn.preciseAngle
    let cap = AngleCost.cap
    let near = max(0, angle - r)
    let value = weight * min(angle, cap).squareRoot()
    let closest = weight * min(near, cap).squareRoot()
    guard angle > 2 * r, angle + r < cap else {
      sums.add(value: value, closest: closest, expanded: closest)
      return
    }
    sums.add(value: value, closest: closest, expanded: value)
    sums.pull += turn.vector * (value / (2 * angle * turn.vector.lengthSquared.squareRoot()))
    sums.curvature -= weight * 0.25 / (near * near.squareRoot())
  }
}
