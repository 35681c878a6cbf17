/// An interpolating rotation spline with continuous angular rate and acceleration.
///
/// In each segment the rotation vector from its first key is a cubic function of time. The rates at
/// the inner keys make the acceleration continuous. They solve a block tridiagonal system,
/// quadratic in the rates, by Newton's iteration with continuation. The first and the last rate are
/// the mean rates of their segments. The curve is that of SciPy's `RotationSpline` (N. Mayorov,
/// *Smooth attitude interpolation*, 2018), which stops after ten steps of a slower iteration.
///
/// Every path passes its keys to rounding. If durations differ by much, a continuous acceleration
/// needs large rates in the long segments: the path turns far beyond its keys there.
/// ``monotone(times:rotations:)`` does not.
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
  /// Whether the acceleration is continuous at the inner keys.
  ///
  /// Otherwise only the rate is: in a path of given rates, a path of
  /// ``monotone(times:rotations:)``, and where no rates of continuous acceleration were found. Then
  /// the rates are those of ``monotone(times:rotations:)``.
  public let hasContinuousAcceleration: Bool

  /// Creates a path through `rotations` at `times`.
  ///
  /// Rotations are normalised; their signs are ignored.
  ///
  /// - Parameters:
  ///   - times: The times of the keys, increasing.
  ///   - rotations: The rotations at these times.
  /// - Throws: ``RotationPathError`` if there are fewer than two keys, the counts differ, times do
  ///   not increase, or a value or a duration is not finite.
  /// - Complexity: O(*n*) per iteration, for *n* keys. Three to ten iterations are usual.
  @inlinable public init(
    times: [Scalar], rotations: [Quaternion<Scalar>]
  ) throws(RotationPathError) {
    let keys = try RotationKeys(times: times, rotations: rotations)
    if let rates = RateEquations(keys).solution() {
      self.init(keys, rates: rates, hasContinuousAcceleration: true)
    } else {
      self.init(keys, rates: Self.monotoneRates(keys), hasContinuousAcceleration: false)
    }
  }

  /// Creates the path whose rates are those of SciPy after its limit of `iterations`.
  @inlinable package init(
    times: [Scalar], rotations: [Quaternion<Scalar>], iterations: Int
  ) throws(RotationPathError) {
    let keys = try RotationKeys(times: times, rotations: rotations)
    let rates = RateEquations(keys).simpleIteration(iterations)
    self.init(keys, rates: rates, hasContinuousAcceleration: false)
  }

  /// Creates a path through `rotations` with the given angular rates at the keys.
  ///
  /// The rate is continuous, the acceleration is not. A key with the rate zero is a stop.
  ///
  /// Other parameters and errors are those of ``init(times:rotations:)``.
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
  /// Parameters and errors are those of ``init(times:rotations:)``.
  @inlinable public static func monotone(
    times: [Scalar], rotations: [Quaternion<Scalar>]
  ) throws(RotationPathError) -> Self {
    let keys = try RotationKeys(times: times, rotations: rotations)
    return Self(keys, rates: monotoneRates(keys), hasContinuousAcceleration: false)
  }

  /// The rates of ``monotone(times:rotations:)``; zero where one exceeds the range of `Scalar`.
  @inlinable static func monotoneRates(_ keys: RotationKeys<Scalar>) -> [Vector3<Scalar>] {
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
    return rates.map { $0.isFinite ? $0 : .zero }
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
  /// NaN for a time that is NaN, and at infinity if extrapolated.
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
      jacobian * curve.secondDerivative(at: fraction) + QuadraticAcceleration(at: v)(dv, dv)
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
/// overflows or underflows. Bernstein's form meets the rotation vector at 1 without cancellation,
/// however large the derivatives.
@frozen @usableFromInline struct RotationVectorCubic<Scalar: RealScalar>: Hashable, Sendable {
  @usableFromInline let first, inner, end: Vector3<Scalar>

  /// Creates the cubic to `end` with the given derivatives at its ends.
  @inlinable init(
    to end: Vector3<Scalar>, firstDerivative: Vector3<Scalar>, lastDerivative: Vector3<Scalar>
  ) {
    first = firstDerivative
    inner = end * 3 - lastDerivative
    self.end = end
  }

  @inlinable func value(at u: Scalar) -> Vector3<Scalar> {
    let rest = 1 - u
    return (first * (rest * rest) + (inner * rest + end * u) * u) * u
  }

  @inlinable func derivative(at u: Scalar) -> Vector3<Scalar> {
    first * ((1 - u) * (1 - 3 * u)) + (inner * (2 - 3 * u) + end * (3 * u)) * u
  }

  @inlinable func secondDerivative(at u: Scalar) -> Vector3<Scalar> {
    first * (6 * u - 4) + inner * (2 - 6 * u) + end * (6 * u)
  }
}

// MARK: - Rates at the keys

/// The part of the acceleration that is quadratic in the derivative of the rotation vector **v**:
/// the derivative of the right Jacobian along one derivative, times another.
@frozen @usableFromInline struct QuadraticAcceleration<Scalar: RealScalar> {
  @usableFromInline let v: Vector3<Scalar>
  @usableFromInline let slope, tail, sineTail: Scalar

  @inlinable init(at v: Vector3<Scalar>) {
    let terms = AngleCoefficients(v)
    self.v = v
    (slope, tail, sineTail) = (terms.versineSlope, 2 * terms.mixedTail, terms.sineTail.high)
  }

  /// The bilinear form. The acceleration has the same derivative twice.
  @inlinable
  func callAsFunction(_ a: Vector3<Scalar>, _ b: Vector3<Scalar>) -> Vector3<Scalar> {
    let turned = v.cross(a)
    return (turned * slope - v.cross(turned) * tail) * v.dot(b) + b.cross(turned) * sineTail
  }
}

/// The equations of continuous acceleration at the inner keys; its unknowns are their rates.
///
/// Row k is the inner key k + 1, times the shorter duration beside it: powers of durations could
/// overflow or underflow, their ratios do not.
@usableFromInline struct RateEquations<Scalar: RealScalar> {
  @usableFromInline typealias Rates = [Vector3<Scalar>]
  /// The mean rates of the segments.
  @usableFromInline let means: Rates
  @usableFromInline let jacobians, inverses: [Matrix3<Scalar>]
  @usableFromInline let quadratic: [QuadraticAcceleration<Scalar>]
  /// The shorter duration beside each inner key, and its ratio to that before and after it.
  @usableFromInline let shorter, before, after: [Scalar]

  @inlinable init(_ keys: RotationKeys<Scalar>) {
    let h = keys.steps.indices.map { keys.duration($0) }, rows = 0..<(h.count - 1)
    means = h.indices.map { keys.steps[$0] / h[$0] }
    jacobians = keys.steps.map { Quaternion.rightJacobian(at: $0) }
    inverses = keys.steps.map { Quaternion.rightJacobianInverse(at: $0) }
    quadratic = keys.steps.map { QuadraticAcceleration(at: $0) }
    shorter = rows.map { min(h[$0], h[$0 + 1]) }
    before = rows.map { min(h[$0], h[$0 + 1]) / h[$0] }
    after = rows.map { min(h[$0], h[$0 + 1]) / h[$0 + 1] }
  }

  /// The derivative at the end of the segment before row `row`, times the shorter duration.
  @inlinable func endDerivative(_ row: Int, _ rates: Rates) -> Vector3<Scalar> {
    // In radians, whose square does not overflow.
    inverses[row] * (rates[row + 1] * shorter[row])
  }

  /// The jumps of acceleration at the inner keys, times the shorter duration, with a share of the
  /// quadratic part.
  @inlinable func jumps(_ rates: Rates, share: Scalar) -> Rates {
    shorter.indices.map { row in
      let end = endDerivative(row, rates)
      let neighbours =
        jacobians[row] * rates[row] * before[row]
        + inverses[row + 1] * rates[row + 2] * after[row]
      let mean = means[row] * before[row] + means[row + 1] * after[row]
      let weight: Scalar = 2 * (before[row] + after[row])
      let jump = (rates[row + 1] * weight + neighbours - mean * 3) * 2
      return share == 0 ? jump : jump + quadratic[row](end, end) * (share / shorter[row])
    }
  }

  /// The change of the inner rates that removes the jumps to first order, with a share of the
  /// quadratic part; `nil` if there is none.
  ///
  /// The linear part is diagonally dominant: Jacobians have norm at most 1, inverses at most π/2.
  @inlinable func correction(of jumps: Rates, at rates: Rates, share: Scalar) -> Rates? {
    var folded: [Matrix3<Scalar>] = []
    var change: Rates = []
    for row in shorter.indices {
      var block = Matrix3<Scalar>.identity * (4 * (before[row] + after[row]))
      if share > 0 {
        let end = endDerivative(row, rates), form = quadratic[row], inverse = inverses[row]
        func column(_ e: Vector3<Scalar>) -> Vector3<Scalar> { form(e, end) + form(end, e) }
        block =
          block
          + Matrix3(columns: column(inverse.c0), column(inverse.c1), column(inverse.c2)) * share
      }
      var right = -jumps[row]
      if row > 0 {
        let lower = jacobians[row] * (2 * before[row])
        block = block - lower * folded[row - 1]
        right = right - lower * change[row - 1]
      }
      guard let pivot = block.inverse else { return nil }
      folded.append(pivot * inverses[row + 1] * (2 * after[row]))
      change.append(pivot * right)
    }
    for row in change.indices.dropLast().reversed() {
      change[row] = change[row] - folded[row] * change[row + 1]
    }
    return change
  }

  /// The mean rate of the segment before each key, that after it for the first.
  @inlinable var start: Rates { [means[0]] + means }

  /// `rates` with a change of the inner ones.
  @inlinable func moved(_ rates: Rates, by change: Rates) -> Rates {
    var moved = rates
    for row in change.indices { moved[row + 1] = rates[row + 1] + change[row] }
    return moved
  }

  /// The largest angle of the rates of inner keys over the shorter duration; NaN if any is NaN.
  @inlinable func angle(_ rates: some Collection<Vector3<Scalar>>) -> Scalar {
    var largest: Scalar = 0
    for (rate, duration) in zip(rates, shorter) {
      let angle = (rate * duration).maximumMagnitude
      if !(angle <= largest) { largest = angle }
    }
    return largest
  }

  /// Rates of continuous acceleration, or `nil` if none were found.
  ///
  /// By continuation: from the solution without the quadratic part, its share grows to 1, in one
  /// step if Newton's iteration converges.
  @inlinable func solution() -> Rates? {
    guard var rates = newton(from: start, share: 0) else { return nil }
    var (share, step): (Scalar, Scalar) = (0, 1)
    while share < 1 {
      let next = min(1, share + step)
      if let found = newton(from: rates, share: next) {
        (rates, share, step) = (found, next, step * 2)
      } else {
        step /= 2
        guard step > 0x1p-10 else { return nil }
      }
    }
    return rates
  }

  /// The solution with a share of the quadratic part by Newton's iteration; `nil` without
  /// convergence.
  @inlinable func newton(from start: Rates, share: Scalar) -> Rates? {
    var rates = start
    var last = Scalar.infinity
    for _ in 0..<12 {
      guard
        let change = correction(of: jumps(rates, share: share), at: rates, share: share)
      else { return nil }
      rates = moved(rates, by: change)
      let step = angle(change), scale = angle(rates.dropFirst())
      guard scale < .infinity, step < .infinity else { return nil }
      // Once it converges quadratically, a step that is not shorter is rounding error.
      let isRounding = step <= Scalar.ulpOfOne.squareRoot() * scale && step >= last
      if step <= 16 * .ulpOfOne * scale || isRounding { return rates }
      last = step
    }
    return nil
  }

  /// The rates after a number of steps of SciPy's iteration, which solves for the linear part.
  @inlinable func simpleIteration(_ count: Int) -> Rates {
    var rates = start
    for _ in 0..<count {
      guard let change = correction(of: jumps(rates, share: 1), at: rates, share: 0) else { break }
      rates = moved(rates, by: change)
    }
    return rates
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
  /// NaN for a time that is NaN, and at infinity if extrapolated.
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
      guard times[index].isFinite, index == 0 || (times[index] - times[index - 1]).isFinite else {
        throw .timeNotFinite(index: index)
      }
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
  /// A time that is infinite or NaN, or an infinite duration since the previous one.
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
      "expected finite times and durations, got an infinite or NaN one at index \(index)"
    case .invalidRotation(let index):
      "expected a nonzero finite quaternion at index \(index)"
    case .rateCountMismatch(let times, let rates):
      "expected as many rates as times, got \(rates) rates and \(times) times"
    case .invalidRate(let index): "expected a finite rate at index \(index)"
    }
  }
}
