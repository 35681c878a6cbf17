/// A second-order Butterworth low-pass of a vector whose time step may change from sample to
/// sample.
///
/// Two trapezoidal integrators in a loop (V. Zavalishin, *The Art of VA Filter Design*, 2012,
/// chapter 4). Its state is the integrators' content and not past samples, which is why a new
/// time step needs no transition. The cut-off is not prewarped: it is meant to lie far below
/// the sampling rate. Until one time constant has passed the output is the mean of the input,
/// so that it starts where the input is.
struct SecondOrderLowPass<Value: EuclideanVector>: Hashable, Sendable, Codable
where Value: Codable, Value.Scalar == Double {
  private(set) var output: Value
  private var slope: Value
  private var level: Value
  /// Seconds averaged so far, until one time constant had passed.
  private(set) var age = 0.0
  /// Whether one time constant has passed: a longer one later does not start a mean again.
  private(set) var isSettled = false

  init() {
    output = .zero
    slope = .zero
    level = .zero
  }

  /// Starts again from the mean of what comes.
  mutating func restart() { self = Self() }

  /// Counts what was averaged so far for no more than `seconds`, so that what comes soon
  /// outweighs it.
  mutating func loosen(to seconds: Double) {
    age = min(age, seconds)
    isSettled = false
  }

  /// Takes `input`, one step of `response` after the one before.
  @inline(__always)
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
    // A first sample has no step: it starts the mean, and the next counts in full.
    age += step
    output += (input - output) * (step > 0 ? min(1, step / age) : 1)
    level = output
    slope = .zero
    isSettled = age >= response.timeConstant
  }
}

/// What a ``SecondOrderLowPass`` does with one time step, which several may share.
struct LowPassResponse {
  let step: Double
  let timeConstant: Double
  fileprivate let g: Double
  fileprivate let scale: Double

  /// The response to a step of `step` seconds.
  ///
  /// - Parameter timeConstant: √2 over the angular cut-off frequency, in seconds.
  @inline(__always)
  init(step: Double, timeConstant: Double) {
    self.step = step
    self.timeConstant = timeConstant
    g = 0.5.squareRoot() * step / timeConstant
    scale = 1 / (1 + g * (g + 2.0.squareRoot()))
  }
}
