/// Minimises a smooth convex function by limited-memory BFGS.
///
/// D. C. Liu and J. Nocedal, *On the limited memory BFGS method for large scale optimization*,
/// Mathematical Programming 45, 1989, doi:10.1007/BF01589116.
///
/// The line search accepts a step by the slope at its end. Along a line the slope of a convex
/// function increases, so that its sign shows the side of the minimum. Near the minimum a slope has
/// all its digits, while differences of values lose them.
struct LBFGS: Sendable {
  /// The number of steps in the curvature estimate. Liu and Nocedal recommend 3 to 20.
  private static let memory = 12
  /// The largest number of steps.
  var maximumIterations: Int
  /// The largest component of the gradient at convergence.
  var tolerance: Double

  struct Outcome: Sendable {
    /// Whether the gradient fell to the tolerance.
    var converged: Bool
    var iterations: Int
    /// The value at the last point.
    var value: Double
    /// The largest component of the last gradient.
    var gradient: Double
  }

  /// The bounds on the slope at the end of a step, relative to the slope at its start: the
  /// curvature condition of Wolfe with 0.9 for a falling line, and a tighter 0.3 for a rising one.
  private static let (falling, rising) = (0.9, 0.3)
  /// The largest number of function evaluations of one line search.
  private static let longestSearch = 40

  /// Moves `x` to the minimum of `function`, which writes its gradient and returns its value, both
  /// finite; `nil` if the task is cancelled.
  func minimize(
    from x: inout [Double], _ function: (_ x: [Double], _ gradient: inout [Double]) -> Double
  ) -> Outcome? {
    var gradient = [Double](repeating: 0, count: x.count)
    var value = function(x, &gradient)
    var steps: [[Double]] = []
    var changes: [[Double]] = []
    var inverses: [Double] = []
    var outcome = Outcome(
      converged: false, iterations: 0, value: value, gradient: Self.largest(gradient))
    while outcome.gradient > tolerance, outcome.iterations < maximumIterations {
      if Task.isCancelled { return nil }
      var direction = Self.direction(gradient, steps, changes, inverses)
      var slope = Self.dot(direction, gradient)
      if !(slope < 0) {
        // Rounding has spoilt the curvature estimate: restart with steepest descent.
        (steps, changes, inverses) = ([], [], [])
        direction = gradient.map { -$0 }
        slope = -Self.dot(gradient, gradient)
      }
      let first = steps.isEmpty ? min(1, 1 / (-slope).squareRoot()) : 1
      guard
        let next = Self.search(
          function, from: x, value: value, along: direction, slope: slope, first: first)
      else { break }
      outcome.iterations += 1
      var step = direction
      for index in step.indices { step[index] = next.x[index] - x[index] }
      var change = next.gradient
      for index in change.indices { change[index] -= gradient[index] }
      let curvature = Self.dot(step, change)
      if curvature > 0 {
        steps.append(step)
        changes.append(change)
        inverses.append(1 / curvature)
        if steps.count > Self.memory {
          steps.removeFirst()
          changes.removeFirst()
          inverses.removeFirst()
        }
      }
      (x, gradient, value) = (next.x, next.gradient, next.value)
      outcome.value = value
      outcome.gradient = Self.largest(gradient)
    }
    outcome.converged = outcome.gradient <= tolerance
    return outcome
  }

  // MARK: - One step

  private struct Point {
    var x: [Double]
    var gradient: [Double]
    var value: Double
  }

  /// A point along `direction` with an acceptable slope; `nil` if rounding leaves none.
  private static func search(
    _ function: (_ x: [Double], _ gradient: inout [Double]) -> Double, from x: [Double],
    value: Double, along direction: [Double], slope: Double, first: Double
  ) -> Point? {
    var (low, lowSlope) = (0.0, slope)
    var high: (length: Double, slope: Double)?
    var length = first
    var point = Point(x: x, gradient: direction, value: value)
    for _ in 0..<longestSearch {
      for index in x.indices { point.x[index] = x[index] + length * direction[index] }
      point.value = function(point.x, &point.gradient)
      let found = dot(direction, point.gradient)
      if found > -rising * slope || point.value > value + abs(value) * 1e-12 {
        high = (length, found)
      } else if found < falling * slope {
        (low, lowSlope) = (length, found)
      } else {
        return point
      }
      if let high {
        // The zero of the linearly interpolated slope, kept inside the bracket.
        let share = high.slope > 0 ? -lowSlope / (high.slope - lowSlope) : 0.5
        let next = low + min(0.9, max(0.1, share)) * (high.length - low)
        guard next > low, next < high.length else { return nil }
        length = next
      } else {
        length *= 4
      }
    }
    return nil
  }

  /// −*H* · `gradient` by the two-loop recursion.
  private static func direction(
    _ gradient: [Double], _ steps: [[Double]], _ changes: [[Double]], _ inverses: [Double]
  ) -> [Double] {
    var direction = gradient.map { -$0 }
    var weights = [Double](repeating: 0, count: steps.count)
    for index in steps.indices.reversed() {
      weights[index] = inverses[index] * dot(steps[index], direction)
      add(-weights[index], changes[index], to: &direction)
    }
    if let change = changes.last, let inverse = inverses.last {
      let scale = 1 / (inverse * dot(change, change))
      for index in direction.indices { direction[index] *= scale }
    }
    for index in steps.indices {
      let weight = inverses[index] * dot(changes[index], direction)
      add(weights[index] - weight, steps[index], to: &direction)
    }
    return direction
  }

  // MARK: - Vectors

  /// The dot product of the first `count` numbers (default: all).
  static func dot(_ a: [Double], _ b: [Double], count: Int? = nil) -> Double {
    let count = count ?? a.count
    // Four independent sums hide the latency of additions.
    var sums = SIMD4<Double>.zero
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        let whole = count & ~3
        for index in stride(from: 0, to: whole, by: 4) {
          let left = SIMD4<Double>(a[index], a[index + 1], a[index + 2], a[index + 3])
          let right = SIMD4<Double>(b[index], b[index + 1], b[index + 2], b[index + 3])
          sums += left * right
        }
        for index in whole..<count { sums[0] += a[index] * b[index] }
      }
    }
    return sums.sum()
  }

  /// Adds the first `count` numbers of a vector, times a factor (default: all).
  static func add(_ factor: Double, _ a: [Double], to b: inout [Double], count: Int? = nil) {
    let count = count ?? a.count
    a.withUnsafeBufferPointer { a in
      b.withUnsafeMutableBufferPointer { b in
        for index in 0..<count { b[index] += factor * a[index] }
      }
    }
  }

  private static func largest(_ vector: [Double]) -> Double {
    vector.reduce(0) { max($0, abs($1)) }
  }
}

/// A search for the minimum of a function of one number, by golden sections.
enum GoldenSection {
  /// The minimum of a function that has only one in `range`, to this precision.
  ///
  /// - Complexity: O(log(width of the range / precision)) calls.
  static func minimum(
    in range: ClosedRange<Double>, precision: Double, of value: (Double) -> Double
  ) -> Double {
    let ratio = (Double(5).squareRoot() - 1) / 2
    var (low, high) = (range.lowerBound, range.upperBound)
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (leftValue, rightValue) = (value(left), value(right))
    while high - low > precision {
      if leftValue < rightValue {
        (high, right, rightValue) = (right, left, leftValue)
        left = high - ratio * (high - low)
        leftValue = value(left)
      } else {
        (low, left, leftValue) = (left, right, rightValue)
        right = low + ratio * (high - low)
        rightValue = value(right)
      }
    }
    return (low + high) / 2
  }
}

/// The results of `body` for `0..<count` in order, computed on up to `width` cores.
///
/// `nil` if the task is cancelled. A `body` that notices the cancellation returns `nil`.
func parallelMap<Result: Sendable>(
  count: Int, width: Int?, progress: (@Sendable (Int) -> Void)? = nil,
  _ body: @escaping @Sendable (Int) async -> Result?
) async -> [Result]? {
  var results = [Result?](repeating: nil, count: count)
  await withTaskGroup(of: (Int, Result?).self) { group in
    var next = 0
    var done = 0
    func startOne() {
      guard next < count else { return }
      let index = next
      next += 1
      group.addTask { (index, Task.isCancelled ? nil : await body(index)) }
    }
    for _ in 0..<max(1, min(width ?? count, count)) { startOne() }
    while let (index, result) = await group.next() {
      results[index] = result
      done += 1
      progress?(done)
      if result == nil { group.cancelAll() } else { startOne() }
    }
  }
  let whole = results.compactMap { $0 }
  return Task.isCancelled || whole.count < count ? nil : whole
}
