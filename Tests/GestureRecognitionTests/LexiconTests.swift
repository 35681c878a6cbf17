import RealModule
import Testing

@testable import GestureRecognition

@Suite("Lexicon")
struct LexiconTests {
  @Test("repeated words, other characters, white space and overlong lines")
  func lines() throws {
    let file = """
      cat
      Cat
        CAT\t
      don't\r
      dog\r

      été
      a1
      two words
      \(String(repeating: "a", count: Lexicon.longestWord + 1))
      \(String(repeating: "b", count: Lexicon.longestWord))
      """
    let lexicon = try Lexicon(file: Array(file.utf8))
    #expect(lexicon.count == 3)
    for word in ["cat", "DOG", String(repeating: "B", count: 64)] {
      #expect(lexicon.contains(word), "\(word)")
    }
    for word in ["", "ca", "cats", "dont", "don't", "two", "été"] {
      #expect(!lexicon.contains(word), "\(word)")
    }
  }

  @Test("no word: the number of lines", arguments: [([], 0), (["", "don't", "42"], 3)])
  func empty(words: [String], count: Int) {
    #expect(throws: LexiconError.noWords(lineCount: count)) { try Lexicon(words: words) }
    let error = LexiconError.noWords(lineCount: count)
    #expect(error.description.contains("got none on \(count) lines"))
  }

  @Test("bytes that are not UTF-8 are no words")
  func binary() throws {
    let lexicon = try Lexicon(file: [0, 255, 10, 65, 66, 10, 200, 65, 10])
    #expect(lexicon.count == 1)
    #expect(lexicon.contains("AB"))
  }

  @Test("100,000 words")
  func large() throws {
    let words = (0..<100_000).map { number in
      let letters = [456_976, 17_576, 676, 26, 1].map { UInt8(65 + number * 97 / $0 % 26) }
      return String(decoding: letters, as: UTF8.self)
    }
    let lexicon = try Lexicon(words: words.shuffled())
    #expect(lexicon.count == 100_000)
    #expect(lexicon.contains(words[77_777]))
    let decoder = WordDecoder(lexicon: lexicon)
    let decoded = decoder.decode(
      words[12_345].map { Recognition(label: String($0), score: 0, confidence: 1) })
    #expect(decoded.map(\.text) == [words[12_345]])
  }

  @Test("the letters after any two have probabilities that sum to 1")
  func letterModel() throws {
    let model = try Lexicon(words: ["HELLO", "WORLD", "A", "TREE"]).letters
    for a in 0..<27 {
      for b in 0..<27 {
        let sum = (0..<27).reduce(0) { $0 + Double.exp(model.logarithm(of: $1, after: a, b)) }
        #expect(abs(sum - 1) < 1e-12)
      }
    }
  }

  @Test("Witten-Bell by hand: the word A alone")
  func smoothing() throws {
    // Unigram (1 + 2/27)/4, bigram (1 + 29/108)/2, trigram (1 + 137/216)/2.
    let model = try Lexicon(words: ["A"]).letters
    let border = LetterCounts.border
    let first = Double.exp(model.logarithm(of: 0, after: border, border))
    #expect(abs(first - 353.0 / 432) < 1e-15)
  }
}
