public import DeviceMotion

/// Recognises, sample by sample, whether a device is at rest.
///
/// Rest at a sample means rest over the whole ``Configuration/window`` that ends there, so it is
/// recognised one window late; ``restStart`` says when it began. A value type without a clock; after
/// ``init(configuration:)`` it does not allocate, and its memory does not depend on the sample rate.
///
/// A sample that is not finite, or no later than the one before, is left out. A pause longer than the
/// window starts it again.
public struct RestDetector: Hashable, Sendable {
  /// The constants of a rest detector, in physical units.
  public struct Configuration: Hashable, Sendable, Codable {
    /// What is measured. Default: both sensors, with gravity known.
    public var statistic = RestStatistic.knownGravity
    /// The time it is measured over, in seconds. Default: 0.1 s.
    public var window = 0.1
    /// The root mean square of the acceleration's deviation at which rest ends, in g.
    /// Default: 0.05 g.
    public var accelerationLimit = 0.05
    /// The root mean square of the angular rate at which rest ends, in rad/s. Default: 0.5 rad/s.
    public var rotationLimit = 0.5

    /// The constants of this statistic.
    ///
    /// - Parameters:
    ///   - statistic: What is measured.
    ///   - window: The time it is measured over, in seconds.
    ///   - accelerationLimit: The acceleration at which rest ends, in g.
    ///   - rotationLimit: The angular rate at which rest ends, in rad/s.
    /// - Precondition: The window and the limits are finite and positive.
    public init(
      statistic: RestStatistic = .knownGravity, window: Double = 0.1,
      accelerationLimit: Double = 0.05, rotationLimit: Double = 0.5
    ) {
      let numbers = [window, accelerationLimit, rotationLimit]
      precondition(
        numbers.allSatisfy { $0 > 0 && $0.isFinite }, "not positive and finite: \(numbers)")
      self.statistic = statistic
      self.window = window
      self.accelerationLimit = accelerationLimit
      self.rotationLimit = rotationLimit
    }
  }

  /// The constants it was made with.
  public let configuration: Configuration
  /// Whether the device was at rest over the window that ends at the last sample.
  public private(set) var isResting = false
  /// When the rest began that is not over yet, in seconds; `nil` in motion.
  public var restStart: Double? { isResting ? start : nil }
  /// The time of the last sample; `nil` before the first.
  public var timestamp: Double? { latest > -.infinity ? latest : nil }

  // Plain numbers, for what costs little costs less without an optional.
  private var start = Double.infinity
  private var latest = -Double.infinity
  private var window: RestWindow
  private let accelerationWeight: Double
  private let rateWeight: Double
  /// What the acceleration at rest is measured from: its mean, 1 g along its mean, or zero.
  private let centre: Centre

  private enum Centre { case mean, unit, zero }

  /// A detector that has seen nothing yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    window = RestWindow(duration: configuration.window)
    let statistic = configuration.statistic
    let limits = (configuration.accelerationLimit, configuration.rotationLimit)
    accelerationWeight = statistic == .angularRateEnergy ? 0 : 1 / (limits.0 * limits.0)
    rateWeight = statistic == .movingVariance ? 0 : 1 / (limits.1 * limits.1)
    centre =
      switch statistic {
      case .knownGravity, .angularRateEnergy: .zero
      case .stanceHypothesis: .unit
      case .movingVariance: .mean
      }
  }

  /// The statistic over the window that ends at the last sample, below 1 at rest; infinite until
  /// samples came for the length of the window.
  public var statistic: Double {
    guard window.isFull(at: latest) else { return .infinity }
    let sums = window.sums
    let meanSquare = sums.accelerationSquared / sums.count
    let deviation: Double
    switch centre {
    case .zero:
      deviation = meanSquare
    case .unit:
      // ⟨|a - g ā/|ā||²⟩ = ⟨|a|²⟩ - 2 g |ā| + g², with g = 1.
      deviation = meanSquare - 2 * sums.acceleration.length / sums.count + 1
    case .mean:
      // ⟨|a - ā|²⟩ = ⟨|a|²⟩ - |ā|².
      deviation = meanSquare - sums.acceleration.lengthSquared / (sums.count * sums.count)
    }
    return max(deviation, 0) * accelerationWeight + sums.rateSquared / sums.count * rateWeight
  }

  /// Takes the next sample.
  ///
  /// - Parameters:
  ///   - timestamp: In seconds.
  ///   - rotationRate: In rad/s, bias removed if it is more than a small part of the limit.
  ///   - acceleration: In g, of either sign: what the accelerometer read, gravity included, and for
  ///     ``RestStatistic/knownGravity`` without gravity.
  /// - Returns: Whether the device is at rest.
  /// - Complexity: O(1), no allocation.
  @discardableResult
  public mutating func update(
    timestamp: Double, rotationRate: Vector3<Double>, acceleration: Vector3<Double>
  ) -> Bool {
    // Bounded, so that no square overflows; written so that a NaN fails it.
    let square = acceleration.lengthSquared
    let rateSquare = rotationRate.lengthSquared
    guard timestamp.isFinite, square <= Self.largest, rateSquare <= Self.largest else {
      return isResting
    }
    let step = timestamp - latest
    if step <= 0 || step > configuration.window {
      guard restart(step) else { return isResting }
    }
    latest = timestamp
    window.add(
      acceleration: acceleration, squared: square, rateSquared: rateSquare, at: timestamp)
    let wasResting = isResting
    isResting = window.isFull(at: timestamp) && isBelowOne
    if isResting != wasResting { start = isResting ? timestamp - configuration.window : .infinity }
    return isResting
  }

  /// Whether the statistic is below 1, without the division where it can be had.
  @inline(__always)
  private var isBelowOne: Bool {
    guard centre == .zero else { return statistic < 1 }
    return window.sums { $0.accelerationSquared } * accelerationWeight
      + window.sums { $0.rateSquared } * rateWeight < window.sums { $0.count }
  }

  /// Starts again after a pause; of a sample that is not later, says whether the clock was set back.
  private mutating func restart(_ step: Double) -> Bool {
    if step <= 0 {
      backwardInARow += 1
      guard backwardInARow > Self.patience else { return false }
    }
    backwardInARow = 0
    window.restart()
    return true
  }

  /// Takes the next sample of device motion.
  ///
  /// - Returns: Whether the device is at rest.
  @discardableResult @inlinable
  public mutating func update(_ motion: DeviceMotion) -> Bool {
    update(
      timestamp: motion.timestamp, rotationRate: motion.rotationRate,
      acceleration: configuration.statistic == .knownGravity
        ? motion.userAcceleration : motion.gravity + motion.userAcceleration)
  }

  private var backwardInARow = 0
  /// After so many samples in a row before the latest time, the clock was set back.
  private static let patience = 10
  /// The square of 1e6 g or rad/s: more than any sensor reads.
  private static let largest = 1e12
}
