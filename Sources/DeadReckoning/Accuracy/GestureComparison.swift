public import MotionFusion

/// How far the paths of one gesture are from the true one: see ``GesturePaths`` for how they are found.
///
/// Errors are those of the shape, ``PathError/shape(of:from:)``.
public struct GestureComparison: Hashable, Sendable {
  /// The rates of exponential damping that were tried, in 1/s.
  public let dampingRates: [Double]
  /// The error of each of them, in metres.
  public let damped: [Double]
  /// The error of a ``GesturePathEstimator``, in metres.
  public let window: Double
  /// The error of an ``InertialNavigator``, in metres.
  public let navigator: Double

  /// Twelve rates from 0.025 to 6 in 1/s: of a letter slower ones make the plain integral, faster ones
  /// hardly a path.
  public static let defaultDampingRates = [
    0.025, 0.05, 0.1, 0.16, 0.25, 0.4, 0.63, 1, 1.6, 2.5, 4, 6,
  ]

  /// Holds paths against the truth.
  ///
  /// - Parameters:
  ///   - paths: The paths of the gesture.
  ///   - truth: The true position at each of the gesture's samples, in metres, in the axes of the
  ///     paths' reference frame.
  ///   - dampingRates: The rates of damping, in 1/s.
  /// - Returns: `nil` where the truth is not of as many samples.
  /// - Precondition: All rates are finite, and none is negative.
  /// - Complexity: O(*n* *m*) in the samples and the rates.
  public init?(
    of paths: GesturePaths, from truth: [Vector3<Double>],
    dampingRates: [Double] = defaultDampingRates
  ) {
    guard let window = PathError.shape(of: paths.window, from: truth),
      let navigator = PathError.shape(of: paths.navigator, from: truth)
    else { return nil }
    var damped: [Double] = []
    for rate in dampingRates {
      guard let error = PathError.shape(of: paths.damped(at: rate), from: truth) else { return nil }
      damped.append(error)
    }
    self.dampingRates = dampingRates
    self.damped = damped
    self.window = window
    self.navigator = navigator
  }
}
