public import MotionFusion

/// Detects, sample by sample, whether a device is stationary.
///
/// A sample is stationary if the whole ``Configuration/window`` that ends there is, so the
/// detection lags by one window; `stationarySince` is the start of the phase. The window is exact
/// up to 28 samples per window, and up to 1/14 longer elsewhere. A value type without a clock;
/// after ``init(configuration:)`` it does not allocate, and its memory does not depend on the
/// sample rate.
///
/// A sample that is not finite, or not later than the previous one, is left out. A pause longer
/// than the window restarts it, and so does a motion after the clock was set back.
public struct ZeroVelocityDetector: Sendable {
  /// The parameters of a zero-velocity detector.
  public struct Configuration: Hashable, Sendable, Codable {
    /// The test statistic. Default: both sensors, gravity known.
    public var statistic = ZeroVelocityStatistic.knownGravity
    /// The length of the window, in seconds. Default: 0.1 s.
    public var window = 0.1
    /// The upper limit of the root mean square deviation of acceleration, in g. Default: 0.05 g.
    public var accelerationLimit = 0.05
    /// The upper limit of the root mean square angular rate, in rad/s. Default: 0.5 rad/s.
    public var rotationLimit = 0.5

    /// Creates parameters.
    ///
    /// - Precondition: The window and the limits are finite and positive.
    public init(
      statistic: ZeroVelocityStatistic = .knownGravity, window: Double = 0.1,
      accelerationLimit: Double = 0.05, rotationLimit: Double = 0.5
    ) {
      let numbers = [window, accelerationLimit, rotationLimit]
      precondition(
        numbers.allSatisfy { $0 > 0 && $0.isFinite },
        "expected a positive finite window and limits, got \(numbers)")
      self.statistic = statistic
      self.window = window
      self.accelerationLimit = accelerationLimit
      self.rotationLimit = rotationLimit
    }
  }

  /// Whether the device was stationary over the window that ends at the last sample.
  @inlinable public var isStationary: Bool { isBelowLimits }
  @usableFromInline private(set) var isBelowLimits = false
  /// The start of the current stationary phase, in seconds; `nil` in motion.
  package var stationarySince: Double? { isStationary ? start : nil }

  let configuration: Configuration
  @usableFromInline private(set) var start = 0.0
  /// The time of the last sample.
  @usableFromInline private(set) var latest = -Double.infinity
  @usableFromInline private(set) var window: SlidingWindow
  @usableFromInline let accelerationWeight: Double
  @usableFromInline let usesUserAcceleration: Bool
  @usableFromInline let rateWeight: Double
  /// The longest step that is taken inline; 0 for statistics that need the mean acceleration.
  @usableFromInline let longestInlineStep: Double
  private let center: Center

  /// The vector from which acceleration deviates: its mean, 1 g along its mean, or zero.
  private enum Center: Sendable { case mean, unit, zero }

  /// Creates a detector.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let statistic = configuration.statistic
    usesUserAcceleration = statistic == .knownGravity
    let limits = (configuration.accelerationLimit, configuration.rotationLimit)
    accelerationWeight = statistic == .angularRateEnergy ? 0 : 1 / (limits.0 * limits.0)
    rateWeight = statistic == .movingVariance ? 0 : 1 / (limits.1 * limits.1)
    center =
      switch statistic {
      case .knownGravity, .angularRateEnergy: .zero
      case .stanceHypothesis: .unit
      case .unknownGravity, .movingVariance: .mean
      }
    window = SlidingWindow(duration: configuration.window)
    longestInlineStep = center == .zero ? configuration.window : 0
  }

  /// Takes the next sample of device motion.
  ///
  /// - Returns: Whether the device is stationary.
  @discardableResult @inlinable
  public mutating func update(_ motion: DeviceMotion) -> Bool { update(motion, offset: .zero) }

  /// The same without an offset of the acceleration, in g.
  @inlinable @inline(__always)
  mutating func update(_ motion: DeviceMotion, offset: Vector3<Double>) -> Bool {
    take(
      timestamp: motion.timestamp, rotationRate: motion.rotationRate,
      acceleration: (usesUserAcceleration ? motion.userAcceleration : motion.acceleration) - offset,
      isRestart: motion.quality?.gap == .attitude)
  }

  /// Takes the next sample.
  ///
  /// - Parameters:
  ///   - timestamp: In seconds.
  ///   - rotationRate: In rad/s, with a bias that is small against the limit.
  ///   - acceleration: In g, of either sign: the accelerometer's reading, gravity included; without
  ///     gravity for ``ZeroVelocityStatistic/knownGravity``.
  /// - Returns: Whether the device is stationary.
  /// - Complexity: O(1), no allocation.
  @discardableResult @inlinable @inline(__always)
  public mutating func update(
    timestamp: Double, rotationRate: Vector3<Double>, acceleration: Vector3<Double>
  ) -> Bool {
    take(
      timestamp: timestamp, rotationRate: rotationRate, acceleration: acceleration,
      isRestart: false)
  }

  /// - Parameter isRestart: Whether the sample is taken at any time.
  @inlinable @inline(__always)
  mutating func take(
    timestamp: Double, rotationRate: Vector3<Double>, acceleration: Vector3<Double>,
    isRestart: @autoclosure () -> Bool
  ) -> Bool {
    // The common case is inlined into the caller's loop: workload `rest-detector`.
    let square = acceleration.lengthSquared
    let rateSquare = rotationRate.lengthSquared
    let step = timestamp - latest
    guard step > 0, step <= longestInlineStep, square <= Self.largest, rateSquare <= Self.largest
    else {
      return updateWithChecks(
        timestamp: timestamp, rotationRate: rotationRate, acceleration: acceleration,
        isRestart: isRestart())
    }
    window.add(
      energy: square * accelerationWeight + rateSquare * rateWeight, acceleration: .zero,
      at: timestamp, after: latest, false)
    latest = timestamp
    let sums = window.closed.energy + window.current.energy
    return decide(sums.x < sums.y)
  }

  /// Starts a new window.
  mutating func restart(at time: Double) {
    window.restart(at: time)
    (latest, isBelowLimits) = (time, false)
  }

  @inlinable @inline(__always)
  mutating func decide(_ isBelow: Bool) -> Bool {
    if isBelow != isBelowLimits { toggle() }
    return isBelow
  }

  @usableFromInline
  mutating func toggle() {
    isBelowLimits.toggle()
    start = latest - configuration.window
  }

  /// ``update(timestamp:rotationRate:acceleration:)`` for every statistic and sample.
  @usableFromInline @inline(never)
  mutating func updateWithChecks(
    timestamp: Double, rotationRate: Vector3<Double>, acceleration: Vector3<Double>,
    isRestart: Bool
  ) -> Bool {
    // Bounded, so that no sum overflows; written so that a NaN fails.
    let square = acceleration.lengthSquared
    let rateSquare = rotationRate.lengthSquared
    guard timestamp.isFinite, square <= Self.largest, rateSquare <= Self.largest else {
      return isStationary
    }
    let step = timestamp - latest
    if step <= 0 || step > configuration.window {
      guard step > 0 || isRestart else { return isStationary }
      window.restart(at: timestamp)
      latest = timestamp
    }
    window.add(
      energy: square * accelerationWeight + rateSquare * rateWeight, acceleration: acceleration,
      at: timestamp, after: latest, center != .zero)
    latest = timestamp
    return decide(isBelow(1))
  }

  /// The square of 1e6 g or rad/s: more than any sensor's range.
  @usableFromInline static var largest: Double { 1e12 }
}

// MARK: - The statistic

extension ZeroVelocityDetector {
  /// The statistic over the window that ends at the last sample; infinite until the window is full.
  var statistic: Double {
    let sums = window.total
    let energy = sums.energy.x / sums.energy.y
    let mean = sums.acceleration / sums.energy.y
    return switch center {
    // Rounding can leave a sum below zero.
    case .zero: max(energy, 0)
    // ⟨|a - g ā/|ā||²⟩ = ⟨|a|²⟩ - 2 g |ā| + g², with g = 1.
    case .unit: max(energy + accelerationWeight * (1 - 2 * mean.length), 0)
    // ⟨|a - ā|²⟩ = ⟨|a|²⟩ - |ā|².
    case .mean: max(energy - accelerationWeight * mean.lengthSquared, 0)
    }
  }

  /// The mean acceleration over the window, in g, for statistics that need it.
  var meanAcceleration: Vector3<Double> { window.total.acceleration / window.total.energy.y }

  /// Whether ``statistic`` is below a positive limit, without its divisions and its root.
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
}

/// A test statistic for zero-velocity detection: below 1 the device is stationary.
///
/// With *a* the accelerometer's reading, ā its mean over the window, *g* standard gravity, *ω* the
/// angular rate, ⟨ ⟩ the mean over the window, and *A* and *Ω* the limits of acceleration and rate.
///
/// Source: I. Skog, P. Händel, J.-O. Nilsson, J. Rantakokko, *Zero-velocity detection — an
/// algorithm evaluation*, IEEE Transactions on Biomedical Engineering 57(11), 2010,
/// doi:10.1109/TBME.2010.2060723. The limits combine that paper's noise densities and threshold.
public enum ZeroVelocityStatistic: String, Hashable, Sendable, Codable, CaseIterable {
  /// The stance hypothesis with gravity known from the attitude.
  ///
  /// ⟨|*a*|²⟩/*A*² + ⟨|*ω*|²⟩/*Ω*², with *a* the user acceleration of device motion. Detects every
  /// push.
  case knownGravity = "known-gravity"
  /// Stance hypothesis optimal estimation (SHOE), for raw samples.
  ///
  /// ⟨|*a* - *g* ā/|ā||²⟩/*A*² + ⟨|*ω*|²⟩/*Ω*²: both sensors are quiet, and the accelerometer reads
  /// one g. A push across gravity without a turn changes that reading little and can be missed.
  case stanceHypothesis = "shoe"
  /// The same with a gravity of unknown length, for sensors with an offset.
  ///
  /// ⟨|*a* - ā|²⟩/*A*² + ⟨|*ω*|²⟩/*Ω*²: both sensors are steady. A steady push is missed.
  case unknownGravity = "unknown-gravity"
  /// Angular rate energy detection (ARED): ⟨|*ω*|²⟩/*Ω*². It misses a push without a turn.
  case angularRateEnergy = "ared"
  /// Acceleration moving variance: ⟨|*a* - ā|²⟩/*A*². It misses constant velocity and slow turns.
  case movingVariance = "moving-variance"
}
