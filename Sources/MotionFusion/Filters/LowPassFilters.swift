internal import RealModule

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
    // The first sample has no step: it starts the mean.
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

/// A second-order Butterworth filter for samples at a fixed rate, low-pass or high-pass.
///
/// Bilinear transform with a prewarped cut-off, in the transposed direct form II. The gain at the
/// cut-off is 1/√2.
public struct ButterworthFilter: Hashable, Sendable, Codable {
  /// The pass band.
  public enum Band: String, Hashable, Sendable, Codable, CaseIterable {
    /// Frequencies below the cut-off.
    case low
    /// Frequencies above the cut-off.
    case high
  }

  private let band: Band
  /// The numerator's coefficients, that of the newest sample first.
  private let numerator: Vector3<Double>
  /// The denominator's coefficients after the leading 1.
  private let denominator: Vector2<Double>
  /// The last output; `nil` before the first sample.
  package private(set) var output: Double?

  private var first = 0.0
  private var second = 0.0

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - band: The pass band.
  ///   - cutoff: The cut-off frequency, in Hz.
  ///   - sampleRate: The rate of the samples, in Hz.
  /// - Precondition: 0 < `cutoff` < `sampleRate` / 2.
  public init(_ band: Band, cutoff: Double, sampleRate: Double) {
    precondition(
      cutoff > 0 && cutoff < sampleRate / 2,
      "expected a cut-off between 0 and half the rate \(sampleRate) Hz, got \(cutoff) Hz")
    self.band = band
    let k = Double.tan(.pi * cutoff / sampleRate)
    let scale = 1 / (1 + k * (k + 2.0.squareRoot()))
    switch band {
    case .low: numerator = Vector3(1, 2, 1) * (k * k * scale)
    case .high: numerator = Vector3(1, -2, 1) * scale
    }
    denominator = Vector2(
      2 * (k * k - 1) * scale, (1 - k * (2.0.squareRoot() - k)) * scale)
  }

  /// Takes a sample and returns the output; the first one as after a long constant input.
  ///
  /// A sample that is not finite or exceeds 1e300 is ignored: the last output is returned, 0 before
  /// any.
  @discardableResult
  public mutating func update(_ input: Double) -> Double {
    // A NaN fails this comparison.
    guard abs(input) <= largestInput else { return output ?? 0 }
    if output == nil {
      let settled = band == .low ? input : 0
      second = numerator.z * input - denominator.y * settled
      first = numerator.y * input - denominator.x * settled + second
    }
    let result = numerator.x * input + first
    first = numerator.y * input - denominator.x * result + second
    second = numerator.z * input - denominator.y * result
    output = result
    return result
  }
}

/// The largest input of the simple filters: small multiples of it are finite.
let largestInput = 1e300

/// A first-order filter by a fixed share of each sample, low-pass or high-pass.
///
/// The low-pass moves its output towards the input by a share *s*, *y* ← *s x* + (1 − *s*) *y*; the
/// high-pass is the rest, *x* − *y*. At a rate *f* the time constant is −1/(*f* ln(1 − *s*)): 0.1
/// at 60 Hz is 0.16 s, a cut-off of 1.0 Hz. Apple's samples for device motion use this form, with
/// *s* = 0.1 for the user's acceleration; ``ButterworthFilter`` takes a frequency.
public struct ExponentialFilter: Hashable, Sendable, Codable {
  private let band: ButterworthFilter.Band
  private let share: Double
  private var mean: Double?

  /// A filter in its initial state.
  ///
  /// - Parameters:
  ///   - band: The pass band.
  ///   - share: The share of a new sample.
  /// - Precondition: `share` is above 0 and at most 1.
  public init(_ band: ButterworthFilter.Band, share: Double = 0.1) {
    precondition(share > 0 && share <= 1, "expected a share above 0 and at most 1, got \(share)")
    self.band = band
    self.share = share
  }

  /// Takes a sample and returns the output; the first one as after a long constant input.
  ///
  /// A sample that is not finite or exceeds 1e300 does not change the filter. The low-pass then
  /// returns its last output, or 0 at the start; the high-pass returns 0.
  @discardableResult
  public mutating func update(_ input: Double) -> Double {
    // A NaN fails this comparison.
    guard abs(input) <= largestInput else { return band == .low ? mean ?? 0 : 0 }
    let last = mean ?? input
    let next = input * share + last * (1 - share)
    mean = next
    return band == .low ? next : input - next
  }
}

/// Gravity by a first-order low-pass, user acceleration by the remainder (a high-pass), for a
/// device without a gyroscope.
///
/// Each sample moves gravity towards the reading by a fixed share: at 100 Hz and 0.1 the time
/// constant is about 0.1 s. Turns look like acceleration, and slow acceleration looks like turns;
/// ``MotionEstimator`` separates them.
public struct GravitySeparator: Hashable, Sendable, Codable {
  private let smoothing: Double
  /// Gravity in the device frame, in g; `nil` before the first reading.
  public private(set) var gravity: Vector3<Double>?
  /// The last reading minus gravity, in g, with Core Motion's sign.
  public private(set) var userAcceleration = Vector3<Double>.zero

  /// A separator in its initial state.
  ///
  /// - Parameter smoothing: The share of a new reading.
  /// - Precondition: `smoothing` is above 0 and at most 1.
  public init(smoothing: Double = 0.1) {
    precondition(
      smoothing > 0 && smoothing <= 1,
      "expected a smoothing above 0 and at most 1, got \(smoothing)")
    self.smoothing = smoothing
  }

  /// Takes a reading in g, with Core Motion's sign; a reading that is not finite is ignored.
  public mutating func update(_ acceleration: Vector3<Double>) {
    guard acceleration.isFinite else { return }
    let known = gravity ?? acceleration
    let next = acceleration * smoothing + known * (1 - smoothing)
    gravity = next
    userAcceleration = acceleration - next
  }
}
