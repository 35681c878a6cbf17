/// How a gesture's distance to a class is taken.
public struct TemplateMatching: Hashable, Sendable, Codable {
  /// How far a path may stray from the diagonal, in points: 0 through 7.
  public var band = 7
  /// How much the integrals of angular rate and acceleration over time count, relative to these
  /// themselves: each is compared as the sum of both. Where the device points and how fast it moves
  /// is more alike in two people's letters than how they set about it, and is less rough.
  public var integralWeight = 0.7
  /// How much the very start of a gesture counts; from there it rises evenly to 1 at `onsetShare` of
  /// the gesture. How a hand comes to where a letter begins is its own affair, and tells least.
  public var onsetWeight = 0.5
  /// The share of a gesture from which on all counts alike.
  public var onsetShare = 0.7
  /// How many of the nearest examples count.
  public var neighbors = 3
  /// A class of fewer examples is judged by its nearest one alone.
  public var fewExamples = 5
  /// Angles about the device's long axis by which a gesture may be turned to fit, in radians, other
  /// than zero.
  public var rolls: [Double] = [-0.26, 0.26]
  /// The factor on the squared distance of a gesture that is turned.
  public var rollPenalty = 1.05

  /// A gesture is turned only where another class is less than this many times as far as the nearest.
  public var rollMargin = 1.3

  /// A long gesture further than this from the nearest class, in the unit of scores, is looked at in
  /// pieces, if `doubtfulMargin` says so too.
  public var doubtfulDistance = 0.88
  /// And only if another class is less than this many times as far.
  public var doubtfulMargin = 1.25
  /// The distance, in the unit of scores, of the time between the pieces that are told as a class.
  public var unexplainedDistance = 1.15
  /// Pieces that bring no class nearer than that by this, the logarithm of the ratio of distances, do
  /// not make a gesture familiar: any movement resembles something for a moment.
  public var minimumExplanation = 0.05

  /// A gesture further than `beginningDistance` from the nearest class, with another one less than
  /// `beginningMargin` times as far, may have been broken off: it is compared with the beginnings of
  /// the examples too, this share of their time.
  public var beginningShare = 0.8
  /// The factor on the squared distance to a beginning.
  public var beginningPenalty = 1.2
  /// The distance from which on beginnings are compared, in the unit of scores.
  public var beginningDistance = 0.75
  /// The ratio of distances below which they are.
  public var beginningMargin = 1.4

  /// Distances end at this many times the distance of the nearest class: what is beyond needs no
  /// measuring.
  public var reach = 1.5

  // A value that is added here is one that files may lack: see `init(from:)`.
  enum CodingKeys: String, CodingKey {
    case band, neighbors, fewExamples, rolls, rollPenalty, rollMargin, reach
    case integralWeight, onsetWeight, onsetShare
    case doubtfulDistance, doubtfulMargin, unexplainedDistance, minimumExplanation
    case beginningShare, beginningPenalty, beginningDistance, beginningMargin
  }

  /// The matching of the default recogniser.
  public init() {}

  /// What is wrong with it; `nil` when nothing is.
  var problem: String? {
    if !(0...WarpingLayout.largestBand).contains(band) {
      return "a band of \(band) points: 0 through \(WarpingLayout.largestBand) are possible"
    }
    if neighbors < 1 { return "\(neighbors) neighbours: 1 or more count" }
    if fewExamples < 0 { return "\(fewExamples) as few examples: 0 or more" }
    if !rolls.allSatisfy({ abs($0) <= .pi }) { return "a roll beyond half a turn" }
    if !(rollPenalty >= 1 && rollPenalty.isFinite) {
      return "\(rollPenalty) as the penalty of a roll: 1 or more"
    }
    if !(integralWeight >= 0 && integralWeight < 1e6) {
      return "\(integralWeight) as the weight of the integrals: 0 or more"
    }
    if !(onsetWeight > 0 && onsetWeight <= 1 && onsetShare >= 0 && onsetShare <= 1) {
      return "\(onsetWeight) as the weight of the start, up to \(onsetShare) of a gesture"
    }
    if !(doubtfulDistance >= 0 && doubtfulMargin >= 1) {
      return "a negative doubtful distance, or a margin below 1"
    }
    if !(unexplainedDistance > 0 && unexplainedDistance < 1e6) {
      return "\(unexplainedDistance) as the distance of what is not explained"
    }
    if !(minimumExplanation >= 0) { return "\(minimumExplanation) as the least explanation" }
    if !(beginningShare > 0 && beginningShare <= 1 && beginningPenalty >= 1) {
      return "\(beginningShare) as the share of a beginning, \(beginningPenalty) as its penalty"
    }
    if !(beginningDistance >= 0 && beginningMargin >= 0) { return "a negative doubt of an end" }
    if !(rollMargin >= 1) { return "a roll margin of \(rollMargin): 1 or more" }
    if !(reach > 1 && reach.isFinite) { return "a reach of \(reach): it must be above 1" }
    return nil
  }
}
