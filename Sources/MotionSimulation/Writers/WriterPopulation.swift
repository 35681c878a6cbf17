/// The distribution of writing styles that ``Writer/init(seed:population:)`` draws from.
///
/// Deviations are standard deviations; *spreads* are standard deviations of a logarithm. The
/// figures are our choice; nothing was fitted to recordings.
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

  /// The population for training sets in the air: rounder corners, the variants of letters in the
  /// air, a quarter of them as people write on paper, and almost no pause before and after the
  /// movement.
  ///
  /// A half of handwritten variants costs 1 to 2 % of the letters of writers 6000 to 6019, as a
  /// joined N of several strokes is a W; none costs a quarter of handwritten letters.
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
