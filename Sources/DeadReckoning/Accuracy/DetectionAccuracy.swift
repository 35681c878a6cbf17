/// The precision and recall of zero-velocity detection.
public struct DetectionAccuracy: Hashable, Sendable {
  /// The share of samples detected as stationary that are stationary, from 0 to 1.
  public let precision: Double
  /// The share of stationary samples that are detected, from 0 to 1.
  public let recall: Double

  /// The accuracy over these samples, as many as both sequences have.
  ///
  /// - Parameters:
  ///   - detected: Whether each sample is detected as stationary.
  ///   - actual: Whether it is stationary.
  /// - Returns: `nil` where no sample is detected, or none is stationary.
  init?(of detected: some Sequence<Bool>, with actual: some Sequence<Bool>) {
    var (detections, positives, hits) = (0, 0, 0)
    for (isDetected, isActual) in zip(detected, actual) {
      detections += isDetected ? 1 : 0
      positives += isActual ? 1 : 0
      hits += isDetected && isActual ? 1 : 0
    }
    guard detections > 0, positives > 0 else { return nil }
    precision = Double(hits) / Double(detections)
    recall = Double(hits) / Double(positives)
  }
}
