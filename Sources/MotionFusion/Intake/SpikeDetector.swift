/// Finds spikes of a gyroscope: readings that jump and return within a few hundredths of a second
/// while the force shows no such motion.
///
/// An angular acceleration *α* moves an accelerometer at the distance *r* from the axis by *rα*.
/// A jump without that change of force is withheld: the rate before it stands for it. If the rate
/// returns, the readings were errors. If it stays, or the force follows, the device has turned, and
/// the next step makes up for it.
struct SpikeDetector: Sendable {
  /// The least angular acceleration of a jump, in rad/s²: 3 rad/s between samples at 100 Hz. Of
  /// 1.7 million steps of BROAD, RepoIMU, TUM-VI, EuRoC, RING and phones, 1,114 have more, and 7 of
  /// these no change of the force as below.
  private static let acceleration = 300.0
  /// The least distance of an accelerometer from the axis of a motion, in metres: few axes pass
  /// through a chip.
  private static let distance = 0.001
  /// The longest spike, in seconds: three samples at 100 Hz.
  private static let longest = 0.035

  /// The time of the first reading that is withheld; infinite without one.
  private var start = Double.infinity
  /// The number of them, and their turn beyond that of the rate before, in radians.
  private var count = 0
  private var turn = Vector3<Double>.zero
  /// The square of the least change of the force that shows the jump, in g².
  private var leastSquare = 0.0

  /// Whether a rate is to be judged: readings are withheld, or it jumps.
  ///
  /// - Parameters:
  ///   - square: That of the change since the rate before, in rad²/s².
  ///   - step: The time since then, in seconds.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  func isConcerned(bySquare square: Double, step: Double) -> Bool {
    let limit = Self.acceleration * step
    return start < .infinity || square > limit * limit
  }

  /// What becomes of a rate.
  enum Verdict {
    /// It counts; the rates in place of those withheld before lack this turn, in radians.
    case accepted(missed: Vector3<Double>)
    /// The same, and those before, of this number, were a spike.
    case returned(count: Int, missed: Vector3<Double>)
    case withheld
  }

  /// Judges a rate.
  ///
  /// - Parameters:
  ///   - change: That from the last accepted rate, in rad/s.
  ///   - step: The time since the reading before, in seconds.
  ///   - force: The change of the force over the step, in g; `nil` if it is unknown.
  @inline(never)
  mutating func judge(
    change: Vector3<Double>, step: Double, force: Vector3<Double>?, at time: Double
  ) -> Verdict {
    let limit = Self.acceleration * step
    let isJump = change.lengthSquared > limit * limit
    if start == .infinity {
      let least = Self.distance / SensorSample.standardGravity / step
      leastSquare = least * least * change.lengthSquared
    } else if !isJump {
      defer { self = Self() }
      // The rate has changed steadily meanwhile.
      return .returned(count: count, missed: change * (0.5 * (time - start)))
    }
    // An exact repetition may be a copy.
    let isSilent = force.map { $0 != .zero && $0.lengthSquared < leastSquare } ?? false
    guard isJump, isSilent, time - min(start, time) < Self.longest else {
      defer { self = Self() }
      return .accepted(missed: turn)
    }
    start = min(start, time)
    count += 1
    turn += change * step
    return .withheld
  }

  /// Forgets what is withheld, after a pause.
  mutating func restart() { self = Self() }
}
