internal import RealModule
import RotationMath

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
  private static let fewData = 64
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
    return ranked.prefix(2) + found.prefix(4).map(\.rotation)
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
