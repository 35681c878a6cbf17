public import MotionFusion

/// Recognises, sample by sample, whether a device is at rest.
///
/// Rest at a sample means rest over the whole ``Configuration/window`` that ends there, so it is
/// recognised one window late; ``stationarySince`` says when it began. The window is exact where no more than
/// 28 samples come in it, and elsewhere up to 1/14 longer. A value type without a clock; after
/// ``init(configuration:)`` it does not allocate, and its memory does not depend on the sample rate.
///
/// A sample that is not finite, or no later than the one before, is left out. A pause longer than the
/// window starts it again.
public struct ZeroVelocityDetector: Hashable, Sendable {
  /// The constants of a rest detector, in physical units.
  public struct Configuration: Hashable, Sendable, Codable {
    /// What is measured. Default: both sensors, with gravity known.
    public var statistic = ZeroVelocityStatistic.knownGravity
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
      statistic: ZeroVelocityStatistic = .knownGravity, window: Double = 0.1,
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
  @inlinable public var isStationary: Bool { rests }
  /// When the rest began that is not over yet, in seconds; `nil` in motion.
  public var stationarySince: Double? { isStationary ? start : nil }
  /// The time of the last sample; `nil` before the first.
  public var timestamp: Double? { latest > -.infinity ? latest : nil }

  // Plain numbers, for what costs little costs less without an optional.
  @usableFromInline private(set) var rests = false
  @usableFromInline private(set) var start = 0.0
  @usableFromInline private(set) var latest = -Double.infinity
  @usableFromInline private(set) var window: SlidingWindow
  @usableFromInline let accelerationWeight: Double
  @usableFromInline let rateWeight: Double
  @usableFromInline let center: Center
  /// The bits of the longest step that is taken quickly; zero for none.
  @usableFromInline let longestQuickStep: UInt64
  private var backwardInARow = 0
  /// The time that those were earlier than: another sample since then ends the row.
  private var backwardFrom = -Double.infinity

  /// What the acceleration at rest is measured from: its mean, 1 g along its mean, or zero.
  @usableFromInline enum Center: Sendable { case mean, unit, zero }

  /// A detector that has seen nothing yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let statistic = configuration.statistic
    let limits = (configuration.accelerationLimit, configuration.rotationLimit)
    accelerationWeight = statistic == .angularRateEnergy ? 0 : 1 / (limits.0 * limits.0)
    rateWeight = statistic == .movingVariance ? 0 : 1 / (limits.1 * limits.1)
    center =
      switch statistic {
      case .knownGravity, .angularRateEnergy: .zero
      case .stanceHypothesis: .unit
      case .movingVariance: .mean
      }
    window = SlidingWindow(duration: configuration.window)
    longestQuickStep = center == .zero ? configuration.window.bitPattern : 0
  }

  /// The statistic over the window that ends at the last sample, below 1 at rest; infinite until
  /// samples came for the length of the window.
  public var statistic: Double {
    let sums = window.total
    let energy = sums.energy.x / sums.energy.y
    let mean = sums.acceleration / sums.energy.y
    return switch center {
    // Below zero by what rounding left of a sample that is gone.
    case .zero: max(energy, 0)
    // ⟨|a - g ā/|ā||²⟩ = ⟨|a|²⟩ - 2 g |ā| + g², with g = 1.
    case .unit: max(energy + accelerationWeight * (1 - 2 * mean.length), 0)
    // ⟨|a - ā|²⟩ = ⟨|a|²⟩ - |ā|².
    case .mean: max(energy - accelerationWeight * mean.lengthSquared, 0)
    }
  }

  /// Whether ``statistic`` is below a positive limit, without its divisions and its root.
  @inline(__always)
  func isBelow(_ limit: Double) -> Bool {
    let sums = window.total
    let (energy, count) = (sums.energy.x, sums.energy.y)
    switch center {
    case .zero:
      return energy < limit * count
    case .unit:
      let excess = energy + (accelerationWeight - limit) * count
      let part = 4 * accelerationWeight * accelerationWeight * sums.acceleration.lengthSquared
      return excess < 0 || excess * excess < part
    case .mean:
      return (energy - limit * count) * count < accelerationWeight * sums.acceleration.lengthSquared
    }
  }

  /// Takes the next sample.
  ///
  /// - Parameters:
  ///   - timestamp: In seconds.
  ///   - rotationRate: In rad/s, bias removed if it is more than a small part of the limit.
  ///   - acceleration: In g, of either sign: what the accelerometer read, gravity included, and for
  ///     ``ZeroVelocityStatistic/knownGravity`` without gravity.
  /// - Returns: Whether the device is at rest.
  /// - Complexity: O(1), no allocation.
  @discardableResult @inlinable @inline(__always)
  public mutating func update(
    timestamp: Double, rotationRate: Vector3<Double>, acceleration: Vector3<Double>
  ) -> Bool {
    // What nearly all samples come to is inlined into the caller's loop. Bits of numbers that are not
    // negative are in the order of the numbers, and those of all others above them.
    let square = acceleration.lengthSquared
    let rateSquare = rotationRate.lengthSquared
    let step = timestamp - latest
    guard square.bitPattern <= Self.largest.bitPattern,
      rateSquare.bitPattern <= Self.largest.bitPattern,
      step.bitPattern &- 1 < longestQuickStep
    else {
      return updateWithCare(
        timestamp: timestamp, rotationRate: rotationRate, acceleration: acceleration)
    }
    window.add(
      energy: square * accelerationWeight + rateSquare * rateWeight, acceleration: .zero,
      at: timestamp, after: latest, false)
    latest = timestamp
    let sums = window.closed.energy + window.current.energy
    return decide(sums.x < sums.y)
  }

  /// ``update(timestamp:rotationRate:acceleration:)`` by every statistic and for every sample.
  @usableFromInline @inline(never)
  mutating func updateWithCare(
    timestamp: Double, rotationRate: Vector3<Double>, acceleration: Vector3<Double>
  ) -> Bool {
    // Bounded, so that nothing overflows; written so that a NaN fails it.
    let square = acceleration.lengthSquared
    let rateSquare = rotationRate.lengthSquared
    guard timestamp.isFinite, square <= Self.largest, rateSquare <= Self.largest else {
      return isStationary
    }
    let step = timestamp - latest
    if step <= 0 || step > configuration.window {
      guard restart(step, at: timestamp) else { return isStationary }
      latest = timestamp
    }
    window.add(
      energy: square * accelerationWeight + rateSquare * rateWeight, acceleration: acceleration,
      at: timestamp, after: latest, center != .zero)
    latest = timestamp
    return decide(isBelow(1))
  }

  @inlinable @inline(__always)
  mutating func decide(_ isBelowOne: Bool) -> Bool {
    if isBelowOne != rests {
      rests = isBelowOne
      start = latest - configuration.window
    }
    return isBelowOne
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

  /// Starts again after a pause; of a sample that is not later, says whether the clock was set back.
  private mutating func restart(_ step: Double, at timestamp: Double) -> Bool {
    if step <= 0 {
      backwardInARow = latest == backwardFrom ? backwardInARow + 1 : 1
      backwardFrom = latest
      guard backwardInARow > Self.patience else { return false }
    }
    backwardInARow = 0
    window.restart(at: timestamp)
    return true
  }

  /// After so many samples in a row before the latest time, the clock was set back.
  private static let patience = 10
  /// The square of 1e6 g or rad/s: more than any sensor reads.
  @usableFromInline static var largest: Double { 1e12 }
}
