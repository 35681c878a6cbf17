/// The distance of a gesture to a class.
///
/// The values were chosen on the air letters of five writers (`air-letters`), leave one writer out,
/// and on synthetic writers. Distances are in the unit of scores: root mean square differences of
/// channels whose root mean square is 1. A model file holds the values, so that a model keeps the
/// distances that it was calibrated with.
package struct TemplateMatching: Hashable, Sendable, Codable {
  /// The half-width of the warping band about the diagonal, in points, from 0 to 7.
  var band = 7
  /// The weight of the integrals of angular rate and acceleration over time, relative to the
  /// signals themselves: the sum of both is compared. Direction and velocity differ less between
  /// writers than rate and acceleration, and have less noise.
  var integralWeight = 0.7
  /// The weight of the first point. Weights rise linearly to 1 at `onsetShare`. The movement to
  /// where a letter begins varies most.
  var onsetWeight = 0.5
  /// The share of the gesture from which all points have the weight 1.
  var onsetShare = 0.7
  /// The factor on the squared distance to the user's own examples. Chosen with the built-in model
  /// and 1 to 5 examples of the writers of `air-letters`: of 0.5 to 1, the factor with which each
  /// number of own examples gives the most right letters.
  package var ownFactor = 0.8
  /// The number of nearest examples that are averaged.
  package var neighbors = 3
  /// The number of examples below which only the nearest one counts.
  var fewExamples = 5
  /// The rotations about the device's long axis that are tried besides none, in radians: 15
  /// degrees.
  var rolls: [Double] = [-0.26, 0.26]
  /// The factor on the squared distance of a rotated gesture.
  var rollPenalty = 1.05
  /// The ratio of the distances of the second and the first class below which rotations are tried.
  var rollMargin = 1.3
  /// The distance to the nearest class above which a long gesture is compared segment by segment.
  var doubtfulDistance = 0.88
  /// The ratio of the distances of the second and the first class below which segments are
  /// compared.
  var doubtfulMargin = 1.25
  /// The distance that stands for the gaps between segments.
  var unexplainedDistance = 1.15
  /// The gain over gaps, as the logarithm of a ratio of distances, below which segments do not
  /// change the similarity. Most movements resemble a letter for a moment.
  var minimumExplanation = 0.05
  /// The share of the time of the examples in comparisons with their beginnings, for gestures that
  /// end early.
  var beginningShare = 0.8
  /// The factor on the squared distance to a beginning.
  var beginningPenalty = 1.2
  /// The distance to the nearest class above which beginnings are compared.
  var beginningDistance = 0.75
  /// The ratio of the distances of the second and the first class below which beginnings are
  /// compared.
  var beginningMargin = 1.4
  /// The limit of distances, relative to that of the nearest class. Larger ones are cut off.
  var reach = 1.5

  /// Creates the default distance.
  package init() {}

  /// The first invalid value; `nil` if all are valid.
  var validationError: String? {
    if !(0...WarpingLayout.largestBand).contains(band) {
      return "expected a band of 0 to \(WarpingLayout.largestBand) points, got \(band)"
    }
    if !(ownFactor > 0 && ownFactor <= 1) {
      return "expected a factor of own examples from 0 to 1, got \(ownFactor)"
    }
    if neighbors < 1 { return "expected at least 1 neighbour, got \(neighbors)" }
    if fewExamples < 0 { return "expected 0 or more as few examples, got \(fewExamples)" }
    if !rolls.allSatisfy({ abs($0) <= .pi }) { return "expected rolls of at most half a turn" }
    if !(rollPenalty >= 1 && rollPenalty.isFinite) {
      return "expected a roll penalty of 1 or more, got \(rollPenalty)"
    }
    if !(rollMargin >= 1) { return "expected a roll margin of 1 or more, got \(rollMargin)" }
    if !(integralWeight >= 0 && integralWeight < 1e6) {
      return "expected a weight of integrals of 0 or more, got \(integralWeight)"
    }
    if !(onsetWeight > 0 && onsetWeight <= 1 && onsetShare >= 0 && onsetShare <= 1) {
      return "expected an onset weight and share from 0 to 1, got \(onsetWeight) and \(onsetShare)"
    }
    if !(doubtfulDistance >= 0 && doubtfulMargin >= 1) {
      return "expected a distance of 0 or more and a margin of 1 or more for segments"
    }
    if !(unexplainedDistance > 0 && unexplainedDistance < 1e6) {
      return "expected a distance of gaps above 0, got \(unexplainedDistance)"
    }
    if !(minimumExplanation >= 0) {
      return "expected a gain of 0 or more, got \(minimumExplanation)"
    }
    if !(beginningShare > 0 && beginningShare <= 1 && beginningPenalty >= 1) {
      return "expected a share of beginnings from 0 to 1 and a penalty of 1 or more"
    }
    if !(beginningDistance >= 0 && beginningMargin >= 0) {
      return "expected a distance and a margin of 0 or more for beginnings"
    }
    if !(reach > 1 && reach.isFinite) { return "expected a reach above 1, got \(reach)" }
    return nil
  }
}
