internal import MotionFusion
internal import RotationMath

/// Compares each block's direction of gravity with an accepted hypothesis about the gyroscope, and
/// finds from when on it fails.
///
/// Cumulative sums (E. S. Page, *Continuous inspection schemes*, 1954) over a window of half a
/// minute: the squared residual of the accepted hypothesis, less what is usual, and that less the
/// residual of each other hypothesis. What little remains in each block of a long motion adds up no
/// further. The block at which a sum was last near zero is when the change began.
struct ChangeMonitor: Sendable {
  /// The residual that is never counted, in radians: what an accelerometer's offset of 0.05 g
  /// turns.
  private static let tolerance = 0.05
  /// The squared residual of a block that is usual in motion: a change of velocity by 2 m/s.
  private static let usual = 0.01
  /// The sum that is a contradiction: three blocks that are wrong by 24°.
  static let leastSum = 0.5
  /// The least number of blocks, and how many times larger the residuals of all other hypotheses
  /// are than those of the one that explains the change.
  private static let leastCount = 2.5
  private static let leastRatio = 3.0

  /// The share that a sum keeps in each block: a window of 15 blocks.
  private static let memory = 1 - 1.0 / 15

  private struct Sum: Sendable {
    var gain = 0.0
    var residual = 0.0
    var count = 0.0
    /// The time at which it began, in seconds.
    var start = 0.0

    /// Adds a block; a sum below zero restarts.
    mutating func add(_ amount: Double, residual: Double, from time: Double) {
      if gain * ChangeMonitor.memory + amount <= 0 {
        self = Sum()
        return
      }
      if gain < ChangeMonitor.leastSum / 10 { start = time }
      gain = gain * ChangeMonitor.memory + amount
      self.residual = self.residual * ChangeMonitor.memory + residual
      count = count * ChangeMonitor.memory + 1
    }
  }

  private var wrong = Sum()
  private var sums = Array(repeating: Sum(), count: RotationHypotheses.count)

  /// What contradicts the accepted hypothesis: the sum, and the time since when; `nil` if too few
  /// blocks do.
  var contradiction: (sum: Double, start: Double)? {
    wrong.count >= Self.leastCount ? (wrong.gain, wrong.start) : nil
  }

  /// The only hypothesis that explains what the accepted one does not, and the time of the change.
  var change: (hypothesis: Int, start: Double)? {
    var (best, second) = (0, 0)
    for index in sums.indices {
      if sums[index].gain > sums[best].gain {
        (best, second) = (index, best)
      } else if index != best, sums[index].gain > sums[second].gain || second == best {
        second = index
      }
    }
    let found = sums[best]
    let lead = found.gain - sums[second].gain
    guard found.gain > Self.leastSum, found.count >= Self.leastCount,
      found.residual <= Self.usual * found.count,
      lead > (Self.leastRatio - 1) * max(found.residual, Self.leastSum / 10)
    else { return nil }
    return (best, found.start)
  }

  /// Takes the residuals of a block.
  ///
  /// - Parameters:
  ///   - accepted: The squared residual of the accepted hypothesis.
  ///   - residuals: Those of all hypotheses.
  ///   - weight: Of the block, 1 without acceleration.
  ///   - time: Of its start, in seconds.
  mutating func add(accepted: Double, residuals: [Double], weight: Double, from time: Double) {
    let excess = max(accepted.squareRoot() - Self.tolerance, 0)
    let squared = excess * excess
    wrong.add(weight * (squared - Self.usual), residual: 0, from: time)
    for index in sums.indices {
      sums[index].add(
        weight * (squared - residuals[index] - Self.usual / 10),
        residual: weight * residuals[index], from: time)
    }
  }

  mutating func restart() {
    wrong = Sum()
    for index in sums.indices { sums[index] = Sum() }
  }
}

/// Estimates the bias that fits the directions of a vector best: without it, a device that is never
/// at rest, with a bias of several °/s, contradicts itself.
///
/// A rate that is too high by *b* turns a reading, rotated to *Q f*, by *B b* with *B* = ∫*Q* dt:
/// its derivative by *b* is -[*Q f*]× *B*.
struct BiasFit: Sendable {
  /// In rad/s, more than the bias that is subtracted already.
  private var value = Vector3<Double>.zero
  private var covariance = Matrix3(diagonal: Vector3(repeating: deviation * deviation))
  /// The derivative of the sum over the block.
  private var sum = Matrix3<Double>.zero
  /// That of the mean of the blocks before.
  private var history = Matrix3<Double>.zero

  /// The standard deviation of a component, 3°/s in rad/s, and its growth in a block of 2 s, as in
  /// the orientation filter.
  private static let deviation = 3 * Double.pi / 180
  private static let walk = 0.02 * Double.pi / 180
  /// The squared normalised residual beyond which a block does not correct the bias: 4 deviations.
  private static let gate = 16.0

  mutating func add(_ rotated: Vector3<Double>, integral: Matrix3<Double>) {
    sum = sum - Matrix3(hat: rotated) * integral
  }

  mutating func clearBlock() { sum = .zero }

  /// Moves the derivative of the mean `v` of the blocks so far to the frame at the block's end.
  ///
  /// - Parameters:
  ///   - v: The mean in that frame.
  ///   - share: The weight of a step in the block.
  ///   - historyShare: The weight of the blocks before.
  mutating func moveHistory(
    to v: Vector3<Double>, rotation: Matrix3<Double>, integral: Matrix3<Double>, share: Double,
    historyShare: Double
  ) {
    let back = rotation.transpose
    let mean = sum * (share * (1 - historyShare)) + history * historyShare
    history = back * mean + Matrix3(hat: v) * (back * integral)
  }

  /// Corrects the bias by a block's residual.
  ///
  /// - Parameters:
  ///   - d: The residual without the bias.
  ///   - share: The weight of a step in the block.
  ///   - noise: The variance of each component of the residual.
  /// - Returns: The squared residual with the bias by earlier blocks, and that with the one that
  ///   fits it best.
  mutating func squaredResiduals(
    _ d: Vector3<Double>, share: Double, noise: Double
  ) -> (predicted: Double, fitted: Double) {
    let j = sum * share - history
    let innovation = d - j * value
    let noises = Matrix3(diagonal: Vector3(repeating: noise))
    func gain(_ covariance: Matrix3<Double>) -> (cross: Matrix3<Double>, inverse: Matrix3<Double>)?
    {
      let cross = covariance * j.transpose
      return (j * cross + noises).inverse.map { (cross, $0) }
    }
    covariance = covariance + Matrix3(diagonal: Vector3(repeating: Self.walk * Self.walk))
    // Any bias within the prior is possible in each block: walking changes it by 10°/s.
    let prior = Matrix3(diagonal: Vector3(repeating: Self.deviation * Self.deviation))
    guard let (cross, inverse) = gain(covariance), let any = gain(covariance + prior) else {
      return (d.lengthSquared, d.lengthSquared)
    }
    let weighted = inverse * innovation
    if innovation.dot(weighted) < Self.gate {
      value += cross * weighted
      covariance = covariance - cross * inverse * cross.transpose
    }
    let change = any.cross * (any.inverse * innovation)
    return (innovation.lengthSquared, (innovation - j * change).lengthSquared)
  }
}
