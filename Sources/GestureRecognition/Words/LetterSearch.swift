/// The best alignments of gestures with words of any letters, under a model of letters.
///
/// One score for each pair of last letters (dynamic programming). Each letter has a gesture.
struct LetterSearch {
  private static let symbols = LetterCounts.symbols
  /// The state before the first letter.
  private static let entry = symbols * symbols - 1
  /// Marks an origin as the same state, before a gesture that is no letter.
  private static let inserted: Int16 = 1 << 12

  private let model: LetterModel
  private var scores = [Double](repeating: -.infinity, count: symbols * symbols)
  private var starts = [Int32](repeating: 0, count: symbols * symbols)
  /// The states before, by gesture and state.
  private var origins: [[Int16]] = []

  init(_ model: LetterModel) { self.model = model }

  /// Lets words begin with the gesture at `index`.
  mutating func begin(at index: Int, score: Double) {
    scores[Self.entry] = score
    starts[Self.entry] = Int32(index)
  }

  /// Adds the gesture at `index`: a letter, or none. No word begins with the next one.
  mutating func take(_ evidence: LetterEvidence, at index: Int, _ boundary: BoundaryEvidence) {
    let n = Self.symbols
    var next = scores.map { $0 + evidence.insertion }
    var nextStarts = starts
    var origin = (0..<n * n).map { Int16($0) | Self.inserted }
    next[Self.entry] = -.infinity
    for pair in scores.indices where scores[pair] > -.infinity {
      let before = scores[pair] + (starts[pair] == index ? boundary.boundary : boundary.inside)
      for letter in 0..<26 {
        let score =
          before + evidence.letters[letter]
          + model.logarithm(of: letter, after: pair / n, pair % n)
        let target = pair % n * n + letter
        if score > next[target] {
          (next[target], nextStarts[target], origin[target]) = (score, starts[pair], Int16(pair))
        }
      }
    }
    (scores, starts) = (next, nextStarts)
    origins.append(origin)
  }

  /// The best word that ends with the last gesture: its score, first gesture and last state.
  var end: (score: Double, start: Int, state: Int) {
    var best = (score: -Double.infinity, start: 0, state: Self.entry)
    for pair in scores.indices where pair != Self.entry && scores[pair] > -.infinity {
      let score =
        scores[pair]
        + model.logarithm(
          of: LetterCounts.border, after: pair / Self.symbols, pair % Self.symbols)
      if score > best.score { best = (score, Int(starts[pair]), pair) }
    }
    return best
  }

  /// The letters of the word that ends with the last gesture in a state.
  func word(endingIn state: Int) -> [UInt8] {
    var letters: [UInt8] = []
    var state = state
    for origin in origins.reversed() where state != Self.entry {
      let before = origin[state]
      if before & Self.inserted == 0 {
        letters.append(UInt8(state % Self.symbols))
        state = Int(before)
      }
    }
    return letters.reversed()
  }
}
