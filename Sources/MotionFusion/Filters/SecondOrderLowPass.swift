/// A second-order Butterworth low-pass of a vector, for a variable time step.
///
/// Two trapezoidal integrators in a loop (V. Zavalishin, *The Art of VA Filter Design*, 2012,
/// chapter 4). Its state is the integrators' content, so that a new time step needs no transition.
/// The cut-off is not prewarped; it should lie far below the sampling rate. During the first time
/// constant the output is the mean of the input.
struct SecondOrderLowPass<Value: EuclideanVector>: Hashable, Sendable, Codable
where Value: Codable, Value.Scalar == Double {
  private(set) var output: Value
  private var slope: Value
  private var level: Value
  /// The averaging time so far, in seconds, up to one time constant.
  private(set) var age = 0.0
  /// Whether one time constant has passed since the start.
  private(set) var isSettled = false

  init() {
    output = .zero
    slope = .zero
    level = .zero
  }

  /// Discards the state: the output is the mean of the next inputs.
  mutating func restart() { self = Self() }

  /// Restarts as if the output had been `value` for `seconds`, at most one time constant.
  mutating func restart(at value: Value, age seconds: Double) {
    self = Self()
    output = value
    level = value
    age = seconds
  }

  /// Continues as if the inputs had risen more slowly by `rate` a second, to the same last one:
  /// the output lags by the time constant in seconds. Once settled only.
  mutating func removeRamp(_ rate: Value, timeConstant: Double) {
    let lag = rate * timeConstant
    output += lag
    level += lag
    slope -= lag * 0.5.squareRoot()
  }

  /// Limits the weight of the inputs so far to that of `seconds`.
  mutating func reduceWeight(to seconds: Double) {
    guard seconds < age else { return }
    age = seconds
    isSettled = false
  }

  /// Takes the input one step of `response` after the previous one.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  mutating func update(_ input: Value, _ response: LowPassResponse) {
    guard isSettled else {
      average(input, response)
      return
    }
    let g = response.g
    let band = (slope + (input - level) * g) * response.scale
    output = level + band * g
    slope = band + band - slope
    level = output + output - level
  }

  @inline(never)
  private mutating func average(_ input: Value, _ response: LowPassResponse) {
    let step = response.step
    // The first sample has no step: it starts the mean, unless a measurement has.
    let share = step > 0 ? min(1, step / (age + step)) : age > 0 ? 0 : 1
    age += step
    output += (input - output) * share
    level = output
    slope = .zero
    isSettled = age >= response.timeConstant
  }
}

/// The coefficients of a ``SecondOrderLowPass`` for one time step, shared by several filters.
struct LowPassResponse {
  let step: Double
  let timeConstant: Double
  fileprivate let g: Double
  fileprivate let scale: Double

  /// The response to a step of `step` seconds.
  ///
  /// - Parameter timeConstant: √2 over the angular cut-off frequency, in seconds.
  @inline(__always)  // Benchmark "inertial filter, a sample".
  init(step: Double, timeConstant: Double) {
    self.step = step
    self.timeConstant = timeConstant
    g = 0.5.squareRoot() * step / timeConstant
    scale = 1 / (1 + g * (g + 2.0.squareRoot()))
  }
}
