/// Why a recording cannot be read as a gesture. Sample indices count from zero.
public enum GestureError: Error, Hashable, Sendable {
  /// There are fewer samples than a gesture needs.
  case tooFewSamples(count: Int, minimum: Int)
  /// The sample has a component that is infinite, NaN or beyond any sensor.
  case notFinite(sample: Int)
  /// The sample is earlier than the one before it.
  case timeRunsBackward(sample: Int)
  /// The first and the last sample have the same time.
  case zeroDuration
  /// The gesture is too short to be one; both numbers are in seconds.
  case tooShort(seconds: Double, minimum: Double)
  /// The device did not move.
  case atRest
  /// All points coincide, and no smallest size says how large a dot may be.
  case noExtent
  /// The smallest size is negative, infinite or NaN.
  case invalidMinimumSize(Double)
  /// The attitudes have no unique mean, so that nothing says which way is up.
  case noMeanAttitude
  /// The vector does not have as many features as the model has weights a class.
  case featureCount(found: Int, expected: Int)
  /// The model reads the motion of a device, not a stroke alone.
  case needsMotion
  /// The model reads series of samples with so many components of some other kind.
  case needsSeries(dimension: Int)
  /// No part of the series was accepted as a gesture.
  case noGesture
  /// The model has no examples to compare with.
  case noClasses
  /// The feature is infinite or NaN, or so large that scores would be.
  case featureNotFinite(feature: Int)
}

extension GestureError: CustomStringConvertible {
  /// What was wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .tooFewSamples(let count, let minimum):
      "a gesture of \(count) \(count == 1 ? "sample" : "samples"): at least \(minimum) are needed"
    case .notFinite(let sample):
      "sample \(sample) is not finite or beyond any sensor's range"
    case .timeRunsBackward(let sample):
      "time runs backward at sample \(sample): timestamps must not decrease"
    case .zeroDuration:
      "the gesture lasts no time: its first and last timestamps must differ"
    case .tooShort(let seconds, let minimum):
      "the gesture lasts \((seconds * 1000).rounded() / 1000) s: at least \(minimum) s are needed"
    case .atRest:
      "the device is at rest: nothing was written"
    case .noExtent:
      "all points coincide: a dot needs a smallest size above zero to be scaled by"
    case .invalidMinimumSize(let size):
      "\(size) as the smallest size of a stroke: it must be finite and not negative"
    case .noMeanAttitude:
      "the attitudes have no unique mean: the device was turned every way alike"
    case .featureCount(let found, let expected):
      "a vector of \(found) features: the model needs \(expected)"
    case .needsMotion:
      "the model reads angular rate and acceleration, which a stroke does not have"
    case .needsSeries(let dimension):
      "the model reads series of samples of \(dimension) "
        + "\(dimension == 1 ? "component" : "components"), which this is not"
    case .noGesture:
      "no part of it was accepted as a gesture"
    case .noClasses:
      "the model has no examples to compare with: add some"
    case .featureNotFinite(let feature):
      "feature \(feature) is not finite or too large to score"
    }
  }
}
