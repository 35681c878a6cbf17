internal import MotionFusion
package import RotationMath

/// The factor from a gyroscope's numbers times the numbers of time to radians, by gravity's turn.
///
/// Gravity *f* in the device's frame turns by *f* × ∫ω dt. Over blocks of a few rows, Δ*f* is
/// regressed on *f* × Σ *r* Δ*t* of the raw rates *r*, with a constant bias of each axis as further
/// unknowns. The units of *f* and of time need not be known: their product with the rate's unit is
/// the factor. The linear acceleration is noise of the regression.
package struct TurnFit: Sendable {
  /// The rows of a block.
  private let length: Int
  private var count = 0
  private var force = Vector3<Double>.zero
  private var turn = Vector3<Double>.zero
  private var duration = 0.0
  /// The mean of the block before, and the turn and duration of its second half.
  private var previous: (force: Vector3<Double>, turn: Vector3<Double>, duration: Double)?

  // Sums of the normal equations, with the bias eliminated at the end.
  private var observed = 0.0
  private var product = 0.0
  private var square = 0.0
  private var biasMatrix = Matrix3<Double>.zero
  private var biasTurn = Vector3<Double>.zero
  private var biasObserved = Vector3<Double>.zero
  /// The number of pairs of blocks.
  private var pairs = 0

  package init(length: Int) { self.length = length }

  /// Adds a row.
  ///
  /// - Parameter step: The time since the row before.
  package mutating func add(force f: Vector3<Double>, rate: Vector3<Double>, step: Double) {
    force += f
    turn += rate * step
    duration += step
    count += 1
    guard count == length else { return }
    let mean = force / Double(length)
    if let previous {
      addPair(
        previous.force, mean, turn: (previous.turn + turn) / 2,
        duration: (previous.duration + duration) / 2)
    }
    previous = (mean, turn, duration)
    (count, force, turn, duration) = (0, .zero, .zero, 0)
  }

  /// Forgets the current block, for instance at a gap.
  mutating func restart() {
    (count, force, turn, duration) = (0, .zero, .zero, 0)
    previous = nil
  }

  private mutating func addPair(
    _ first: Vector3<Double>, _ second: Vector3<Double>, turn: Vector3<Double>, duration: Double
  ) {
    let (a, b) = (first.length, second.length)
    // Free fall and shocks hold no direction of gravity.
    guard a > 0, b > 0, a < 1.25 * b, b < 1.25 * a else { return }
    let (u, v) = (first / a, second / b)
    let change = v - u
    let middle = (u + v) / 2
    let expected = middle.cross(turn)
    observed += change.lengthSquared
    product += change.dot(expected)
    square += expected.lengthSquared
    // With f × b = -[b]× f as f × e_j of each axis.
    let axes = [
      middle.cross(Vector3(duration, 0, 0)), middle.cross(Vector3(0, duration, 0)),
      middle.cross(Vector3(0, 0, duration)),
    ]
    func row(_ w: Vector3<Double>) -> Vector3<Double> {
      Vector3(axes[0].dot(w), axes[1].dot(w), axes[2].dot(w))
    }
    biasMatrix = biasMatrix + Matrix3(columns: row(axes[0]), row(axes[1]), row(axes[2]))
    biasTurn += row(expected)
    biasObserved += row(change)
    pairs += 1
  }

  /// The share of gravity's turns that the factor explains.
  package var explained: Double {
    guard let (factor, error) = estimate, error > 0 else { return 0 }
    let square = factor * factor / (error * error)
    return square / (square + Double(3 * pairs))
  }

  /// The factor, and its standard error; `nil` for too few or constant rows.
  package var estimate: (factor: Double, error: Double)? {
    guard pairs >= 8, square > 0 else { return nil }
    let trace = biasMatrix.c0.x + biasMatrix.c1.y + biasMatrix.c2.z
    guard trace > 0 else { return nil }
    let matrix = biasMatrix + Matrix3(diagonal: Vector3(repeating: 1e-9 * trace))
    guard let forTurn = matrix.solve(biasTurn), let forObserved = matrix.solve(biasObserved) else {
      return nil
    }
    let square = square - biasTurn.dot(forTurn)
    let product = product - biasObserved.dot(forTurn)
    let observed = observed - biasObserved.dot(forObserved)
    guard square > 1e-9 * self.square else { return nil }
    let factor = product / square
    let residual = max(observed - factor * product, 0)
    return (factor, (residual / Double(3 * pairs) / square).squareRoot())
  }
}

/// Finds rates of the opposite sign by the turns of gravity within fractions of a second, also in
/// gestures in a row, whose directions of gravity are not continuous.
///
/// A device that swings about a pivot accelerates along with its turns, which may change the sign
/// of one factor at one frequency. Two axes and two durations have to agree.
struct OppositeTurns: Sendable {
  /// The rows of the blocks.
  private static let lengths = [8, 20]
  /// The factors that are -1, and how many standard errors they are from 0.
  private static let range = -1.4...(-0.6)
  private static let significance = 5.0
  private static let longestStep = 0.5
  /// The number of samples that decide.
  private static let largestCount = 60_000

  /// For each axis and length.
  private var fits = (0..<3).flatMap { _ in lengths.map { TurnFit(length: $0) } }
  private var time: Double?
  private var count = 0

  mutating func update(_ sample: SensorSample) {
    guard count < Self.largestCount, let force = sample.acceleration,
      let rate = sample.rotationRate, force.isFinite, rate.isFinite
    else { return }
    count += 1
    let now = sample.timestamp
    defer { time = now }
    guard let time, now > time, now - time <= Self.longestStep else { return restart() }
    for axis in 0..<3 {
      let part = Vector3(
        axis == 0 ? rate.x : 0, axis == 1 ? rate.y : 0, axis == 2 ? rate.z : 0)
      for length in Self.lengths.indices {
        fits[axis * Self.lengths.count + length].add(force: force, rate: part, step: now - time)
      }
    }
  }

  /// Forgets the current blocks, for instance at a gap.
  mutating func restart() {
    for index in fits.indices { fits[index].restart() }
  }

  /// The rates of the opposite sign; `nil` if they are not.
  var finding: SensorFinding? {
    factor.map {
      SensorFinding(
        .gyroscopeAxes,
        "expected gravity to turn by 1 rad for each rad of the gyroscope, got \(figures($0)) about "
          + "two axes or more: the rates have the opposite sign, or the axes of all sensors are "
          + "mirrored", remedies: [.gyroscopeAxes(-AxisMap.identity)])
    }
  }

  /// The mean factor if the rates have the opposite sign.
  var factor: Double? {
    var opposite: [Double] = []
    for axis in 0..<3 {
      let found = Self.lengths.indices.compactMap {
        fits[axis * Self.lengths.count + $0].estimate
      }.filter { abs($0.factor) > Self.significance * $0.error }
      guard !found.contains(where: { $0.factor > 0.3 }) else { return nil }
      if found.count == Self.lengths.count, found.allSatisfy({ Self.range.contains($0.factor) }) {
        opposite.append(found.map(\.factor).reduce(0, +) / Double(found.count))
      }
    }
    return opposite.count > 1 ? opposite.reduce(0, +) / Double(opposite.count) : nil
  }
}
