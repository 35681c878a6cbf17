internal import RealModule
package import RotationMath

/// A synthetic writer: one style, and a different path for every take of a letter.
///
/// The path follows from the seed, the letter and the number of the take alone, in any order of
/// calls.
public struct Writer: Hashable, Sendable {
  /// The seed of the writer's style and paths.
  package let seed: UInt64
  /// The writer's style.
  let style: WritingStyle

  /// The writer of this seed, from the default population.
  public init(seed: UInt64) { self.init(seed: seed, population: WriterPopulation()) }

  /// The writer of this seed, from `population`.
  package init(seed: UInt64, population: WriterPopulation) {
    var random = SplitMix64(seed: seed, stream: RandomStream.style)
    var style = population.typical
    style.slant = random.normal(mean: style.slant, deviation: WriterPopulation.slantDeviation)
    style.aspectRatio = random.logNormal(
      median: style.aspectRatio, spread: WriterPopulation.aspectSpread)
    style.rotation = random.normal(
      mean: style.rotation, deviation: WriterPopulation.rotationDeviation)
    style.movementTime = random.logNormal(
      median: style.movementTime, spread: WriterPopulation.movementTimeSpread)
    style.timeExponent = Double.random(in: WriterPopulation.timeExponents, using: &random)
    style.cornerOverlap = Double.random(in: population.cornerOverlaps, using: &random)
    style.curveOverlap = Double.random(in: population.curveOverlaps, using: &random)
    style.pauseBefore = random.logNormal(
      median: style.pauseBefore, spread: WriterPopulation.pauseSpread)
    style.pauseAfter = random.logNormal(
      median: style.pauseAfter, spread: WriterPopulation.pauseSpread)
    self.init(seed: seed, style: style)
  }

  /// The writer of this seed and style.
  package init(seed: UInt64, style: WritingStyle) {
    self.seed = seed
    self.style = style
  }

  /// The duration of the writer's movements, relative to the average writer's.
  var relativeMovementTime: Double { style.movementTime / WritingStyle().movementTime }

  /// The path of one take of a letter in letter heights, from touch at time 0 to release.
  ///
  /// The *x* axis points right, the *y* axis down.
  ///
  /// - Parameters:
  ///   - letter: A to Z, or a symbol.
  ///   - take: The number of the take; equal numbers yield equal paths.
  ///   - variant: The index of the shape's variant, or `nil` for the writer's preferred one.
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` for any other character.
  package func path(
    of letter: Character, take: Int = 0, variant: Int? = nil
  ) throws(SimulationError) -> MinimumJerkPath<Vector2<Double>> {
    guard let shape = LetterShape.shape(of: letter) else {
      throw .unsupportedCharacter(letter, position: 0)
    }
    let code = letter.streamLabel
    var habit = SplitMix64(seed: seed, stream: RandomStream.habit, code)
    let preferred = preferredVariant(of: shape, using: &habit)
    let chosen = variant.map { shape.variants[$0] } ?? preferred
    var random = SplitMix64(
      seed: seed, stream: RandomStream.take, code, UInt64(bitPattern: Int64(take)))
    return path(chosen, habit: &habit, random: &random)
  }

  /// The strokes of one take of a printed letter, in letter heights, each from the touch at time 0
  /// to the release, with the pause before each.
  ///
  /// - Parameters:
  ///   - letter: A to Z, or a symbol.
  ///   - take: The number of the take; equal numbers yield equal strokes.
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` for any other character.
  package func printedStrokes(
    of letter: Character, take: Int = 0
  ) throws(SimulationError) -> [(pause: Double, path: MinimumJerkPath<Vector2<Double>>)] {
    guard let forms = LetterForm.forms(of: letter) else {
      throw .unsupportedCharacter(letter, position: 0)
    }
    let code = letter.streamLabel
    var habit = SplitMix64(seed: seed, stream: RandomStream.printedHabit, code)
    let form = forms[
      Self.choice(
        among: forms.map { Double.pow($0.frequency, style.formExponent) }, using: &habit)]
    var random = SplitMix64(
      seed: seed, stream: RandomStream.printedTake, code,
      UInt64(bitPattern: Int64(take)))
    let width = random.logNormal(median: style.aspectRatio, spread: style.aspectDeviation)
    return form.strokes.enumerated().map { index, nodes in
      let points = points(of: nodes, width: width, habit: &habit, random: &random)
      let pause =
        index == 0
        ? 0 : random.logNormal(median: style.pauseBetweenStrokes, spread: style.pauseDeviation)
      return (pause, path(through: points, joints: nodes.map(\.joint), random: &random))
    }
  }

  private func preferredVariant(
    of shape: LetterShape, using random: inout SplitMix64
  ) -> StrokeVariant {
    var variants = shape.variants
    // Without a share no number is drawn, so that writers without one do not change.
    if style.handwrittenShare > 0,
      Double.random(in: 0..<1, using: &random) < style.handwrittenShare
    {
      let handwritten = shape.handwrittenVariants
      if !handwritten.isEmpty { variants = handwritten }
    }
    let frequencies = variants.map { style.isInAir ? $0.frequencyInAir : $0.frequency }
    return variants[Self.choice(among: frequencies, using: &random)]
  }

  /// An index, with these relative frequencies.
  private static func choice(
    among frequencies: [Double], using random: inout SplitMix64
  ) -> Int {
    var remaining = Double.random(in: 0..<frequencies.reduce(0, +), using: &random)
    for (index, frequency) in frequencies.enumerated() {
      remaining -= frequency
      if remaining < 0 { return index }
    }
    // Rounding left a remainder.
    return frequencies.lastIndex { $0 > 0 } ?? 0
  }

  private func path(
    _ variant: StrokeVariant, habit: inout SplitMix64, random: inout SplitMix64
  ) -> MinimumJerkPath<Vector2<Double>> {
    let width = random.logNormal(median: style.aspectRatio, spread: style.aspectDeviation)
    let points = points(of: variant.nodes, width: width, habit: &habit, random: &random)
    return path(through: points, joints: variant.nodes.map(\.joint), random: &random)
  }

  /// The places of nodes as this writer draws them.
  private func points(
    of nodes: [StrokeVariant.Node], width: Double, habit: inout SplitMix64,
    random: inout SplitMix64
  ) -> [Vector2<Double>] {
    let (sine, cosine) = (Double.sin(style.rotation), Double.cos(style.rotation))
    return nodes.map { node in
      let x =
        node.position.x + habit.normal(deviation: style.shapeDeviation)
        + random.normal(deviation: style.takeDeviation)
      let y =
        node.position.y + habit.normal(deviation: style.shapeDeviation)
        + random.normal(deviation: style.takeDeviation)
      let leaning = x * width + style.slant * (1 - y)
      return Vector2(cosine * leaning - sine * y, sine * leaning + cosine * y)
    }
  }

  private func path(
    through points: [Vector2<Double>], joints: [StrokeVariant.Joint], random: inout SplitMix64
  ) -> MinimumJerkPath<Vector2<Double>> {
    // The shortest length that shortens the duration, in letter heights: no movement of a hand
    // takes less than about 60 ms.
    let shortest = 0.08
    var onset = random.logNormal(median: style.pauseBefore, spread: style.pauseDeviation)
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
    let pause = random.logNormal(median: style.pauseAfter, spread: style.pauseDeviation)
    let end = movements.reduce(0) { max($0, $1.onset + $1.duration) }
    return MinimumJerkPath(start: points[0], movements: movements, duration: end + pause)
  }

  private func overlap(at joint: StrokeVariant.Joint) -> Double {
    switch joint {
    case .corner: style.cornerOverlap
    case .curve: style.curveOverlap
    case .stop: -style.pauseAtStop
    }
  }
}

/// The style of one writer, in units of a letter's height and seconds.
package struct WritingStyle: Hashable, Sendable {
  /// The shift to the right of a letter's top. Default: 0.
  package var slant = 0.0
  /// Whether the writer uses `frequencyInAir` instead of
  /// `frequency`. Default: `false`.
  package var isInAir = false
  /// The probability that the writer's way of writing a letter is one of
  /// `LetterShape.handwrittenVariants` instead of `LetterShape.variants`. Default: 0.
  package var handwrittenShare = 0.0
  /// The width of the letters, relative to the shapes of `LetterShape`. Default: 1.
  var aspectRatio = 1.0
  /// The rotation of the line of writing in radians, clockwise on the screen. Default: 0.
  package var rotation = 0.0

  /// The duration of a movement as long as a letter is high, in seconds. Default: 0.28 s.
  var movementTime = 0.28
  /// The exponent of a movement's duration over its length: 0 is the same duration for every length
  /// (isochrony), 1 the same speed. Default: 0.5.
  var timeExponent = 0.5
  /// The overlap of two movements at a corner, as a share of the shorter one; 0 stops at the
  /// corner. Default: 0.2.
  var cornerOverlap = 0.2
  /// The overlap of two movements within a curve. Default: 0.52.
  var curveOverlap = 0.52
  /// The pause where a stroke stops on its way, as a share of the shorter movement. Default: 0.5.
  var pauseAtStop = 0.5
  /// The pause between touching and moving, in seconds. Default: 0.12 s.
  var pauseBefore = 0.12
  /// The pause between stopping and releasing, in seconds. Default: 0.12 s.
  var pauseAfter = 0.12

  /// The pause between two strokes of a printed letter, in seconds. Default: 0.12 s.
  var pauseBetweenStrokes = 0.12
  /// The exponent of the frequencies of printed forms: 1 is as often as people use them, 0 all
  /// equally often. Default: 1.
  var formExponent = 1.0

  /// The deviation of the writer's own letter shape from the common one: the standard deviation
  /// of each node's coordinates. Default: 0.025.
  package var shapeDeviation = 0.025
  /// The deviation of each take from the writer's own shape, in the same unit. Default: 0.025.
  package var takeDeviation = 0.025
  /// The standard deviation of the logarithm of the width, by take. Default: 0.06.
  package var aspectDeviation = 0.06
  /// The standard deviation of the logarithm of the duration, by movement. Default: 0.12.
  var timeDeviation = 0.12
  /// The standard deviation of the logarithm of the pauses, by take. Default: 0.35.
  var pauseDeviation = 0.35

  /// The style of an average writer.
  package init() {}
}

/// The distribution of writing styles that ``Writer/init(seed:population:)`` draws from.
///
/// Deviations are standard deviations; *spreads* are standard deviations of a logarithm. The
/// figures are assumptions; they were not fitted to recordings.
package struct WriterPopulation: Hashable, Sendable {
  /// The style of the average writer, with the variations that all writers share.
  package var typical = WritingStyle()
  /// The range of `cornerOverlap`. Default: 0.05 to 0.4.
  var cornerOverlaps = 0.05...0.4
  /// The range of `curveOverlap`. Default: 0.45 to 0.6.
  var curveOverlaps = 0.45...0.6

  static let slantDeviation = 0.1
  static let aspectSpread = 0.16
  /// In radians.
  static let rotationDeviation = 0.05
  static let movementTimeSpread = 0.3
  static let timeExponents = 0.3...0.7
  static let pauseSpread = 0.65

  /// The default population.
  package init() {}

  /// The population for training sets: twice the default deviation of letter shapes, so that a
  /// classifier does not rely on details of the shapes, and rare forms more often.
  static let training: WriterPopulation = {
    var population = WriterPopulation()
    population.typical.shapeDeviation = 0.05
    population.typical.takeDeviation = 0.05
    population.typical.formExponent = 0.5
    return population
  }()

  /// The population for training sets of digits and lower-case letters: their forms are medians of
  /// people's, with more nodes than those drawn by hand, so that each node deviates less.
  static let trainingForms: WriterPopulation = {
    var population = training
    population.typical.shapeDeviation = 0.03
    population.typical.takeDeviation = 0.03
    return population
  }()

  /// The population for training sets in the air: rounder corners, the variants of letters in the
  /// air, a quarter of them as people write on paper, and almost no pause before and after the
  /// movement.
  ///
  /// With half of the letters handwritten, 1 to 2 % of the letters of writers 6000 to 6019 are
  /// lost, because a joined N of several strokes looks like a W. Without handwritten variants, a
  /// quarter of handwritten letters is lost.
  package static let trainingInAir: WriterPopulation = {
    var population = training
    population.typical.isInAir = true
    population.typical.handwrittenShare = 0.25
    population.typical.pauseBefore = 0.02
    population.typical.pauseAfter = 0.02
    population.cornerOverlaps = 0.05...0.7
    population.curveOverlaps = 0.45...0.8
    return population
  }()
}
