package import MotionFusion

/// Detects whether a device is stationary, also with an attitude that a clipped acceleration
/// tilted.
///
/// Gravity that is subtracted with a wrong attitude looks like motion. For 9 s after a clipped
/// reading the stance hypothesis, which does not depend on the attitude, decides too. A value type
/// without a clock; it does not allocate per sample.
package struct RestDetector: Sendable {
  /// Whether the device was stationary over the window that ends at the last sample.
  package private(set) var isStationary = false
  /// The start of the current stationary phase, in seconds; `nil` in motion.
  package var stationarySince: Double? {
    guard isStationary else { return nil }
    return detector.stationarySince ?? levelDetector.stationarySince
  }

  private var detector: ZeroVelocityDetector
  /// A detector that does not depend on the attitude.
  private var levelDetector: ZeroVelocityDetector
  private var saturation = SaturationBridge()
  /// The time until which the attitude may be wrong by a clipped reading.
  private var tiltedUntil = -Double.infinity
  /// An orientation filter recovers from a clipped reading within three time constants of its
  /// inclination, 3 s each.
  private static let recovery = 9.0

  /// Creates a detector with the parameters of zero-velocity detection.
  package init(configuration: ZeroVelocityDetector.Configuration) {
    detector = ZeroVelocityDetector(configuration: configuration)
    var level = configuration
    level.statistic = .stanceHypothesis
    levelDetector = ZeroVelocityDetector(configuration: level)
  }

  /// Takes the next sample.
  ///
  /// - Returns: Whether the device is stationary.
  /// - Complexity: O(1), no allocation.
  @discardableResult package mutating func update(_ motion: DeviceMotion) -> Bool {
    _ = saturation.take(motion.gravity + motion.userAcceleration, at: motion.timestamp)
    if saturation.isSaturated { tiltedUntil = motion.timestamp + Self.recovery }
    let isQuiet = detector.update(motion)
    // Its window restarts after a pause.
    let isLevel = motion.timestamp < tiltedUntil && levelDetector.update(motion)
    isStationary = isQuiet || isLevel
    return isStationary
  }
}
