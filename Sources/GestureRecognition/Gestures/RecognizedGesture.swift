/// A gesture and its recognition.
public struct RecognizedGesture: Sendable {
  /// The gesture.
  public var gesture: RecordedGesture
  /// The recognition, or the reason why there is none.
  public var result: Result<Recognition, GestureError>
  /// The accepted label, after post-processing where a pipeline has any; `nil` for a rejected
  /// gesture.
  public var label: String?

  /// The time of the first sample, in seconds.
  public var start: Double { gesture.samples.start }
  /// The time of the last sample, in seconds.
  public var end: Double { gesture.samples.end }
  /// The recognition; `nil` if there is none.
  public var recognition: Recognition? { try? result.get() }
}

extension RecognizedGesture {
  /// The recognition of `gesture`, its label accepted if it is a gesture.
  package init(_ gesture: RecordedGesture, _ result: Result<Recognition, GestureError>) {
    let recognition = try? result.get()
    self.init(
      gesture: gesture, result: result,
      label: recognition.flatMap { $0.isGesture ? $0.label : nil })
  }
}
