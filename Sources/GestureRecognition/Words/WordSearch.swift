internal import RealModule

/// The best alignments of gestures with one word: of the lexicon, or of any letters.
struct WordSearch {
  private(set) var known: PrefixSearch
  private(set) var other: LetterSearch
  /// The logarithm of the prior probability of a word outside the lexicon.
  private let outOfLexicon: Double

  /// Creates a search without gestures.
  ///
  /// - Parameter omission: The logarithm of the probability that a letter has no gesture.
  init(_ lexicon: Lexicon, outOfLexicon: Double, omission: Double) {
    known = PrefixSearch(lexicon, omission: omission)
    other = LetterSearch(lexicon.letters)
    self.outOfLexicon = Double.log(outOfLexicon)
  }

  /// Lets words begin with the gesture at `index`.
  mutating func begin(at index: Int, score: Double) {
    known.begin(at: index, score: score)
    other.begin(at: index, score: score + outOfLexicon)
  }

  /// Adds the gesture at `index`: a letter, or none. No word begins with the next one.
  mutating func take(_ evidence: LetterEvidence, at index: Int, _ boundary: BoundaryEvidence) {
    known.take(evidence, at: index, boundary)
    other.take(evidence, at: index, boundary)
  }
}
