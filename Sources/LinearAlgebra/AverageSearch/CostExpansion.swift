internal import RealModule
import RotationMath

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
  /// The index of the nearest datum, and its angle.
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
