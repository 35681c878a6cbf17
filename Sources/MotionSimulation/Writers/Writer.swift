internal import RealModule
public import RotationMath

/// Somebody who writes letters, always in the same style and never twice the same.
///
/// A writer is made from a seed, and everything that it writes follows from the seed, the letter
/// and the number of the take: the order in which letters are asked for does not matter.
public struct Writer: Hashable, Sendable {
  /// What the writer's habits and letters were drawn from.
  public let seed: UInt64
  /// The writer's habits.
  public var style: WritingStyle

  /// The writer of this number, with habits drawn from `population`.
  public init(seed: UInt64, population: WriterPopulation = WriterPopulation()) {
    var random = SplitMix64(seed: seed, stream: RandomStream.style)
    var style = population.typical
    style.slant = random.normal(mean: style.slant, deviation: population.slantDeviation)
    style.aspectRatio = random.logNormal(
      median: style.aspectRatio, spread: population.aspectSpread)
    style.rotation = random.normal(mean: style.rotation, deviation: population.rotationDeviation)
    style.movementTime = random.logNormal(
      median: style.movementTime, spread: population.timeSpread)
    style.timeExponent = Double.random(in: population.timeExponents, using: &random)
    style.cornerOverlap = Double.random(in: population.cornerOverlaps, using: &random)
    style.curveOverlap = Double.random(in: population.curveOverlaps, using: &random)
    style.restBefore = random.logNormal(median: style.restBefore, spread: population.restSpread)
    style.restAfter = random.logNormal(median: style.restAfter, spread: population.restSpread)
    self.init(seed: seed, style: style)
  }

  /// The writer of this number, with these habits.
  public init(seed: UInt64, style: WritingStyle) {
    self.seed = seed
    self.style = style
  }

  /// The path of the pen for one take of a letter, in letter heights, *x* to the right and *y*
  /// downwards, from touch at time 0 to release at the path's end.
  ///
  /// - Parameters:
  ///   - letter: A to Z.
  ///   - take: Which take: the same number gives the same path.
  ///   - variant: Which of the shape's variants, an index in range, or `nil` for the writer's own
  ///     preference.
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` for any other character.
  public func path(
    of letter: Character, take: Int = 0, variant: Int? = nil
  ) throws(SimulationError) -> MinimumJerkPath<Vector2<Double>> {
    guard let shape = LetterShape.shape(of: letter), let code = letter.asciiValue else {
      throw .unsupportedCharacter(letter, position: 0)
    }
    var habit = SplitMix64(seed: seed, stream: RandomStream.habit, UInt64(code))
    let preferred = preferredVariant(of: shape, using: &habit)
    let chosen = variant ?? preferred
    var random = SplitMix64(
      seed: seed, stream: RandomStream.take, UInt64(code), UInt64(bitPattern: Int64(take)))
    return path(shape.variants[chosen], habit: &habit, random: &random)
  }

  private func preferredVariant(
    of shape: LetterShape, using random: inout SplitMix64
  ) -> Int {
    let frequencies = shape.variants.map { style.isInAir ? $0.frequencyInAir : $0.frequency }
    var remaining = Double.random(in: 0..<frequencies.reduce(0, +), using: &random)
    for (index, frequency) in frequencies.enumerated() {
      remaining -= frequency
      if remaining < 0 { return index }
    }
    // Rounding left something.
    return frequencies.lastIndex { $0 > 0 } ?? 0
  }

  private func path(
    _ variant: StrokeVariant, habit: inout SplitMix64, random: inout SplitMix64
  ) -> MinimumJerkPath<Vector2<Double>> {
    let width = random.logNormal(median: style.aspectRatio, spread: style.aspectDeviation)
    let (sine, cosine) = (Double.sin(style.rotation), Double.cos(style.rotation))
    let points = variant.nodes.map { node in
      let x =
        node.position.x + habit.normal(deviation: style.shapeDeviation)
        + random.normal(deviation: style.takeDeviation)
      let y =
        node.position.y + habit.normal(deviation: style.shapeDeviation)
        + random.normal(deviation: style.takeDeviation)
      let leaning = x * width + style.slant * (1 - y)
      return Vector2(cosine * leaning - sine * y, sine * leaning + cosine * y)
    }
    return path(through: points, joints: variant.nodes.map(\.joint), random: &random)
  }

  private func path(
    through points: [Vector2<Double>], joints: [StrokeVariant.Joint], random: inout SplitMix64
  ) -> MinimumJerkPath<Vector2<Double>> {
    // Movements shorter than this take no less time: no hand is quicker than some 60 ms.
    let shortest = 0.08
    var onset = random.logNormal(median: style.restBefore, spread: style.restDeviation)
    var movements: [MinimumJerkPath<Vector2<Double>>.Movement] = []
    movements.reserveCapacity(points.count - 1)
    for index in 1..<points.count {
      let displacement = points[index] - points[index - 1]
      let relative = Double.pow(max(displacement.length, shortest), style.timeExponent)
      let duration = random.logNormal(
        median: style.movementTime * relative, spread: style.timeDeviation)
      if let last = movements.last {
        let overlap = overlap(at: joints[index - 1])
        onset = last.onset + last.duration - overlap * min(last.duration, duration)
      }
      movements.append(.init(onset: onset, duration: duration, displacement: displacement))
    }
    let rest = random.logNormal(median: style.restAfter, spread: style.restDeviation)
    let end = movements.reduce(0) { max($0, $1.onset + $1.duration) }
    return MinimumJerkPath(start: points[0], movements: movements, duration: end + rest)
  }

  private func overlap(at joint: StrokeVariant.Joint) -> Double {
    switch joint {
    case .corner: style.cornerOverlap
    case .curve: style.curveOverlap
    case .stop: -style.pause
    }
  }
}
