internal import RealModule
internal import RotationMath

/// A search for the global minimum of a mean cost of angles to rotations.
///
/// It descends from several starts. A proof that no lower minimum exists comes from a weight of at
/// least half of the total (the triangle inequality), from data within π/2 of the minimum (Afsari's
/// theorem), or for few data from branch and bound over the rotation group (R. I. Hartley, F. Kahl,
/// *Global optimization through rotation space search*, Int. J. Computer Vision 82, 2009,
/// doi:10.1007/s11263-008-0186-9), with second-order bounds and proven balls around the minima.
struct CostSearch {
  private let cost: AngleCost
  private let data: WeightedRotations
  private let descent: CostDescent
  /// The minima found, no two of them closer than ``separation``.
  private var minima: [CostMinimum] = []
  /// Whether no rotation has a lower cost by more than ``tolerance``, proven.
  private(set) var isProven = false

  /// Minima whose costs differ relatively by less than this are equal.
  static let tolerance = 1e-9
  /// Minima within this angle, in radians, are one.
  private static let separation = 1e-12
  /// The largest number of data for branch and bound.
  static let fewData = 64
  /// The limit of bounds of a cost of one datum, some 40 ms.
  private static let budget = 2_000_000
  /// The largest number of minima to remember: of a continuum any number is found.
  private static let capacity = 64

  /// Searches from a start.
  init(
    of cost: AngleCost, over data: WeightedRotations, from start: Quaternion<Double>,
    maximumSteps: Int = 100
  ) {
    self.cost = cost
    self.data = data
    descent = CostDescent(cost: cost, data: data, maximumSteps: maximumSteps)
    insert(descent.minimum(from: start))
    if isLocallyProven {
      isProven = true
      return
    }
    tryOtherStarts()
    if isLocallyProven || isProvenByMajority {
      isProven = true
    } else if data.count <= Self.fewData {
      isProven = branchAndBound()
    }
  }

  /// The minimum with the least cost.
  var best: CostMinimum { minima[0] }

  /// The other minima with an equal cost, as found.
  var rivals: [CostMinimum] { minima.dropFirst().filter { $0.value <= highest } }

  /// Whether the best minimum is strict and has no rival.
  var isUnique: Bool { best.isConverged && best.isStrict && rivals.isEmpty }

  /// The highest cost that counts as equal to the least.
  private var highest: Double { minima[0].value * (1 + Self.tolerance) }

  /// Whether data within π/2, or most of the weight at the minimum, prove that it is the only one.
  private var isLocallyProven: Bool {
    guard best.isConverged else { return false }
    if cost.isConvexInHalfTurn && best.expansion.largestAngle < 0.499 * .pi { return true }
    return cost.isMetric && best.expansion.heldWeight > 0.500001
  }

  /// Whether a datum with half of the weight proves that no cost is lower.
  private var isProvenByMajority: Bool {
    guard cost.isMetric,
      let index = data.weights.indices.first(where: { data.weights[$0] > 0.5 - 1e-12 })
    else { return false }
    return best.value <= data.mean(of: cost, at: data.rotations[index]) * (1 + Self.tolerance)
  }

  private mutating func insert(_ found: CostMinimum) {
    let same = minima.firstIndex {
      $0.rotation.angularDistance(to: found.rotation) <= max(Self.separation, $0.provenRadius)
    }
    if let same {
      guard found.value < minima[same].value else { return }
      minima.remove(at: same)
    }
    minima.insert(found, at: minima.firstIndex { found.value < $0.value } ?? minima.endIndex)
    if minima.count > Self.capacity { minima.removeLast() }
  }

  // MARK: - Starts

  /// Descends from the data and from rotations that cover the group; of many data, by a sample.
  private mutating func tryOtherStarts() {
    let few = data.count <= Self.fewData
    var starts = few ? data.rotations : startsOfSample()
    if cost != .cappedRoot && few { starts += Self.cover }
    for start in starts { insert(descent.minimum(from: start)) }
  }

  /// The rotations of a sample of the data with the lowest costs, and minima of its cost.
  private func startsOfSample() -> [Quaternion<Double>] {
    let sample = data.sample(512)
    let ranked = sample.rotations.map { ($0, sample.mean(of: cost, at: $0)) }
      .sorted { $0.1 < $1.1 }.prefix(8).map { $0.0 }
    guard cost != .cappedRoot else { return ranked }
    let descent = CostDescent(cost: cost, data: data.sample(128), maximumSteps: 30)
    let found = Self.cover.map { descent.minimum(from: $0) }.sorted { $0.value < $1.value }
    return candidates(ranked.prefix(2) + found.prefix(4).map { $0.rotation })
  }

  /// Minima of a larger sample, from `starts`, that can be the least of all data.
  ///
  /// Without those of the same minimum as ``best``, and those whose costs exceed the least by four
  /// standard errors of the difference.
  private func candidates(_ starts: [Quaternion<Double>]) -> [Quaternion<Double>] {
    let count = 8192
    guard data.count > count else { return starts }
    let sample = data.sample(count)
    let descent = CostDescent(cost: cost, data: sample, maximumSteps: 30)
    var found = [descent.minimum(from: best.rotation)]
    for start in starts {
      let minimum = descent.minimum(from: start)
      let isNew = found.allSatisfy { $0.rotation.angularDistance(to: minimum.rotation) > 1e-6 }
      if isNew { found.append(minimum) }
    }
    func costs(_ minimum: CostMinimum) -> [Double] {
      sample.rotations.map { cost.value((minimum.rotation.conjugate * $0).preciseAngle) }
    }
    let least = found.min { $0.value < $1.value }.map(costs) ?? []
    return found.dropFirst().filter { minimum in
      let excess = zip(costs(minimum), least).map { $0 - $1 }
      let mean = excess.reduce(0, +) / Double(count)
      let square = excess.reduce(0) { $0 + $1 * $1 } / Double(count)
      return mean <= 4 * (max(0, square - mean * mean) / Double(count)).squareRoot()
    }.map { $0.rotation }
  }

  /// The 24 rotations of a cube: every rotation is within 63° of one.
  private static let cover: [Quaternion<Double>] =
    RotationGroup<Double>.octahedral.elements

  // MARK: - Branch and bound

  /// Divides the group into cells until none can hold a lower or an equal minimum.
  ///
  /// - Returns: Whether all cells are excluded within the budget.
  private mutating func branchAndBound() -> Bool {
    let bound = CostBound(cost: cost, data: data)
    var cells = RotationCell.all
    var work = 0
    while let cell = cells.popLast() {
      let (center, radius) = (cell.rotation, cell.radius)
      if isInProvenBall(center, radius) { continue }
      work += data.count + minima.count
      let (_, least) = bound.bound(around: center, radius: radius)
      if least > threshold { continue }
      guard work < Self.budget, cell.depth < 48 else { return false }
      if cell.depth >= 2 && cell.depth % 2 == 0 {
        let found = descent.minimum(from: center)
        // An expansion takes some four times as long as a bound.
        work += 4 * found.effort * data.count
        insert(found)
        if isInProvenBall(center, radius) { continue }
      }
      cell.forEachPart { cells.append($0) }
    }
    return true
  }

  /// A cell whose costs exceed this is excluded.
  ///
  /// Once the minimum is known not to be unique, only lower costs matter.
  private var threshold: Double {
    isUnique ? highest : best.value * (1 - Self.tolerance)
  }

  /// Whether a ball is within a ball around a minimum in which that minimum is the least.
  private func isInProvenBall(_ center: Quaternion<Double>, _ radius: Double) -> Bool {
    minima.contains {
      radius < $0.provenRadius
        && center.angularDistance(to: $0.rotation) + radius <= $0.provenRadius
    }
  }
}

/// Computes a lower bound of the mean cost in a ball of rotations.
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

/// A cube of rotations: unit quaternions in the direction of a cube on one of four faces of the
/// four-dimensional cube [-1, 1]⁴, which together cover every rotation.
struct RotationCell {
  private let face: Int
  private let center: Vector3<Double>
  private let halfWidth: Double
  /// The number of divisions that led to the cell.
  let depth: Int

  /// Cells that cover all rotations: 64 on each face.
  static let all: [RotationCell] = (0..<256).map { index in
    func coordinate(_ shift: Int) -> Double { (Double(index >> shift & 3) - 1.5) / 2 }
    return RotationCell(
      face: index >> 6, center: Vector3(coordinate(0), coordinate(2), coordinate(4)),
      halfWidth: 0.25, depth: 0)
  }

  /// The unit quaternion of the centre.
  var rotation: Quaternion<Double> {
    let c = center
    let q =
      switch face {
      case 0: Quaternion(x: 1, y: c.x, z: c.y, w: c.z)
      case 1: Quaternion(x: c.x, y: 1, z: c.y, w: c.z)
      case 2: Quaternion(x: c.x, y: c.y, z: 1, w: c.z)
      default: Quaternion(x: c.x, y: c.y, z: c.z, w: 1)
      }
    return q * (1 / q.lengthSquared.squareRoot())
  }

  /// No rotation of the cell is farther from the centre than this angle, in radians.
  ///
  /// The central projection from a face to the sphere shortens a step at the distance *d* from the
  /// centre of the face to at most 1/√(1 + *d*²) of its length.
  var radius: Double {
    let diagonal = halfWidth * 3.0.squareRoot()
    let nearest = max(0, center.lengthSquared.squareRoot() - diagonal)
    return 2 * diagonal / (1 + nearest * nearest).squareRoot()
  }

  /// Eight cells of half the width.
  func forEachPart(_ body: (RotationCell) -> Void) {
    let half = halfWidth / 2
    for part in 0..<8 {
      let offset = Vector3(
        part & 1 == 0 ? -half : half, part & 2 == 0 ? -half : half, part & 4 == 0 ? -half : half)
      body(
        RotationCell(face: face, center: center + offset, halfWidth: half, depth: depth + 1))
    }
  }
}
