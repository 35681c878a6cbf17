/// A word and its gestures.
public struct RecognizedWord: Sendable {
  /// The word; ``DecodedWord/gestures`` are indices of the sequence that was decoded.
  public var word: DecodedWord
  /// The gestures, at least one.
  public var gestures: [RecognizedGesture]

  /// The time of the first sample, in seconds.
  public var start: Double { gestures.first?.start ?? 0 }
  /// The time of the last sample, in seconds.
  public var end: Double { gestures.last?.end ?? 0 }
  /// The recognised letters before decoding, `?` for a rejected gesture.
  public var letters: String { gestures.map { $0.label ?? "?" }.joined() }
}
