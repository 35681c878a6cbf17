/// An interpolating rotation spline with continuous angular rate and acceleration.
///
/// In each segment the rotation vector from its first key is a cubic function of time. The rates at
/// the inner keys make the acceleration continuous; they solve a block tridiagonal system,
/// iteratively because the acceleration is quadratic in the rates. The first and the last rate are
/// the mean rates of their segments. The curve is that of SciPy's `RotationSpline` (N. Mayorov,
/// *Smooth attitude interpolation*, 2018), iterated to convergence.
public struct RotationSpline<Scalar: RealScalar>: Hashable, Sendable {
  /// The rotation and its first two derivatives at one time.
  public struct State: Hashable, Sendable {
    /// The rotation from body to reference frame.
    public var rotation: Quaternion<Scalar>
    /// The angular rate in the body frame, in radians per unit of time.
    public var rate: Vector3<Scalar>
    /// The derivative of ``rate``, in radians per unit of time squared.
    public var acceleration: Vector3<Scalar>

    @inlinable init(
      rotation: Quaternion<Scalar>, rate: Vector3<Scalar>, acceleration: Vector3<Scalar>
    ) {
      self.rotation = rotation
      self.rate = rate
      self.acceleration = acceleration
    }
  }

  @usableFromInline let keys: RotationKeys<Scalar>
  /// The rotation vector of each segment, relative to its first key.
  @usableFromInline let curves: [RotationVectorCubic<Scalar>]
  /// Whether the iteration for the rates converged.
  ///
  /// Otherwise the rate is continuous but the acceleration is not. This needs steps near π at very
  /// uneven times, or rates beyond the range of `Scalar`.
  public let hasContinuousAcceleration: Bool

  /// Creates a path through `rotations` at `times`.
  ///
  /// Rotations are normalised; their signs are ignored.
  ///
  /// - Parameters:
  ///   - times: The times of the keys, increasing.
  ///   - rotations: The rotations at these times.
  ///   - maximumIterations: The limit on iterations (default: 100). SciPy stops at 10, which for
  ///     large steps leaves rates up to 1e-6 from those of continuous acceleration.
  /// - Throws: ``RotationPathError`` if there are fewer than two keys, the counts differ, times do
  ///   not increase, or a value is not finite.
  /// - Complexity: O(*n*) per iteration, for *n* keys.
  @inlinable public init(
    times: [Scalar], rotations: [Quaternion<Scalar>], maximumIterations: Int = 100
  ) throws(RotationPathError) {
    let keys = try RotationKeys(times: times, rotations: rotations)
    let (rates, settled) = Self.continuousRates(keys, maximumIterations: maximumIterations)
    self.init(keys, rates: rates, hasContinuousAcceleration: settled)
  }

  /// Creates a path through `rotations` with the given angular rates at the keys.
  ///
  /// The rate is continuous, the acceleration is not. A key with the rate zero is a stop.
  ///
  /// Other parameters and errors are those of ``init(times:rotations:maximumIterations:)``.
  ///
  /// - Parameters:
  ///   - times: The times of the keys, rising.
  ///   - rotations: The rotations at these times.
  ///   - rates: The angular rates in the body frame, in radians per unit of time.
  @inlinable public init(
    times: [Scalar], rotations: [Quaternion<Scalar>], rates: [Vector3<Scalar>]
  ) throws(RotationPathError) {
    let keys = try RotationKeys(times: times, rotations: rotations)
    guard rates.count == times.count else {
      throw .rateCountMismatch(times: times.count, rates: rates.count)
    }
    for index in rates.indices where !rates[index].isFinite { throw .invalidRate(index: index) }
    self.init(keys, rates: rates, hasContinuousAcceleration: false)
  }

  /// Creates a path through `rotations` that does not overshoot a key.
  ///
  /// In each segment the component of the rotation vector along the step to the next key increases
  /// from zero to the step, with at most three times the mean rate. Between equal rotations the
  /// path stands still. The rate is continuous, the acceleration is not. About one axis this is the
  /// monotone interpolation of the angle (PCHIP); the result does not depend on the choice of
  /// frames.
  ///
  /// The rate at an inner key is *m* (**a** + **b**)/2 with the unit vectors **a** and **b** of the
  /// steps before and after it, and *m* the weighted harmonic mean of their mean rates: zero if the
  /// motion turns back. The first and the last rate are the mean rates of their segments.
  ///
  /// Source: F. N. Fritsch, J. Butland, *A method for constructing local monotone piecewise cubic
  /// interpolants*, SIAM J. Sci. Stat. Comput. 5(2), 1984, doi:10.1137/0905021, for the mean rate.
  ///
  /// Parameters and errors are those of ``init(times:rotations:maximumIterations:)``.
  @inlinable public static func monotone(
    times: [Scalar], rotations: [Quaternion<Scalar>]
  ) throws(RotationPathError) -> Self {
    let keys = try RotationKeys(times: times, rotations: rotations)
    let means = keys.steps.indices.map { keys.steps[$0] / keys.duration($0) }
    var rates = [means[0]]
    for next in 1..<max(1, means.count) {
      let (before, after) = (keys.duration(next - 1), keys.duration(next))
      let share = (1 + after / (before + after)) / 3
      let (a, b) = (means[next - 1], means[next])
      let speed = 1 / (share / a.length + (1 - share) / b.length)
      guard speed > 0, let u = a.normalized(), let v = b.normalized() else {
        rates.append(.zero)
        continue
      }
      rates.append((u + v) * (speed / 2))
    }
    rates.append(means[means.count - 1])
    return Self(keys, rates: rates, hasContinuousAcceleration: false)
  }

  @inlinable init(
    _ keys: RotationKeys<Scalar>, rates: [Vector3<Scalar>], hasContinuousAcceleration: Bool
  ) {
    curves = keys.steps.indices.map { segment in
      let step = keys.steps[segment]
      let duration = keys.duration(segment)
      return RotationVectorCubic(
        to: step, firstDerivative: rates[segment] * duration,
        lastDerivative: Quaternion.rightJacobianInverse(at: step) * (rates[segment + 1] * duration))
    }
    self.keys = keys
    self.hasContinuousAcceleration = hasContinuousAcceleration
  }

  /// The first and the last time.
  @inlinable public var timeRange: ClosedRange<Scalar> { keys.timeRange }

  /// The rotation at any `time`; `outside` determines it outside ``timeRange``.
  ///
  /// NaN for a time that is NaN.
  @inlinable public func rotation(at time: Scalar, outside: PathExtension) -> Quaternion<Scalar> {
    let inside = keys.clamp(time)
    guard let state = state(at: inside) else { return .identity * Scalar.nan }
    return outside.rotation(from: state.rotation, rate: state.rate, after: time - inside)
  }

  /// The rotations at any `times`, outside ``timeRange`` by `outside`.
  @inlinable
  public func rotations(at times: [Scalar], outside: PathExtension) -> [Quaternion<Scalar>] {
    times.map { rotation(at: $0, outside: outside) }
  }

  /// The rotation at `time`, or `nil` outside ``timeRange``.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable public func rotation(at time: Scalar) -> Quaternion<Scalar>? {
    guard let (segment, elapsed) = keys.locate(time) else { return nil }
    let fraction = elapsed / keys.duration(segment)
    return keys.rotations[segment] * Quaternion(rotationVector: curves[segment].value(at: fraction))
  }

  /// The rotation, rate and acceleration at `time`, or `nil` outside ``timeRange``.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable public func state(at time: Scalar) -> State? {
    guard let (segment, elapsed) = keys.locate(time) else { return nil }
    let duration = keys.duration(segment), fraction = elapsed / duration
    let curve = curves[segment]
    let v = curve.value(at: fraction), dv = curve.derivative(at: fraction)
    let jacobian = Quaternion.rightJacobian(at: v)
    let second =
      jacobian * curve.secondDerivative(at: fraction) + Self.quadraticAcceleration(v, dv)
    return State(
      rotation: keys.rotations[segment] * Quaternion(rotationVector: v),
      rate: (jacobian * dv) / duration,
      // The square of a duration can overflow or underflow.
      acceleration: second / duration / duration)
  }
}

/// A cubic polynomial from zero at 0 to a rotation vector at 1, in radians.
///
/// Its variable is the fraction of the segment's duration, so that no power of the duration
/// overflows or underflows.
@frozen @usableFromInline struct RotationVectorCubic<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline let linear, quadratic, cubic: Vector3<Scalar>

  /// Creates the cubic to `end` with the given derivatives at its ends.
  @inlinable init(
    to end: Vector3<Scalar>, firstDerivative first: Vector3<Scalar>,
    lastDerivative last: Vector3<Scalar>
  ) {
    linear = first
    quadratic = end * 3 - (first * 2 + last)
    cubic = (first + last) - end * 2
  }

  @inlinable func value(at u: Scalar) -> Vector3<Scalar> {
    ((cubic * u + quadratic) * u + linear) * u
  }

  @inlinable func derivative(at u: Scalar) -> Vector3<Scalar> {
    (cubic * (3 * u) + quadratic * 2) * u + linear
  }

  @inlinable func secondDerivative(at u: Scalar) -> Vector3<Scalar> {
    cubic * (6 * u) + quadratic * 2
  }
}

// MARK: - Rates at the keys

extension RotationSpline {
  /// The part of the acceleration that is quadratic in the derivative `dv`.
  ///
  /// The derivative of the right Jacobian times `dv`.
  @inlinable static func quadraticAcceleration(
    _ v: Vector3<Scalar>, _ dv: Vector3<Scalar>
  ) -> Vector3<Scalar> {
    let terms = AngleCoefficients(v)
    let turned = v.cross(dv)
    let along = turned * terms.versineSlope - v.cross(turned) * (2 * terms.mixedTail)
    return along * v.dot(dv) + dv.cross(turned) * terms.sineTail.high
  }

  /// The rates of continuous acceleration, and whether the iteration converged.
  @inlinable static func continuousRates(
    _ keys: RotationKeys<Scalar>, maximumIterations: Int
  ) -> ([Vector3<Scalar>], Bool) {
    let steps = keys.steps, count = steps.count
    let h = steps.indices.map { keys.duration($0) }
    var rates = steps.indices.map { steps[$0] / h[$0] }
    rates.insert(rates[0], at: 0)
    guard count > 1 else { return (rates, true) }
    let jacobians = steps.map { Quaternion.rightJacobian(at: $0) }
    let inverses = steps.map { Quaternion.rightJacobianInverse(at: $0) }

    // Row k is the inner key k + 1, times the shorter duration beside it: powers of durations could
    // overflow or underflow, their ratios do not.
    let shorter = (0..<(count - 1)).map { min(h[$0], h[$0 + 1]) }
    let before = (0..<(count - 1)).map { shorter[$0] / h[$0] }
    let after = (0..<(count - 1)).map { shorter[$0] / h[$0 + 1] }

    // The matrix is constant, so it is factorised once. It is diagonally dominant: Jacobians have
    // norm at most 1, inverses at most π/2.
    var pivots: [Matrix3<Scalar>] = []
    for row in 0..<(count - 1) {
      var block = Matrix3<Scalar>.identity * (4 * (before[row] + after[row]))
      if row > 0 {
        let factor = 4 * before[row] * after[row - 1]
        block = block - jacobians[row] * pivots[row - 1] * inverses[row] * factor
      }
      guard let pivot = block.inverse else { return (rates, false) }
      pivots.append(pivot)
    }

    let tolerance = 16 * Scalar.ulpOfOne
    for _ in 0..<max(0, maximumIterations) {
      var right: [Vector3<Scalar>] = []
      for row in 0..<(count - 1) {
        let mean = steps[row] / h[row] * before[row] + steps[row + 1] / h[row + 1] * after[row]
        // Quadratic in the rate: in radians its square does not overflow.
        let end = inverses[row] * (rates[row + 1] * shorter[row])
        var b = mean * 6 - quadraticAcceleration(steps[row], end) / shorter[row]
        if row == count - 2 { b = b - inverses[row + 1] * rates[count] * (2 * after[row]) }
        let last = row > 0 ? pivots[row - 1] * right[row - 1] : rates[0]
        right.append(b - jacobians[row] * last * (2 * before[row]))
      }
      var change: Scalar = 0, largest: Scalar = 0
      for row in stride(from: count - 2, through: 0, by: -1) {
        var b = right[row]
        if row < count - 2 { b = b - inverses[row + 1] * rates[row + 2] * (2 * after[row]) }
        let rate = pivots[row] * b
        // NaN would pass the comparisons below.
        guard rate.isFinite else { return (rates, false) }
        change = max(change, (rate - rates[row + 1]).maximumMagnitude)
        largest = max(largest, rate.maximumMagnitude)
        rates[row + 1] = rate
      }
      if change <= tolerance * largest { return (rates, true) }
    }
    return (rates, false)
  }
}

/// A piecewise slerp path, along the shorter arc between key frames.
///
/// The angular rate is constant between keys and discontinuous at them. ``RotationSpline`` has a
/// continuous rate and acceleration.
public struct SlerpPath<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline let keys: RotationKeys<Scalar>

  /// Creates a path through `rotations` at `times`.
  ///
  /// Rotations are normalised; their signs are ignored.
  ///
  /// - Throws: ``RotationPathError`` if there are fewer than two keys, the counts differ, times do
  ///   not increase, or a value is not finite.
  @inlinable
  public init(times: [Scalar], rotations: [Quaternion<Scalar>]) throws(RotationPathError) {
    keys = try RotationKeys(times: times, rotations: rotations)
  }

  /// The first and the last time.
  @inlinable public var timeRange: ClosedRange<Scalar> { keys.timeRange }

  /// The rotation at `time`, or `nil` outside ``timeRange``.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  @inlinable public func rotation(at time: Scalar) -> Quaternion<Scalar>? {
    guard let (segment, elapsed) = keys.locate(time) else { return nil }
    let fraction = elapsed / keys.duration(segment)
    return keys.rotations[segment] * Quaternion(rotationVector: keys.steps[segment] * fraction)
  }

  /// The rotation at any `time`; `outside` determines it outside ``timeRange``.
  ///
  /// NaN for a time that is NaN.
  @inlinable public func rotation(at time: Scalar, outside: PathExtension) -> Quaternion<Scalar> {
    let inside = keys.clamp(time)
    guard let rotation = rotation(at: inside), let (segment, _) = keys.locate(inside) else {
      return .identity * Scalar.nan
    }
    let rate = keys.steps[segment] / keys.duration(segment)
    return outside.rotation(from: rotation, rate: rate, after: time - inside)
  }

  /// The rotations at any `times`, outside ``timeRange`` by `outside`.
  @inlinable
  public func rotations(at times: [Scalar], outside: PathExtension) -> [Quaternion<Scalar>] {
    times.map { rotation(at: $0, outside: outside) }
  }
}

/// The rotations of a path before its first and after its last key.
@frozen public enum PathExtension: Hashable, Sendable, CaseIterable {
  /// The rotation of the nearest key.
  case clamped
  /// The nearest key, rotating on at the angular rate of the path there.
  case extrapolated

  @inlinable func rotation<Scalar>(
    from key: Quaternion<Scalar>, rate: Vector3<Scalar>, after time: Scalar
  ) -> Quaternion<Scalar> {
    time == 0 || self == .clamped ? key : key * Quaternion(rotationVector: rate * time)
  }
}

extension Quaternion {
  /// Spherical linear interpolation at several fractions: ``slerp(to:_:)`` at each.
  @inlinable public func slerp(to other: Self, at fractions: [Scalar]) -> [Self] {
    fractions.map { slerp(to: other, $0) }
  }
}

/// Validated key frames: increasing finite times and unit quaternions.
///
/// The sign of each quaternion is chosen so that its dot product with the previous one is not
/// negative.
@usableFromInline struct RotationKeys<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline var times: [Scalar]
  @usableFromInline var rotations: [Quaternion<Scalar>]
  /// The rotation vector of each segment in the frame of its first key.
  @usableFromInline var steps: [Vector3<Scalar>]

  @inlinable init(times: [Scalar], rotations: [Quaternion<Scalar>]) throws(RotationPathError) {
    guard times.count == rotations.count else {
      throw .countMismatch(times: times.count, rotations: rotations.count)
    }
    guard times.count >= 2 else { throw .tooFewKeys(count: times.count) }
    self.times = times
    self.rotations = []
    steps = []
    for index in times.indices {
      guard times[index].isFinite else { throw .timeNotFinite(index: index) }
      if index > 0, times[index] <= times[index - 1] { throw .timesNotIncreasing(index: index) }
      guard var unit = rotations[index].normalized() else { throw .invalidRotation(index: index) }
      if let last = self.rotations.last {
        if unit.dot(last) < 0 { unit = -unit }
        steps.append((last.conjugate * unit).rotationVector)
      }
      self.rotations.append(unit)
    }
  }

  /// The first and the last time.
  @inlinable var timeRange: ClosedRange<Scalar> { times[0]...times[times.count - 1] }

  /// The time in ``timeRange`` nearest to `time`; NaN for NaN.
  @inlinable func clamp(_ time: Scalar) -> Scalar {
    time < times[0] ? times[0] : time > times[times.count - 1] ? times[times.count - 1] : time
  }

  /// The duration of a segment.
  @inlinable func duration(_ segment: Int) -> Scalar { times[segment + 1] - times[segment] }

  /// The segment that contains `time`, and the time since its start.
  ///
  /// `nil` outside ``timeRange``.
  @inlinable func locate(_ time: Scalar) -> (segment: Int, elapsed: Scalar)? {
    guard timeRange.contains(time) else { return nil }
    var low = 0, high = times.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return (low, time - times[low])
  }
}

/// An error in the key frames of a rotation path.
public enum RotationPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer than two key frames.
  case tooFewKeys(count: Int)
  /// The numbers of times and rotations differ.
  case countMismatch(times: Int, rotations: Int)
  /// A time that is not later than the previous one.
  case timesNotIncreasing(index: Int)
  /// A time that is infinite or NaN.
  case timeNotFinite(index: Int)
  /// A quaternion that is zero, infinite or NaN.
  case invalidRotation(index: Int)
  /// The numbers of times and rates differ.
  case rateCountMismatch(times: Int, rates: Int)
  /// A rate that is infinite or NaN.
  case invalidRate(index: Int)

  /// The error, its index, and the expected value.
  public var description: String {
    switch self {
    case .tooFewKeys(let count): "expected at least 2 key frames, got \(count)"
    case .countMismatch(let times, let rotations):
      "expected as many times as rotations, got \(times) times and \(rotations) rotations"
    case .timesNotIncreasing(let index):
      "expected increasing times, got one at index \(index) not later than the previous"
    case .timeNotFinite(let index):
      "expected finite times, got an infinite or NaN time at index \(index)"
    case .invalidRotation(let index):
      "expected a nonzero finite quaternion at index \(index)"
    case .rateCountMismatch(let times, let rates):
      "expected as many rates as times, got \(rates) rates and \(times) times"
    case .invalidRate(let index): "expected a finite rate at index \(index)"
    }
  }
}
