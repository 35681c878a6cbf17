internal import MotionFusion

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
