internal import RealModule

/// Probabilities of letters after the two before, learned from words.
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
