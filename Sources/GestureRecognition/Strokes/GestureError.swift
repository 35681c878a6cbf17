/// An error of a recording that is not a gesture. Sample indices count from zero.
public enum GestureError: Error, Hashable, Sendable {
  /// The gesture has too few samples.
  case tooFewSamples(count: Int, minimum: Int)
  /// The sample has a component that is infinite, NaN or beyond any sensor's range.
  case notFinite(sample: Int)
  /// The sample is earlier than the previous one.
  case timeRunsBackward(sample: Int)
  /// The first and the last sample have the same time.
  case zeroDuration
  /// The gesture is too short. Both numbers are in seconds.
  case tooShort(seconds: Double, minimum: Double)
  /// The device is stationary.
  case atRest
  /// All points coincide, and the smallest size is 0.
  case noExtent
  /// The smallest size is negative, infinite or NaN.
  case invalidMinimumSize(Double)
  /// The attitudes have no unique mean.
  case noMeanAttitude
  /// The vector has another number of features than the model.
  case featureCount(found: Int, expected: Int)
  /// The model needs the motion of a device, not a stroke.
  case needsMotion
  /// The device turns, but all angular rates are zero: there was no gyroscope.
  case needsGyroscope
  /// The model needs strokes on a screen, not the motion of a device.
  case needsStrokes
  /// The model needs series of samples with this number of components.
  case needsSeries(dimension: Int)
  /// No part of the series was accepted as a gesture.
  case noGesture
  /// The model has no examples.
  case noClasses
  /// The feature is infinite, NaN, or so large that a score is not finite.
  case featureNotFinite(feature: Int)
}

extension GestureError: CustomStringConvertible {
  /// The error, its place, and the expected value.
  public var description: String {
    switch self {
    case .tooFewSamples(let count, let minimum):
      "a gesture of \(count) \(count == 1 ? "sample" : "samples"): expected at least \(minimum)"
    case .notFinite(let sample):
      "sample \(sample) is not finite or beyond any sensor's range"
    case .timeRunsBackward(let sample):
      "time runs backward at sample \(sample): timestamps must not decrease"
    case .zeroDuration:
      "the gesture has no duration: its first and last timestamps must differ"
    case .tooShort(let seconds, let minimum):
      "the gesture lasts \((seconds * 1000).rounded() / 1000) s: expected at least \(minimum) s"
    case .atRest:
      "the device is stationary: expected a movement"
    case .noExtent:
      "all points coincide: set a smallest size above 0 to accept a dot"
    case .invalidMinimumSize(let size):
      "expected a smallest size of 0 or more, finite, got \(size)"
    case .noMeanAttitude:
      "the attitudes have no unique mean: the device was turned equally in all directions"
    case .featureCount(let found, let expected):
      "expected a vector of \(expected) features, got \(found)"
    case .needsMotion:
      "the model needs angular rate and acceleration: a stroke has neither"
    case .needsGyroscope:
      "the model needs a gyroscope: expected angular rates, got zeros while the device turned"
    case .needsStrokes:
      "the model reads strokes on a screen: the motion of a phone in the air is of another kind"
    case .needsSeries(let dimension):
      "the model needs series of samples of \(dimension) "
        + "\(dimension == 1 ? "component" : "components")"
    case .noGesture:
      "no part of it was accepted as a gesture"
    case .noClasses:
      "the model has no examples: add some"
    case .featureNotFinite(let feature):
      "feature \(feature) is not finite or too large to score"
    }
  }
}
