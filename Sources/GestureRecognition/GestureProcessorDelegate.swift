/// Who is told what a ``GestureProcessor`` recognises.
public protocol GestureProcessorDelegate: AnyObject {
  /// A gesture was read as `label`.
  ///
  /// - Parameters:
  ///   - processor: Whose gesture it was.
  ///   - label: The class that fits best.
  ///   - score: Its score; higher is better.
  func gestureProcessor(
    _ processor: GestureProcessor, didRecognizeGesture label: String, score: Double)
}
