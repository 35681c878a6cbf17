/// Receives the results of a ``GestureProcessor``.
public protocol GestureProcessorDelegate: AnyObject {
  /// Called after each recognised gesture.
  ///
  /// - Parameters:
  ///   - processor: The processor of the gesture.
  ///   - label: The class with the highest score.
  ///   - score: Its score; higher is better.
  func gestureProcessor(
    _ processor: GestureProcessor, didRecognizeGesture label: String, score: Double)
}
