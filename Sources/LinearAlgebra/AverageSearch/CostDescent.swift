internal import RealModule
import RotationMath

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
    var place = (rotation: start, expansion: expansion(at: start))
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
      place = (datum, expansion(at: datum))
    }
    return CostMinimum(
      of: cost, over: data, at: place.rotation, expansion: place.expansion,
      isConverged: isConverged, effort: effort)
  }

  private typealias Place = (rotation: Quaternion<Double>, expansion: CostExpansion)

  /// Moves to the nearest datum if that has a lower cost: steps slow down towards a datum.
  private func settle(_ place: inout Place) {
    let nearest = place.expansion.nearest
    guard cost != .squaredAngle, nearest.angle > AngleCost.coincidence, nearest.angle < .pi else {
      return
    }
    let datum = data.rotations[nearest.index]
    let there = expansion(at: datum)
    if there.value <= place.expansion.value { place = (datum, there) }
  }

  /// Takes one step; returns its length, zero at a minimum.
  private func step(_ place: inout Place) -> Double {
    let expansion = place.expansion
    let hold = expansion.heldWeight > 0 ? expansion.heldWeight * cost.slopeAtZero : 0
    let strength = expansion.pull.length
    guard strength > hold, expansion.stepWeight > 0 else { return 0 }
    if hold == 0, let newton = newtonStep(expansion) {
      let length = newton.length
      let next = moved(place.rotation, by: newton)
      // Close to the minimum the values differ by rounding only.
      if next.expansion.value <= place.expansion.value || length < 1e-6 {
        place = next
        return length
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
  ///
  /// It is shortened to the region that the second derivatives describe: up to the nearest datum,
  /// where the other costs are not smooth.
  private func newtonStep(_ expansion: CostExpansion) -> Vector3<Double>? {
    let trusted = cost == .squaredAngle ? 0.5 : 0.3 * min(1, expansion.nearest.angle)
    guard let eigen = expansion.second.symmetricEigen(), eigen.values.x > 0 else { return nil }
    var step = Vector3<Double>.zero
    for index in 0..<3 {
      let axis = eigen.vectors[column: index]
      let curvature = max(abs(eigen.values[index]), 1e-12 * eigen.values.x)
      step += axis * (axis.dot(expansion.pull) / curvature)
    }
    let length = step.length
    return length <= trusted ? step : step * (trusted / length)
  }

  private func moved(_ rotation: Quaternion<Double>, by step: Vector3<Double>) -> Place {
    let next = rotation * Quaternion(rotationVector: step)
    let unit = next * (1 / next.lengthSquared.squareRoot())
    return (unit, expansion(at: unit))
  }
}
