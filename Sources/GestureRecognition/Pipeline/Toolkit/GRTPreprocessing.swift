internal import MotionRecordings

/// The toolkit's filters of samples that have a counterpart here.
enum GRTPreprocessing: String, GRTModule {
  case movingAverage = "MovingAverageFilter"
  case lowPass = "LowPassFilter"
  case highPass = "HighPassFilter"
  case deadZone = "DeadZone"
  case derivative = "Derivative"

  private var head: String {
    switch self {
    case .movingAverage: "GRT_MOVING_AVERAGE_FILTER_FILE_V1.0"
    case .lowPass: "GRT_LOW_PASS_FILTER_FILE_V1.0"
    case .highPass: "GRT_HIGH_PASS_FILTER_FILE_V1.0"
    case .deadZone: "GRT_DEAD_ZONE_FILE_V1.0"
    case .derivative: "GRT_DERIVATIVE_FILE_V1.0"
    }
  }

  /// The stages of this module, whose parameters follow.
  func stages(from scanner: inout WordScanner) throws(RecordingError) -> [PreprocessingStage] {
    try scanner.expectModule(head)
    switch self {
    case .movingAverage: return [.movingAverage(window: try scanner.number(after: "FilterSize:"))]
    case .lowPass, .highPass:
      // Both keep a share f of their past: y = f y + (1 - f) x, and y = f (y + x - last x), which
      // is x less that low-pass.
      let factor = try scanner.value(after: "FilterFactor:")
      let gain = try scanner.value(after: "Gain:")
      guard gain == 1, factor >= 0, factor < 1 else {
        throw scanner.error(
          "\(rawValue): expected a filter factor from 0 to 1 and a gain of 1, got \(factor) and "
            + "\(gain)")
      }
      return [self == .lowPass ? .smoothing(share: 1 - factor) : .detrending(share: 1 - factor)]
    case .deadZone:
      let low = try scanner.value(after: "LowerLimit:")
      let high = try scanner.value(after: "UpperLimit:")
      guard high >= 0, low == -high else {
        throw scanner.error("DeadZone: expected limits -l and l, got \(low) and \(high)")
      }
      return [.deadZone(limit: high)]
    case .derivative:
      let order = try scanner.number(after: "DerivativeOrder:")
      let size = try scanner.number(after: "FilterSize:")
      let step = try scanner.value(after: "Delta:")
      let isFiltered = try scanner.number(after: "FilterData:") == 1
      guard (1...2).contains(order), step > 0 else {
        throw scanner.error(
          "Derivative: expected an order of 1 or 2 and a step above 0, got \(order) and \(step)")
      }
      let stage = PreprocessingStage.derivative(sampleRate: 1 / step)
      return (isFiltered ? [.movingAverage(window: size)] : []) + (order == 2 ? [stage] : [])
        + [stage]
    }
  }

  /// The module of a stage: its name, and its part of the file.
  ///
  /// - Throws: ``ModelError/inconsistent(_:)`` for a stage without a counterpart.
  static func module(
    of stage: PreprocessingStage, dimension: Int
  ) throws(ModelError) -> (name: String, text: String) {
    let kind: GRTPreprocessing
    let parameters: String
    switch stage {
    case .movingAverage(let window):
      (kind, parameters) = (.movingAverage, "FilterSize: \(window)\n")
    case .smoothing(let share):
      (kind, parameters) = (.lowPass, "FilterFactor: \(1 - share)\nGain: 1\n")
    case .detrending(let share):
      (kind, parameters) = (.highPass, "FilterFactor: \(1 - share)\nGain: 1\n")
    case .deadZone(let limit):
      (kind, parameters) = (.deadZone, "LowerLimit: \(-limit)\nUpperLimit: \(limit)\n")
    case .derivative(let rate):
      (kind, parameters) = (
        .derivative, "DerivativeOrder: 1\nFilterSize: 1\nDelta: \(1 / rate)\nFilterData: 0\n"
      )
    case .lowPass, .highPass:
      throw .inconsistent(
        "the toolkit's filters are of first order: expected smoothing or detrending, got \(stage)")
    }
    let text =
      "\(kind.head)\nNumInputDimensions: \(dimension)\nNumOutputDimensions: \(dimension)\n"
    return (kind.rawValue, text + parameters)
  }
}
