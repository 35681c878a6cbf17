internal import RealModule

/// A set of words of the letters A to Z, as a prefix tree, with a model of their letters.
///
/// All words have the same probability: lists of words have no frequencies.
public struct Lexicon: Sendable {
  /// A node of the prefix tree: a letter after those of its parents.
  struct Node: Sendable {
    /// The index of the node of the letter before; that of the root is 0.
    var parent: Int32
    /// The letter, from 0 for A.
    var letter: UInt8
    /// Whether a word ends here.
    var isWord: Bool
  }

  /// The most letters of a word; longer lines are not words.
  package static let longestWord = 64

  /// The list of words of Linux distributions, if its package is installed.
  package static let distributionPath = "/usr/share/dict/words"

  /// The nodes, each after its parent; the first one is the root.
  let nodes: [Node]
  /// The probabilities of the letters of the words.
  let letters: LetterModel
  /// The number of different words.
  public let count: Int

  /// Creates a lexicon of words.
  ///
  /// Case does not matter. Repeated words count once. Entries that are empty, longer than
  /// 64 or have other characters than A to Z are left out.
  ///
  /// - Throws: ``LexiconError/noWords(lineCount:)``.
  /// - Complexity: O(*n* log *n*) for *n* words.
  public init(words: some Sequence<String>) throws(LexiconError) {
    try self.init(lines: words.map { Array($0.utf8) })
  }

  /// Creates a lexicon from the bytes of a file in UTF-8 with a word on each line.
  ///
  /// White space around a word is dropped; otherwise as ``init(words:)``.
  ///
  /// - Throws: ``LexiconError/noWords(lineCount:)``.
  /// - Complexity: O(*n* log *n*) for *n* words.
  public init(file bytes: [UInt8]) throws(LexiconError) {
    try self.init(lines: bytes.split { $0 == 10 || $0 == 13 })
  }

  private init(lines: [some Collection<UInt8>]) throws(LexiconError) {
    var words = lines.compactMap { Self.letters(of: $0) }
    words.sort { $0.lexicographicallyPrecedes($1) }
    var nodes = [Node(parent: 0, letter: 0, isWord: false)]
    // The nodes of the letters of the word before.
    var path: [Int32] = []
    var last: [UInt8] = []
    var count = 0
    var counts = LetterCounts()
    for word in words where word != last {
      var shared = 0
      while shared < min(word.count, last.count), word[shared] == last[shared] { shared += 1 }
      path.removeLast(path.count - shared)
      for letter in word[shared...] {
        nodes.append(Node(parent: path.last ?? 0, letter: letter, isWord: false))
        path.append(Int32(nodes.count - 1))
      }
      nodes[nodes.count - 1].isWord = true
      counts.add(word)
      count += 1
      last = word
    }
    guard count > 0 else { throw .noWords(lineCount: lines.count) }
    self.nodes = nodes
    self.count = count
    letters = LetterModel(counts)
  }

  /// Whether the lexicon contains a word, ignoring case.
  ///
  /// - Complexity: O(nodes of the prefix tree).
  public func contains(_ word: String) -> Bool {
    guard let letters = Self.letters(of: Array(word.utf8)) else { return false }
    return contains(letters)
  }

  func contains(_ word: [UInt8]) -> Bool {
    var place = 0
    var depth = 0
    // The descendants of a node follow it without a gap: the next letter is searched from there.
    for index in nodes.indices.dropFirst() where depth < word.count {
      if nodes[index].parent == place, nodes[index].letter == word[depth] {
        place = index
        depth += 1
      }
    }
    return depth == word.count && nodes[place].isWord
  }

  /// The letters from the root to a node.
  func word(endingAt node: Int) -> [UInt8] {
    var letters: [UInt8] = []
    var node = node
    while node != 0 {
      letters.append(nodes[node].letter)
      node = Int(nodes[node].parent)
    }
    return letters.reversed()
  }

  /// The letters of a word from 0; `nil` if it is not a word of A to Z.
  private static func letters(of bytes: some Collection<UInt8>) -> [UInt8]? {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    let word = bytes.drop(while: isSpace)
    var letters: [UInt8] = []
    var spaces = 0
    for byte in word {
      if isSpace(byte) {
        spaces += 1
        continue
      }
      let lower = byte | 0x20
      guard spaces == 0, (97...122).contains(lower), letters.count < longestWord else { return nil }
      letters.append(lower - 97)
    }
    return letters.isEmpty ? nil : letters
  }

  /// Letters from 0 as capitals.
  static func text(_ letters: [UInt8]) -> String {
    String(decoding: letters.map { $0 + 65 }, as: UTF8.self)
  }
}

/// The reason why a list of words cannot be a lexicon.
public enum LexiconError: Error, Hashable, Sendable {
  /// No line is a word of the letters A to Z.
  case noWords(lineCount: Int)
}

extension LexiconError: CustomStringConvertible {
  /// The expected content, and the number of lines.
  public var description: String {
    switch self {
    case .noWords(let lineCount):
      "expected a word of the letters A to Z on each line, got none on \(lineCount) lines"
    }
  }
}

/// Probabilities of a letter given the two before it, estimated from words.
///
/// A trigram model with Witten-Bell smoothing (I. H. Witten, T. C. Bell, *The zero-frequency
/// problem*, IEEE Trans. Inf. Theory 37(4), 1991, doi:10.1109/18.87000). The end of a word is a
/// symbol too: the probabilities of all words sum to 1.
struct LetterModel: Sendable {
  /// The logarithms of the probabilities, by the letter before last, the last one and the next.
  private let logarithms: [Double]

  init(_ counts: LetterCounts) {
    let n = LetterCounts.symbols
    let trigrams = counts.trigrams
    var pairs = [Double](repeating: 0, count: n * n)
    var single = [Double](repeating: 0, count: n)
    for index in trigrams.indices {
      pairs[index % (n * n)] += trigrams[index]
      single[index % n] += trigrams[index]
    }
    let unigrams = Self.smoothed(single[...], toward: [Double](repeating: 1 / Double(n), count: n))
    let bigrams = (0..<n).map { Self.smoothed(pairs[$0 * n..<($0 + 1) * n], toward: unigrams) }
    var logarithms: [Double] = []
    logarithms.reserveCapacity(n * n * n)
    for context in 0..<n * n {
      let next = Self.smoothed(
        trigrams[context * n..<(context + 1) * n], toward: bigrams[context % n])
      logarithms += next.map { Double.log($0) }
    }
    self.logarithms = logarithms
  }

  /// The probabilities of counts; the share of new symbols is distributed as `others`.
  private static func smoothed(_ counts: ArraySlice<Double>, toward others: [Double]) -> [Double] {
    let total = counts.reduce(0, +)
    let kinds = Double(max(1, counts.count { $0 > 0 }))
    return zip(counts, others).map { ($0 + kinds * $1) / (total + kinds) }
  }

  /// The logarithm of the probability of a symbol after two others.
  func logarithm(of next: Int, after a: Int, _ b: Int) -> Double {
    logarithms[(a * LetterCounts.symbols + b) * LetterCounts.symbols + next]
  }
}

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
