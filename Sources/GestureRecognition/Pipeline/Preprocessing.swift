internal import MotionFusion

/// A filter that is applied to each component of every sample.
package enum PreprocessingStage: Hashable, Sendable {
  /// The mean of the last `window` samples: see `MovingAverage`.
  case movingAverage(window: Int)
  /// A low-pass filter; frequencies in Hz: see `ButterworthFilter`.
  case lowPass(cutoff: Double, sampleRate: Double)
  /// A high-pass filter; frequencies in Hz: see `ButterworthFilter`.
  case highPass(cutoff: Double, sampleRate: Double)
  /// A low-pass filter that takes this share of each sample: see `ExponentialFilter`.
  case smoothing(share: Double)
  /// A high-pass filter, the sample minus `smoothing`: see `ExponentialFilter`.
  case detrending(share: Double)
  /// A soft threshold: see `DeadZone`.
  case deadZone(limit: Double)
  /// The derivative, per second: see `Differentiator`.
  case derivative(sampleRate: Double)

  /// The first invalid parameter as an error text, or `nil` if all are valid.
  func validationError(dimension: Int) -> String? {
    switch self {
    case .movingAverage(let window):
      // The windows of all components are allocated before the first sample.
      (1...100_000).contains(window) && window <= 10_000_000 / dimension
        ? nil
        : "expected a moving average of 1 to \(min(100_000, 10_000_000 / dimension)) samples, "
          + "got \(window)"
    case .lowPass(let cutoff, let sampleRate), .highPass(let cutoff, let sampleRate):
      cutoff > 0 && cutoff < sampleRate / 2 && sampleRate.isFinite
        ? nil : "expected a cut-off between 0 and half of \(sampleRate) Hz, got \(cutoff) Hz"
    case .smoothing(let share), .detrending(let share):
      share > 0 && share <= 1 ? nil : "expected a share above 0 and at most 1, got \(share)"
    case .deadZone(let limit):
      limit >= 0 && limit.isFinite
        ? nil : "expected a finite dead zone of 0 or more, got \(limit)"
    case .derivative(let sampleRate):
      sampleRate > 0 && sampleRate.isFinite
        ? nil : "expected a finite positive rate for a derivative, got \(sampleRate) Hz"
    }
  }
}

extension PreprocessingStage {
  /// The stage for samples at another rate, in hertz.
  package func at(sampleRate: Double) -> PreprocessingStage {
    switch self {
    case .lowPass(let cutoff, _): .lowPass(cutoff: cutoff, sampleRate: sampleRate)
    case .highPass(let cutoff, _): .highPass(cutoff: cutoff, sampleRate: sampleRate)
    case .derivative: .derivative(sampleRate: sampleRate)
    case .movingAverage, .smoothing, .detrending, .deadZone: self
    }
  }
}

extension PreprocessingStage: PipelineStage, ModelPart {
  package static let grammar =
    "moving-average=SAMPLES, low-pass=HERTZ, high-pass=HERTZ, smoothing=SHARE, detrending=SHARE, "
    + "dead-zone=LIMIT or derivative"
  package static let ratedNames = ["low-pass", "high-pass", "derivative"]

  package init(_ stage: NamedNumbers) throws(ModelError) {
    self =
      switch stage.name {
      case "moving-average": .movingAverage(window: try stage.integer(0))
      case "low-pass": .lowPass(cutoff: try stage.number(0), sampleRate: try stage.number(1))
      case "high-pass": .highPass(cutoff: try stage.number(0), sampleRate: try stage.number(1))
      case "smoothing": .smoothing(share: try stage.number(0))
      case "detrending": .detrending(share: try stage.number(0))
      case "dead-zone": .deadZone(limit: try stage.number(0))
      case "derivative": .derivative(sampleRate: try stage.number(0))
      default: throw .unknown(stage.name)
      }
  }

  package var named: NamedNumbers {
    switch self {
    case .movingAverage(let window): NamedNumbers("moving-average", Double(window))
    case .lowPass(let cutoff, let sampleRate): NamedNumbers("low-pass", cutoff, sampleRate)
    case .highPass(let cutoff, let sampleRate): NamedNumbers("high-pass", cutoff, sampleRate)
    case .smoothing(let share): NamedNumbers("smoothing", share)
    case .detrending(let share): NamedNumbers("detrending", share)
    case .deadZone(let limit): NamedNumbers("dead-zone", limit)
    case .derivative(let sampleRate): NamedNumbers("derivative", sampleRate)
    }
  }
}

/// A pre-processing stage with its state: one filter per component.
struct Preprocessor: Hashable, Sendable {
  // One array per filter type: mutating a filter inside an enumeration copies it, with its buffer,
  // at each sample.
  private var averages: [MovingAverage] = []
  private var filters: [ButterworthFilter] = []
  private var exponentials: [ExponentialFilter] = []
  private var differentiators: [Differentiator] = []
  private var deadZone: DeadZone?

  /// Creates a valid stage in its initial state.
  init(_ stage: PreprocessingStage, dimension: Int) {
    switch stage {
    case .movingAverage(let window):
      averages = Array(repeating: MovingAverage(window: window), count: dimension)
      // Give each filter a separate buffer before the first sample.
      for index in averages.indices { averages[index] = MovingAverage(window: window) }
    case .lowPass(let cutoff, let sampleRate):
      filters = Array(
        repeating: ButterworthFilter(.low, cutoff: cutoff, sampleRate: sampleRate),
        count: dimension)
    case .highPass(let cutoff, let sampleRate):
      filters = Array(
        repeating: ButterworthFilter(.high, cutoff: cutoff, sampleRate: sampleRate),
        count: dimension)
    case .smoothing(let share):
      exponentials = Array(repeating: ExponentialFilter(.low, share: share), count: dimension)
    case .detrending(let share):
      exponentials = Array(repeating: ExponentialFilter(.high, share: share), count: dimension)
    case .deadZone(let limit):
      deadZone = DeadZone(limit: limit)
    case .derivative(let sampleRate):
      differentiators = Array(repeating: Differentiator(sampleRate: sampleRate), count: dimension)
    }
  }

  /// Filters one sample in place, without allocating.
  mutating func apply(to values: inout [Double]) {
    for index in averages.indices { values[index] = averages[index].update(values[index]) }
    for index in filters.indices { values[index] = filters[index].update(values[index]) }
    for index in exponentials.indices { values[index] = exponentials[index].update(values[index]) }
    for index in differentiators.indices {
      values[index] = differentiators[index].update(values[index])
    }
    if let deadZone {
      for index in values.indices { values[index] = deadZone.apply(values[index]) }
    }
  }
}

/// A moving average.
///
/// Until the window is full, it returns the mean of the samples so far: a constant input passes
/// unchanged from the first sample on. A window of 1 is the identity. The sum is recomputed at each
/// sample, so rounding errors do not accumulate and a sample has no effect after it leaves the
/// window.
struct MovingAverage: Hashable, Sendable {
  private let window: Int
  private var ring: [Double] = []
  private var next = 0

  init(window: Int) {
    self.window = window
    ring.reserveCapacity(window)
  }

  /// Processes a sample and returns the mean.
  ///
  /// A sample that is not finite is ignored, and the previous mean is returned, 0 before the first
  /// finite sample.
  ///
  /// - Complexity: O(window), no allocation.
  mutating func update(_ input: Double) -> Double {
    if input.isFinite {
      if ring.count < window {
        ring.append(input)
      } else {
        ring[next] = input
      }
      next = (next + 1) % window
    }
    guard !ring.isEmpty else { return 0 }
    // Divide before adding: the sum cannot overflow.
    let share = 1 / Double(ring.count)
    return ring.reduce(0) { $0 + $1 * share }
  }
}

/// The backward-difference derivative of samples at a constant rate.
///
/// The derivative at the first sample is 0. From the second sample on, a straight line yields its
/// slope.
struct Differentiator: Hashable, Sendable {
  let sampleRate: Double
  var previous: Double?
  var output = 0.0

  /// Processes a sample and returns the derivative, per second.
  ///
  /// A sample that is not finite is ignored, and the last derivative is returned.
  mutating func update(_ input: Double) -> Double {
    guard input.isFinite else { return output }
    if let previous { output = (input - previous) * sampleRate }
    previous = input
    return output
  }
}

/// A continuous dead zone (soft threshold).
///
/// With limit *l*: 0 for |*x*| ≤ *l*, *x* − *l* above and *x* + *l* below. The function is odd,
/// monotonic, and never increases |*x*|; with a limit of 0 it is the identity.
struct DeadZone: Hashable, Sendable {
  /// The largest magnitude that maps to zero.
  let limit: Double

  /// Applies the dead zone to `input`; NaN stays NaN.
  func apply(_ input: Double) -> Double {
    if input > limit { return input - limit }
    if input < -limit { return input + limit }
    return input.isNaN ? input : 0
  }
}
