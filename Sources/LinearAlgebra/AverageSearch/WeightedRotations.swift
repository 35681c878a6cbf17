internal import RealModule
import RotationMath

/// Unit quaternions with positive weights of sum one.
struct WeightedRotations {
  let rotations: [Quaternion<Double>]
  let weights: [Double]

  /// Normalises rotations of any positive length, and weights of any scale; `nil` for ones.
  ///
  /// Rotations whose weight is zero, or zero relative to the largest, are left out.
  init(_ rotations: [Quaternion<Double>], weights: [Double]?) {
    let largest = weights?.max() ?? 1
    var kept: [Quaternion<Double>] = []
    var shares: [Double] = []
    kept.reserveCapacity(rotations.count)
    shares.reserveCapacity(rotations.count)
    for (index, rotation) in rotations.enumerated() {
      let share = (weights?[index] ?? 1) / largest
      // A datum can be the average, which is then equal to it in every bit.
      let isUnit = abs(rotation.lengthSquared - 1) <= 16 * .ulpOfOne
      if share > 0, let unit = isUnit ? rotation : rotation.normalized() {
        kept.append(unit)
        shares.append(share)
      }
    }
    let total = shares.reduce(0, +)
    self.rotations = kept
    self.weights = shares.map { $0 / total }
  }

  private init(rotations: [Quaternion<Double>], weights: [Double]) {
    self.rotations = rotations
    self.weights = weights
  }

  var count: Int { rotations.count }

  /// A stratified sample of at most `count` rotations, by weight.
  ///
  /// It takes one rotation at a random position in each of `count` equal parts of the total weight:
  /// a fixed step would miss sources that alternate in the data.
  func sample(_ count: Int) -> WeightedRotations {
    guard self.count > count else { return self }
    var random = SplitMix64(seed: 0)
    var sample: [Quaternion<Double>] = []
    sample.reserveCapacity(count)
    let part = 1 / Double(count)
    var passed = 0.0
    var position = part * Double.random(in: 0..<1, using: &random)
    for (rotation, weight) in zip(rotations, weights) {
      passed += weight
      while position < passed && sample.count < count {
        sample.append(rotation)
        position = part * (Double(sample.count) + Double.random(in: 0..<1, using: &random))
      }
    }
    return WeightedRotations(
      rotations: sample,
      weights: [Double](repeating: 1 / Double(sample.count), count: sample.count))
  }

  /// The weighted mean of a cost of the angles to a rotation.
  func mean(of cost: AngleCost, at rotation: Quaternion<Double>) -> Double {
    // Beyond the cap no angle is needed.
    let cosine = cost == .cappedRoot ? Double.cos(AngleCost.cap / 2) : -1
    let cap = AngleCost.cap.squareRoot()
    var sum = 0.0
    for index in rotations.indices {
      let turn = rotation.conjugate * rotations[index]
      sum +=
        weights[index] * (abs(turn.w) < cosine ? cap : cost.value(turn.preciseAngle))
    }
    return sum
  }
}

extension Quaternion<Double> {
  /// ``angle`` of a unit quaternion by the arcsine or the arccosine, whichever is accurate.
  var preciseAngle: Double {
    let sine = vector.lengthSquared.squareRoot(), cosine = abs(w)
    return 2 * (sine < cosine ? Double.asin(sine) : Double.acos(cosine))
  }
}
