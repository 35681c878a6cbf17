internal import MotionRecordings

/// The toolkit's filters of labels.
enum GRTPostprocessing: String, GRTModule {
  case labelFilter = "ClassLabelFilter"
  case changeFilter = "ClassLabelChangeFilter"
  case timeout = "ClassLabelTimeoutFilter"

  private var head: String {
    switch self {
    case .labelFilter: "GRT_CLASS_LABEL_FILTER_FILE_V1.0"
    case .changeFilter: "GRT_CLASS_LABEL_CHANGE_FILTER_FILE_V1.0"
    case .timeout: "GRT_CLASS_LABEL_TIMEOUT_FILTER_FILE_V1.0"
    }
  }

  /// The stage of this module, whose parameters follow.
  func stage(from scanner: inout WordScanner) throws(RecordingError) -> PostprocessingStage {
    try scanner.expectModule(head)
    switch self {
    case .labelFilter:
      let count = try scanner.number(after: "MinimumCount:")
      return .labelFilter(
        minimumCount: count, window: try scanner.number(after: "BufferSize:"))
    case .changeFilter: return .changeFilter
    case .timeout:
      let mode = try scanner.number(after: "FilterMode:")
      guard mode <= 1 else {
        throw scanner.error("ClassLabelTimeoutFilter: expected a mode of 0 or 1, got \(mode)")
      }
      let milliseconds = try scanner.value(after: "TimeoutDuration:")
      return .timeout(duration: milliseconds / 1000, isShared: mode == 0)
    }
  }

  /// The module of a stage: its name, and its part of the file.
  static func module(of stage: PostprocessingStage) -> (name: String, text: String) {
    let kind: GRTPostprocessing
    let parameters: String
    switch stage {
    case .labelFilter(let count, let window):
      (kind, parameters) = (.labelFilter, "MinimumCount: \(count)\nBufferSize: \(window)\n")
    case .changeFilter: (kind, parameters) = (.changeFilter, "")
    case .timeout(let duration, let isShared):
      // The toolkit reads whole milliseconds.
      let milliseconds = Int(min(duration * 1000, 1e9).rounded())
      (kind, parameters) = (
        .timeout, "FilterMode: \(isShared ? 0 : 1)\nTimeoutDuration: \(milliseconds)\n"
      )
    }
    return (
      kind.rawValue, "\(kind.head)\nNumInputDimensions: 1\nNumOutputDimensions: 1\n\(parameters)"
    )
  }
}
