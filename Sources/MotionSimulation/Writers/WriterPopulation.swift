/// How writers differ: what ``Writer/init(seed:population:)`` draws their habits from.
///
/// Deviations are standard deviations; *spreads* are standard deviations of a logarithm.
public struct WriterPopulation: Hashable, Sendable {
  /// The habits of the average writer, and the variations that all writers share.
  public var typical = WritingStyle()
  /// Deviation of the slant. Default: 0.1.
  public var slantDeviation = 0.1
  /// Spread of the width. Default: 0.16.
  public var aspectSpread = 0.16
  /// Deviation of the rotation, in radians. Default: 0.05.
  public var rotationDeviation = 0.05
  /// Spread of the time of a movement. Default: 0.3.
  public var timeSpread = 0.3
  /// The exponents of time. Default: 0.3 to 0.7.
  public var timeExponents = 0.3...0.7
  /// The overlaps at corners. Default: 0.05 to 0.4.
  public var cornerOverlaps = 0.05...0.4
  /// The overlaps within curves. Default: 0.45 to 0.6.
  public var curveOverlaps = 0.45...0.6
  /// Spread of the rests before and after a stroke. Default: 0.65.
  public var restSpread = 0.65

  /// The people of the default figures.
  public init() {}

  /// People to train on: as different as the default ones, but each twice as careless, so that
  /// what is learned from them does not rest on details of the shapes.
  public static let training: WriterPopulation = {
    var population = WriterPopulation()
    population.typical.shapeDeviation = 0.05
    population.typical.takeDeviation = 0.05
    return population
  }()

  /// People to train on who write in the air: they go round corners, take other ways, and neither wait
  /// before they move nor after.
  public static let trainingInAir: WriterPopulation = {
    var population = training
    population.typical.isInAir = true
    population.typical.restBefore = 0.02
    population.typical.restAfter = 0.02
    population.cornerOverlaps = 0.05...0.7
    population.curveOverlaps = 0.45...0.8
    return population
  }()
}
