internal import MotionFusion

/// Runs a stage over the components of samples, one filter a component.
struct Preprocessor: Hashable, Sendable {
  // Arrays of one kind each: a filter in an enumeration would be copied, its memory too, at each
  // sample.
  private var averages: [MovingAverage] = []
  private var filters: [ButterworthFilter] = []
  private var differentiators: [Differentiator] = []
  private var deadZone: DeadZone?

  /// A stage without validationError.
  init(_ stage: PreprocessingStage, dimension: Int) {
    switch stage {
    case .movingAverage(let window):
      averages = Array(repeating: MovingAverage(window: window), count: dimension)
      // One after another, so that each has memory of its own before the first sample.
      for index in averages.indices { averages[index] = MovingAverage(window: window) }
    case .lowPass(let cutoff, let sampleRate):
      filters = Array(
        repeating: ButterworthFilter(.low, cutoff: cutoff, sampleRate: sampleRate),
        count: dimension)
    case .highPass(let cutoff, let sampleRate):
      filters = Array(
        repeating: ButterworthFilter(.high, cutoff: cutoff, sampleRate: sampleRate),
        count: dimension)
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
    for index in differentiators.indices {
      values[index] = differentiators[index].update(values[index])
    }
    if let deadZone {
      for index in values.indices { values[index] = deadZone.apply(values[index]) }
    }
  }
}
