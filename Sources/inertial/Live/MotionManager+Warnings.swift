internal import MotionFusion
internal import MotionSources

extension MotionManager {
  /// Reports the faults of the samples of `source` on standard error, if there are any.
  func warnOfFaults(in source: any MotionSource) {
    let skipping = source as? StartupSkippingSource
    if let skipping, skipping.skippedCount > 0 {
      Console.warning(
        "start-up transient: the first \(counted(skipping.skippedCount, "sample")) left out")
    }
    if startupSampleCount > 0 {
      Console.warning(
        "start-up transient: the first \(counted(startupSampleCount, "sample")) left out; the filter "
          + "restarted after them")
    }
    let source = skipping?.source ?? source
    if let lines = source as? LineSource, lines.skippedCount > 0 {
      Console.warning("\(lines.name): \(lines.skippedCount) bad lines left out")
    }
    if faults.total > 0 {
      Console.warning("\(counted(faults.total, "fault")) in the samples, which the filter left out")
    }
  }
}
