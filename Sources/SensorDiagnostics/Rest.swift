internal import MotionFusion
package import RotationMath

/// Decides over windows of readings whether the device rests.
package struct RestMonitor: Sendable {
  /// What is known of a window.
  package struct Window: Sendable {
    /// The time of its first reading.
    var start: Double
    /// Whether gravity is still, and the mean force.
    package var isStill = false
    package var force = Vector3<Double>.zero
    /// The mean rate; `nil` if there are few.
    package var rate: Vector3<Double>?
    /// The standard deviation of the noise of a rate's component across gravity: a turn about
    /// gravity leaves it still.
    package var noise = 0.0
    /// The largest distance of a rate from the mean.
    var rateSpread = 0.0

    /// The part of a vector across gravity.
    package func across(_ v: Vector3<Double>) -> Vector3<Double> {
      v - force * (v.dot(force) / force.lengthSquared)
    }
  }

  private static let leastCount = 5
  /// A window ends here too, if the clock stands still.
  private static let mostCount = 4096
  /// The largest distance of a force from the mean, as a share of its length: 1 degree.
  static let spread = 0.02

  private let duration: Double
  private var start = 0.0
  private var forces: [Vector3<Double>] = []
  private var rates: [Vector3<Double>] = []
  /// The windows at rest so far, and those whose force points along +*z*: the device lies face
  /// down.
  private(set) var count = 0
  private(set) var faceDownCount = 0

  /// A monitor before the first reading.
  ///
  /// - Parameter duration: That of a window, in the unit of the times; by default a quarter second.
  package init(duration: Double = 0.25) { self.duration = duration }

  /// Adds readings that are finite; zeros are no force.
  ///
  /// - Returns: The window that ends before them; `nil` within a window.
  package mutating func add(
    force: Vector3<Double>?, rate: Vector3<Double>?, at time: Double
  ) -> Window? {
    var ended: Window?
    if forces.isEmpty || time < start || time - start >= duration
      || forces.count + rates.count >= Self.mostCount
    {
      ended = endWindow()
      start = time
    }
    if let force, force.isFinite, force != .zero { forces.append(force) }
    if let rate, rate.isFinite { rates.append(rate) }
    return ended
  }

  /// Ends the current window, also after the last reading.
  @discardableResult
  package mutating func endWindow() -> Window {
    defer {
      forces.removeAll(keepingCapacity: true)
      rates.removeAll(keepingCapacity: true)
    }
    var window = Window(start: start)
    guard forces.count >= Self.leastCount else { return window }
    let force = forces.reduce(.zero, +) / Double(forces.count)
    let length = force.length
    guard forces.allSatisfy({ ($0 - force).length <= Self.spread * length }) else { return window }
    count += 1
    if force.z > 0.8 * length { faceDownCount += 1 }
    (window.isStill, window.force) = (true, force)
    guard rates.count >= Self.leastCount else { return window }
    let rate = rates.reduce(.zero, +) / Double(rates.count)
    window.rate = rate
    window.rateSpread = rates.map { ($0 - rate).length }.max() ?? 0
    // Of successive rates: gravity is also still at the end of a pendulum, whose swing is no noise.
    let squares = zip(rates.dropFirst(), rates).reduce(0) {
      $0 + window.across($1.0 - $1.1).lengthSquared
    }
    window.noise = (squares / Double(4 * (rates.count - 1))).squareRoot()
    return window
  }
}

/// The gyroscope's bias: its mean reading in a rest of four windows, a second.
///
/// A bias of 7 deg/s turns the integrated attitude by 14 degrees per block, which looks like
/// numbers in another unit as soon as the device moves.
struct RestingBias: Sendable {
  /// The bias, in the unit of the readings; 0 before the first rest.
  private(set) var value = Vector3<Double>.zero
  /// The first mean whose horizontal part exceeds the largest bias, and the time of its rest.
  private(set) var excess: (rate: Vector3<Double>, start: Double)?

  private static let windowCount = 4
  /// The largest distance of a rate from the mean of its window, and of a mean from the first, in
  /// rad/s: the noise of a sensor.
  private static let rateSpread = 0.1

  private var first: RestMonitor.Window?
  private var sum = Vector3<Double>.zero
  private var count = 0

  mutating func restart() { (first, sum, count) = (nil, .zero, 0) }

  /// Takes a window that ended.
  mutating func update(_ window: RestMonitor.Window) {
    guard let rate = window.rate, window.rateSpread <= Self.rateSpread else { return restart() }
    if let first, let firstRate = first.rate,
      (window.force - first.force).length > RestMonitor.spread * first.force.length
        || (rate - firstRate).length > Self.rateSpread
    {
      restart()
    }
    let first = first ?? window
    self.first = first
    sum += rate
    count += 1
    guard count == Self.windowCount else { return }
    let mean = sum / Double(count)
    if mean.length <= SensorLimits.gyroscopeBias {
      value = mean
    } else if excess == nil, window.across(mean).length > SensorLimits.gyroscopeBias {
      // Gravity would have turned by 20°.
      excess = (mean, first.start)
    }
    restart()
  }
}
