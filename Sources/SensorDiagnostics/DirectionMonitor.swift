internal import MotionFusion
internal import RotationMath

/// Compares the direction of a vector that is constant in the world with each hypothesis about the
/// gyroscope.
///
/// The vector is the specific force, whose mean over seconds is gravity, or the magnetic field. Its
/// readings *f* are rotated to a common frame by the gyroscope and averaged over blocks. Under the
/// correct hypothesis, a block's mean equals that of the previous blocks; the residual is due to
/// changes of velocity. Residuals are weighted by the variance of |*f*|, which is equal for all
/// hypotheses.
///
/// A constant offset in the device frame, such as hard iron, is estimated for each hypothesis.
struct DirectionMonitor: Sendable {
  /// The variance of a residual, as a share of |*f*|²: changes of velocity of 0.6 m/s between the
  /// two means over 2 s, 2 (0.6/(2 · 9.8))².
  private static let variance = 0.002
  /// The variance of a mean as a share of the variance of |*f*|: acceleration that is correlated
  /// over 0.1 s in two means over 2 s.
  private static let magnitudeShare = 0.1
  /// The memory of the statistics in blocks: two minutes.
  private static let memory = 60.0
  /// The share of earlier blocks in the mean that a block is compared with.
  private static let historyShare = 0.5
  /// The number of blocks that decide.
  private static let leastBlocks = 5
  /// The largest mean squared residual of a hypothesis that is accepted.
  private static let largestResidual = 0.01
  /// Every other hypothesis has a larger sum of squared residuals by this factor.
  private static let leastRatio = 3.0
  /// Every other hypothesis has a larger sum by this many ``variance``.
  private static let leastDifference = 10.0

  /// Sums or means of rotations *q* times the components of *f*, and of *q*.
  private struct RotatedReadings: Sendable {
    var x = Matrix3<Double>.zero
    var y = Matrix3<Double>.zero
    var z = Matrix3<Double>.zero
    var rotation = Matrix3<Double>.zero

    mutating func add(_ q: Matrix3<Double>, _ f: Vector3<Double>) {
      x = x + q * f.x
      y = y + q * f.y
      z = z + q * f.z
      rotation = rotation + q
    }

    func map(_ transform: (Matrix3<Double>) -> Matrix3<Double>) -> Self {
      Self(x: transform(x), y: transform(y), z: transform(z), rotation: transform(rotation))
    }

    static func - (a: Self, b: Self) -> Self {
      Self(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z, rotation: a.rotation - b.rotation)
    }

    /// *a* + (*b* - *a*) `share`.
    static func mixed(_ a: Self, _ b: Self, share: Double) -> Self {
      let difference = (b - a).map { $0 * share }
      return Self(
        x: a.x + difference.x, y: a.y + difference.y, z: a.z + difference.z,
        rotation: a.rotation + difference.rotation)
    }

    /// *q* times the readings on the axes of a map.
    func rotated(_ map: AxisMap) -> Vector3<Double> {
      x * map.matrix.c0 + y * map.matrix.c1 + z * map.matrix.c2
    }
  }

  private let estimatesOffset: Bool
  /// The sums over the current block for each family.
  private var sums: [RotatedReadings]
  private var sumCount = 0
  /// The mean of the blocks before in the frame at the start of the current one.
  private var history: [RotatedReadings]
  private var hasHistory = false
  private var earlierVariance = 0.0
  /// The sums of |*f*| and |*f*|² over the readings of the current block, and their number.
  private var magnitude = 0.0
  private var squaredMagnitude = 0.0
  private var readingCount = 0
  /// The weighted sum of squared residuals of each hypothesis, relative to |*f*|².
  private var residuals: [Double]
  private var weight = 0.0
  private var blockCount = 0
  /// The squared residual of each hypothesis in the last block, relative to |*f*|².
  private var latest: [Double]
  private var bias = BiasFit()
  /// The share of the squared readings by which they differ from their mean, turned by the
  /// gyroscope, in the last block.
  private(set) var spread = 0.0
  /// What contradicts the accepted hypothesis; gravity only.
  private(set) var changes = ChangeMonitor()
  /// The normal equations of the offset: a matrix for each family, a vector for each hypothesis.
  private var offsetMatrices: [Matrix3<Double>]
  private var offsetVectors: [Vector3<Double>]
  /// The sum of the readings of the current step.
  private var stepSum = Vector3<Double>.zero
  private var stepCount = 0

  /// The accepted hypothesis; `nil` until one agrees with the data and no other does.
  private(set) var conclusion: Int?

  /// A monitor before the first reading.
  init(estimatesOffset: Bool) {
    self.estimatesOffset = estimatesOffset
    let families = RotationHypotheses.factors.count
    sums = Array(repeating: RotatedReadings(), count: families)
    history = sums
    residuals = Array(repeating: 0, count: RotationHypotheses.count)
    latest = residuals
    offsetMatrices = estimatesOffset ? Array(repeating: .zero, count: families) : []
    offsetVectors = estimatesOffset ? Array(repeating: .zero, count: residuals.count) : []
  }

  /// Whether the vector has been read and no hypothesis is accepted yet.
  var isUndecided: Bool { conclusion == nil && (blockCount > 0 || readingCount > 0) }

  mutating func add(_ reading: Vector3<Double>) {
    let squared = reading.lengthSquared
    magnitude += squared.squareRoot()
    squaredMagnitude += squared
    readingCount += 1
    stepSum += reading
    stepCount += 1
  }

  /// Ends a step.
  ///
  /// - Parameters:
  ///   - rotations: The rotation of each family at its middle, to the start of the block.
  ///   - integral: The integral of the first of them since the start of the block, in seconds.
  mutating func endStep(_ rotations: [Matrix3<Double>], integral: Matrix3<Double>) {
    guard stepCount > 0 else { return }
    let f = stepSum / Double(stepCount)
    stepSum = .zero
    stepCount = 0
    sumCount += 1
    for family in sums.indices { sums[family].add(rotations[family], f) }
    if !estimatesOffset { bias.add(rotations[0] * f, integral: integral) }
  }

  /// Forgets the current block and those before, for instance after a gap.
  mutating func restart() {
    clearBlock()
    hasHistory = false
    changes.restart()
  }

  private mutating func clearBlock() {
    for family in sums.indices { sums[family] = RotatedReadings() }
    bias.clearBlock()
    sumCount = 0
    (magnitude, squaredMagnitude, readingCount) = (0, 0, 0)
    stepSum = .zero
    stepCount = 0
  }

  /// Ends a block.
  ///
  /// - Parameters:
  ///   - rotations: The rotation of each family from its end to its start.
  ///   - integral: The integral of the first of them over the block, in seconds.
  ///   - start: Its start, in seconds.
  mutating func endBlock(
    _ rotations: [Matrix3<Double>], integral: Matrix3<Double>, from start: Double
  ) {
    defer { clearBlock() }
    guard sumCount >= 5, squaredMagnitude > 0, squaredMagnitude.isFinite else {
      hasHistory = false
      return
    }
    let square = squaredMagnitude / Double(readingCount)
    let mean = magnitude / Double(readingCount)
    let magnitudeVariance = max(square - mean * mean, 0) / square
    let share = 1 / Double(sumCount)
    for family in sums.indices { sums[family] = sums[family].map { $0 * share } }
    spread = max(1 - sums[0].rotated(.identity).lengthSquared / square, 0)
    if hasHistory {
      addResiduals(
        square: square,
        weight: Self.variance
          / (Self.variance + Self.magnitudeShare * (magnitudeVariance + earlierVariance) / 2),
        from: start)
      if conclusion == nil { decide() }
    }
    let historyShare = hasHistory ? Self.historyShare : 0
    updateHistory(rotations, share: historyShare)
    if !estimatesOffset {
      bias.moveHistory(
        to: history[0].rotated(.identity), rotation: rotations[0], integral: integral,
        share: share, historyShare: historyShare)
    }
    earlierVariance = magnitudeVariance
  }

  /// Adds the block's mean to the history, in the frame at the block's end.
  private mutating func updateHistory(_ rotations: [Matrix3<Double>], share: Double) {
    for family in sums.indices {
      let mean = RotatedReadings.mixed(sums[family], history[family], share: share)
      let rotation = rotations[family].transpose
      history[family] = mean.map { rotation * $0 }
    }
    hasHistory = true
  }

  private mutating func addResiduals(square: Double, weight w: Double, from start: Double) {
    var fitted = 0.0
    let length = estimatesOffset ? 0 : sums[0].rotated(.identity).lengthSquared
    let memory = 1 - 1 / Self.memory
    weight = memory * weight + w
    blockCount += 1
    for index in residuals.indices { residuals[index] *= memory }
    for index in offsetVectors.indices { offsetVectors[index] *= memory }
    for family in RotationHypotheses.factors.indices {
      let difference = sums[family] - history[family]
      let offset = difference.rotation.transpose * (w / square)
      if estimatesOffset {
        offsetMatrices[family] = offsetMatrices[family] * memory + offset * difference.rotation
      }
      let first = family * RotationHypotheses.rotations.count
      for hypothesis in first..<min(first + RotationHypotheses.rotations.count, residuals.count) {
        let map = RotationHypotheses.inverses[hypothesis - first]
        let d = difference.rotated(map)
        var squared = d.lengthSquared
        if hypothesis == 0, !estimatesOffset {
          (squared, fitted) = bias.squaredResiduals(
            d, share: 1 / Double(sumCount), noise: Self.variance * square / w)
        } else if !estimatesOffset {
          // Rotations that scramble the readings bring all means near zero.
          squared += max(length - sums[family].rotated(map).lengthSquared, 0)
        }
        latest[hypothesis] = squared / square
        residuals[hypothesis] += latest[hypothesis] * w
        if estimatesOffset { offsetVectors[hypothesis] += offset * d }
      }
    }
    guard !estimatesOffset else { return }
    let accepted = conclusion ?? 0
    changes.add(
      accepted: accepted == 0 ? fitted / square : latest[accepted], residuals: latest, weight: w,
      from: start)
  }

  /// Accepts the hypothesis with the least residuals, if no other agrees with the data.
  private mutating func decide() {
    guard blockCount >= Self.leastBlocks else { return }
    var (best, least, second) = (0, Double.infinity, Double.infinity)
    for hypothesis in residuals.indices {
      let sum = residual(of: hypothesis)
      if sum < least {
        second = least
        (best, least) = (hypothesis, sum)
      } else if sum < second {
        second = sum
      }
    }
    guard RotationHypotheses.family(of: best) != RotationHypotheses.stationary,
      least <= Self.largestResidual * weight, second > Self.leastRatio * least,
      second - least > Self.leastDifference * Self.variance
    else { return }
    conclusion = best
    if best != 0 { changes.restart() }
  }

  /// The sum of squared residuals of a hypothesis, with the offset that fits it best.
  private func residual(of hypothesis: Int) -> Double {
    guard estimatesOffset else { return residuals[hypothesis] }
    let matrix =
      offsetMatrices[RotationHypotheses.family(of: hypothesis)]
      + Matrix3(diagonal: Vector3(repeating: 1e-9))
    let vector = offsetVectors[hypothesis]
    guard let offset = matrix.solve(vector) else { return residuals[hypothesis] }
    return max(residuals[hypothesis] - offset.dot(vector), 0)
  }
}

/// The hypotheses about a gyroscope: ω = *κ* *P* *r* of its readings *r*, with a factor *κ* of a
/// family and a rotation *P* of the axes by quarter turns.
///
/// If an attitude *q* integrates *κ* *r*, the attitude under hypothesis *P* is *P* *q* *P*ᵀ, so one
/// integration per family serves all its rotations.
enum RotationHypotheses {
  /// The factor of each family: the standard unit, the opposite sign (a mirrored map), numbers in
  /// degrees, numbers divided by 57.3, and no rotation at all.
  static let factors = [1, -1, Double.pi / 180, 180 / Double.pi, 0]
  /// The family of the hypothesis that the device does not rotate.
  static let stationary = 4

  static let rotations = AxisMap.rotations
  static let inverses = AxisMap.rotations.map { $0.inverse }

  /// The number of hypotheses: all rotations of a family, one without rotation.
  static let count = stationary * rotations.count + 1

  static func family(of hypothesis: Int) -> Int { hypothesis / rotations.count }

  /// The map of the gyroscope's axes in a hypothesis, mirrored for the opposite sign.
  static func map(of hypothesis: Int) -> AxisMap {
    let rotation = rotations[hypothesis % rotations.count]
    return factors[family(of: hypothesis)] < 0 ? -rotation : rotation
  }
}
