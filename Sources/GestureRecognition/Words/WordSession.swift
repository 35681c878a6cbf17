/// Decodes the words of a stream of gestures.
///
/// A phrase of one word or more is decoded at its end: after ``longestGap`` without a gesture. A
/// value type without a clock: equal gestures and times yield equal words.
public struct WordSession: Sendable {
  /// The time without a gesture after which a phrase ends, in seconds.
  ///
  /// Our choice: over twice the 1.9 s from letter to letter between two words of the simulator.
  public static let longestGap = 5.0
  /// The most gestures of a phrase, which limits memory; the next one begins another phrase.
  public static let mostGestures = 256

  /// The decoder.
  public let decoder: WordDecoder
  /// The gestures of the phrase in progress.
  public private(set) var gestures: [RecognizedGesture] = []

  /// Creates a session at the start of a stream.
  public init(_ decoder: WordDecoder) { self.decoder = decoder }

  /// Adds the next gesture.
  ///
  /// - Returns: The words of the phrase that ended before this gesture, in order.
  public mutating func add(_ gesture: RecognizedGesture) -> [RecognizedWord] {
    let words = gestures.count < Self.mostGestures ? advance(to: gesture.start) : finish()
    gestures.append(gesture)
    return words
  }

  /// Advances the time, in seconds of the stream.
  ///
  /// Call it while ``RecognitionSession/isIdle``: a gesture in progress may belong to the phrase.
  ///
  /// - Returns: The words of the phrase that ended, in order.
  public mutating func advance(to time: Double) -> [RecognizedWord] {
    guard let last = gestures.last, time - last.end > Self.longestGap else { return [] }
    return finish()
  }

  /// Ends the stream.
  ///
  /// - Returns: The words of the phrase in progress, in order.
  public mutating func finish() -> [RecognizedWord] {
    defer { gestures.removeAll(keepingCapacity: true) }
    return decoder.decode(gestures)
  }
}
