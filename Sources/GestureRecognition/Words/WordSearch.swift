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

  /// Adds the gesture at `index`: a letter, or none. No word begins with the next gesture.
  mutating func take(_ evidence: LetterEvidence, at index: Int, _ boundary: BoundaryEvidence) {
    known.take(evidence, at: index, boundary)
    other.take(evidence, at: index, boundary)
  }
}

/// The best alignments of gestures with the beginnings of all words of a lexicon.
///
/// One score for each node of the prefix tree (dynamic programming by token passing: S. J. Young,
/// N. H. Russell, J. H. S. Thornton, *Token passing: a simple conceptual model for connected speech
/// recognition systems*, Cambridge University CUED/F-INFENG/TR.38, 1989). Exact, without a beam.
struct PrefixSearch {
  private let lexicon: Lexicon
  private let omission: Double
  /// The logarithms of the best probabilities by node.
  private(set) var scores: [Double]
  /// The first gesture of the word, by node.
  private(set) var starts: [Int32]

  init(_ lexicon: Lexicon, omission: Double) {
    self.lexicon = lexicon
    self.omission = omission
    scores = [Double](repeating: -.infinity, count: lexicon.nodes.count)
    starts = [Int32](repeating: 0, count: lexicon.nodes.count)
  }

  /// Lets words begin with the gesture at `index`.
  mutating func begin(at index: Int, score: Double) {
    scores[0] = score
    starts[0] = Int32(index)
    omit()
  }

  /// Adds the gesture at `index`: a letter, or none. No word begins with the next gesture.
  mutating func take(_ evidence: LetterEvidence, at index: Int, _ boundary: BoundaryEvidence) {
    let nodes = lexicon.nodes
    // Children before parents: the parent's score is the one before this gesture.
    for node in stride(from: nodes.count - 1, to: 0, by: -1) {
      let parent = Int(nodes[node].parent)
      let begins = starts[parent] == index
      let score =
        scores[parent] + evidence.letters[Int(nodes[node].letter)]
        + (begins ? boundary.boundary : boundary.inside)
      let kept = scores[node] + evidence.insertion
      if score >= kept {
        scores[node] = score
        starts[node] = starts[parent]
      } else {
        scores[node] = kept
      }
    }
    scores[0] = -.infinity
    omit()
  }

  /// Allows letters without a gesture.
  private mutating func omit() {
    let nodes = lexicon.nodes
    for node in 1..<nodes.count {
      let parent = Int(nodes[node].parent)
      let score = scores[parent] + omission
      if score > scores[node] {
        scores[node] = score
        starts[node] = starts[parent]
      }
    }
  }
}

/// The best alignments of gestures with words of any letters, under a model of letters.
///
/// One score for each pair of last letters (dynamic programming). Each letter has a gesture.
struct LetterSearch {
  private static let symbols = LetterCounts.symbols
  /// The state before the first letter.
  private static let entry = symbols * symbols - 1
  /// Marks an origin as the same state, before a gesture that is not a letter.
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

  /// Adds the gesture at `index`: a letter, or none. No word begins with the next gesture.
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

/// The logarithms of the likelihoods of one gesture.
struct LetterEvidence: Sendable {
  /// For each letter A to Z.
  var letters: [Double]
  /// For a gesture that is not a letter.
  var insertion: Double

  /// The evidence of a recognition; `nil` for a gesture without one.
  init(
    _ recognition: Recognition?, isAccepted: Bool, isSpotted: Bool = false,
    _ configuration: WordDecoder.Configuration
  ) {
    let share = recognition == nil ? 1 : configuration.confusion
    var likelihoods = [Double](repeating: share / 26, count: 26)
    if let recognition {
      var weights = [Double](repeating: 0, count: 26)
      var total = 0.0
      func add(_ label: String, _ confidence: Double) {
        guard confidence > 0, confidence.isFinite else { return }
        let weight = Double.pow(confidence, 1 / configuration.temperature)
        total += weight
        if let letter = Self.letter(of: label) { weights[letter] += weight }
      }
      for part in recognition.ranked { add(part.label, part.confidence) }
      for letter in 0..<26 where total > 0 {
        likelihoods[letter] += (1 - share) * weights[letter] / total
      }
    }
    let accepted =
      isAccepted
      ? (letter: 1 - configuration.rejection, other: 1 - configuration.insertionRejection)
      : (letter: configuration.rejection, other: configuration.insertionRejection)
    let inserted = isSpotted ? configuration.spottingInsertion : configuration.insertion
    letters = likelihoods.map { Double.log($0 * (1 - inserted) * accepted.letter) }
    insertion = Double.log(inserted * accepted.other / 26)
  }

  /// The letter of a label, from 0 for A and a; `nil` for another label.
  static func letter(of label: String) -> Int? {
    let bytes = label.utf8
    guard bytes.count == 1, let byte = bytes.first, (97...122).contains(byte | 0x20) else {
      return nil
    }
    return Int(byte | 0x20) - 97
  }
}

/// The logarithms of the probabilities that a word ends, or goes on, before a gesture.
struct BoundaryEvidence: Sendable {
  /// For the end of a word.
  var boundary: Double
  /// For two letters of one word.
  var inside: Double

  /// Both are certain before the first gesture.
  static let none = BoundaryEvidence(boundary: 0, inside: 0)

  private init(boundary: Double, inside: Double) {
    self.boundary = boundary
    self.inside = inside
  }

  /// The evidence of the odds of an end of a word.
  init(logOdds: Double) {
    boundary = -Double.log(onePlus: Double.exp(-logOdds))
    inside = -Double.log(onePlus: Double.exp(logOdds))
  }

  /// The evidence before each of `count` gestures.
  ///
  /// - Parameter gaps: The times between the gestures in seconds, one fewer than the gestures;
  ///   another number of gaps, gaps that are not positive, and fewer than three are ignored.
  static func evidence(
    gaps: [Double], count: Int, _ configuration: WordDecoder.Configuration
  ) -> [BoundaryEvidence] {
    guard count > 0 else { return [] }
    let isUsed = gaps.count == count - 1 && count > 3 && gaps.allSatisfy { $0 > 0 && $0.isFinite }
    let median = isUsed ? gaps.sorted()[(gaps.count - 1) / 2] : 0
    let limit = configuration.gapLimit
    return [.none]
      + (1..<max(1, count)).map { index in
        guard isUsed else { return BoundaryEvidence(logOdds: configuration.boundaryLogOdds) }
        let ratio = Double.log(gaps[index - 1] / median)
        let odds = configuration.gapSlope * (ratio - configuration.gapThreshold)
        return BoundaryEvidence(logOdds: min(max(odds, -limit), limit))
      }
  }
}
