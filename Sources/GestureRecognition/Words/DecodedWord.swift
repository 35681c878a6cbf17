/// A word decoded from recognised letters.
public struct DecodedWord: Hashable, Sendable {
  /// Another word for the same gestures.
  public struct Alternative: Hashable, Sendable, Codable {
    /// The word, in capitals.
    public var text: String
    /// The confidence, from 0 to 1.
    public var confidence: Double
    /// Whether the word is in the lexicon.
    public var isInLexicon: Bool
  }

  /// The word, in capitals.
  public var text: String
  /// The probability of the word among all words of the lexicon and the best one outside it, if it
  /// begins and ends with these gestures.
  public var confidence: Double
  /// Whether the word is in the lexicon.
  public var isInLexicon: Bool
  /// The gestures of the word, as indices of the decoded sequence.
  public var gestures: Range<Int>
  /// The next best words, best first; at most four.
  public var alternatives: [Alternative]
}
