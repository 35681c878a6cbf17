/// Receives the results of a ``GestureProcessor``.
///
/// Both methods are called for each gesture; each does nothing unless it is implemented.
public protocol GestureProcessorDelegate: AnyObject {
  /// Called after each recognised gesture, as in the lab.
  ///
  /// - Parameters:
  ///   - processor: The processor of the gesture.
  ///   - label: The class with the highest score.
  func gestureProcessor(_ processor: GestureProcessor, didRecognizeGesture label: String)

  /// Called after each recognised gesture, with its score.
  ///
  /// - Parameters:
  ///   - processor: The processor of the gesture.
  ///   - label: The class with the highest score.
  ///   - score: Its score; higher is better.
  func gestureProcessor(
    _ processor: GestureProcessor, didRecognizeGesture label: String, score: Double)
}

extension GestureProcessorDelegate {
  /// Ignores the gesture.
  public func gestureProcessor(_ processor: GestureProcessor, didRecognizeGesture label: String) {}

  /// Ignores the gesture.
  public func gestureProcessor(
    _ processor: GestureProcessor, didRecognizeGesture label: String, score: Double
  ) {}
}
