/// Counts of letters after the two before, in words.
struct LetterCounts {
  /// The number of symbols: A to Z, and the border of a word.
  static let symbols = 27
  /// The border of a word, before the first and after the last letter.
  static let border = 26

  /// The counts by the letter before last, the last one and the next.
  private(set) var trigrams = [Double](repeating: 0, count: symbols * symbols * symbols)

  /// Adds a word of letters from 0 for A.
  mutating func add(_ word: [UInt8]) {
    var (a, b) = (Self.border, Self.border)
    func index(_ next: Int) -> Int { (a * Self.symbols + b) * Self.symbols + next }
    for letter in word {
      trigrams[index(Int(letter))] += 1
      (a, b) = (b, Int(letter))
    }
    trigrams[index(Self.border)] += 1
  }
}
