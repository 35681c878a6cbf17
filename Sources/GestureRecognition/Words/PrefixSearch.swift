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

  /// Adds the gesture at `index`: a letter, or none. No word begins with the next one.
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

  /// Lets letters have no gesture.
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
