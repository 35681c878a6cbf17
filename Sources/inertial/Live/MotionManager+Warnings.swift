internal import MotionFusion
internal import MotionSources

extension MotionManager {
  /// Tells on standard error what was wrong with the samples of `source`, where anything was.
  func warnOfFaults(in source: any MotionSource) {
    if let settled = source as? SettledSource, settled.skippedCount > 0 {
      Console.warning(
        "the first \(counted(settled.skippedCount, "sample")) came of sensors that were not settled "
          + "and are left out")
    }
    if startupSampleCount > 0 {
      Console.warning(
        "the first \(counted(startupSampleCount, "sample")) came of sensors that were not settled; "
          + "attitude began afresh behind them")
    }
    let source = (source as? SettledSource)?.source ?? source
    if let lines = source as? LineSource, lines.skippedCount > 0 {
      Console.warning("\(lines.name): \(lines.skippedCount) bad lines left out")
    }
    if faults.total > 0 {
      Console.warning("\(counted(faults.total, "fault")) in the samples, which the filter left out")
    }
  }
}
