import MotionFusion
import RotationMath
import Testing

@testable import GestureRecognition

@Suite("Words")
struct WordDecoderTests {
  /// 1,500 words of syllables, of three to eight letters.
  private static let syllables: [String] = {
    var random = SplitMix64(seed: 5)
    let consonants = ["B", "C", "D", "L", "M", "N", "R", "S", "T", "ST", "TR"]
    let vowels = ["A", "E", "I", "O", "OU"]
    var words: Set<String> = ["HELLO", "CAT", "THE"]
    while words.count < 1500 {
      var word = ""
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        word += consonants[Int.random(in: 0..<consonants.count, using: &random)]
        word += vowels[Int.random(in: 0..<vowels.count, using: &random)]
      }
      if Bool.random(using: &random) { word += "N" }
      if (3...8).contains(word.count) { words.insert(word) }
    }
    return words.sorted()
  }()

  private func decoder(
    _ words: [String] = syllables, _ configure: (inout WordDecoder.Configuration) -> Void = { _ in }
  ) throws -> WordDecoder {
    var configuration = WordDecoder.Configuration()
    configure(&configuration)
    return WordDecoder(lexicon: try Lexicon(words: words), configuration: configuration)
  }

  private static func recognition(
    _ shares: [(String, Double)], isGesture: Bool = true
  ) -> Recognition {
    let ranked = shares.sorted { $0.1 > $1.1 }
    return Recognition(
      label: ranked[0].0, score: 0, confidence: ranked[0].1,
      alternatives: ranked.dropFirst().map { .init(label: $0.0, score: 0, confidence: $0.1) },
      isGesture: isGesture)
  }

  /// Recognitions of the letters of `text`, each with a confidence of 0.999.
  private static func certain(_ text: String) -> [Recognition] {
    text.map { recognition([(String($0), 0.999), ($0 == "Q" ? "O" : "Q", 0.001)]) }
  }

  private static func text(_ words: [DecodedWord]) -> String {
    words.map(\.text).joined(separator: " ")
  }

  // MARK: - One word

  @Test("certain letters of a word of the lexicon decode to it")
  func known() throws {
    let decoder = try decoder()
    for word in Self.syllables.enumerated().filter({ $0.offset % 15 == 0 }).map(\.element) {
      let decoded = decoder.decode(Self.certain(word))
      #expect(Self.text(decoded) == word)
      #expect(decoded.first?.isInLexicon == true)
      #expect(decoded.first?.gestures == 0..<word.count)
    }
  }

  @Test("certain letters of other words stay with even gaps", arguments: 0..<30 as Range<UInt64>)
  func other(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let long = Self.syllables.filter { $0.count > 3 }
    let word = try #require(long.randomElement(using: &random))
    // Even gaps, with strong evidence: one word.
    let decoder = try decoder(Self.syllables.filter { $0 != word }) {
      $0.gapSlope = 100
      $0.gapLimit = 20
    }
    let gaps = [Double](repeating: 1.1, count: word.count - 1)
    let decoded = decoder.decode(Self.certain(word), gaps: gaps)
    #expect(Self.text(decoded) == word)
    #expect(decoded.first?.isInLexicon == false)
  }

  @Test("a wrong letter whose alternatives hold the right one is corrected")
  func corrected() throws {
    let decoder = try decoder(Self.syllables + ["QUICKLY"])
    for place in 0..<7 {
      var letters = Self.certain("QUICKLY")
      let right = letters[place].label
      letters[place] = Self.recognition([("X", 0.6), (right, 0.35), ("P", 0.05)])
      let decoded = decoder.decode(letters)
      #expect(Self.text(decoded) == "QUICKLY", "place \(place)")
      #expect(try #require(decoded.first).confidence > 0.9)
    }
  }

  @Test("a rejected gesture that is no letter is dropped, a lost letter is added")
  func insertedAndOmitted() throws {
    let decoder = try decoder(Self.syllables + ["WORKSHOP"])
    var letters = Self.certain("WORKSHOP")
    let noise = Self.recognition("ABCDEFGHIJ".map { (String($0), 0.1) }, isGesture: false)
    letters.insert(noise, at: 3)
    #expect(Self.text(decoder.decode(letters, isSpotted: true)) == "WORKSHOP")
    letters.remove(at: 3)
    letters.remove(at: 5)
    #expect(Self.text(decoder.decode(letters, isSpotted: true)) == "WORKSHOP")
  }

  @Test("alternatives: best first, four at most, confidences within 1")
  func alternatives() throws {
    let decoder = try decoder(["CAT", "CUT", "COT", "CIT", "CET", "CYT", "DOG"])
    var letters = Self.certain("CAT")
    letters[1] = Self.recognition([("A", 0.5), ("U", 0.3), ("O", 0.1), ("I", 0.06), ("E", 0.04)])
    let word = try #require(decoder.decode(letters).first)
    #expect(word.text == "CAT")
    #expect(word.alternatives.map(\.text) == ["CUT", "COT", "CIT", "CET"])
    let confidences = [word.confidence] + word.alternatives.map(\.confidence)
    #expect(confidences == confidences.sorted(by: >))
    #expect(confidences.reduce(0, +) <= 1 + 1e-12)
  }

  @Test("empty input has no words; lower case is as upper case; a gesture without recognition")
  func edges() throws {
    let decoder = try decoder()
    #expect(decoder.decode([Recognition]()).isEmpty)
    #expect(decoder.decode([RecognizedGesture]()).isEmpty)
    #expect(Self.text(decoder.decode(Self.certain("hello"))) == "HELLO")
    var gestures = Self.certain("HELLO").enumerated().map { Self.gesture($1, at: Double($0)) }
    gestures[2].result = .failure(.tooFewSamples(count: 1, minimum: 2))
    gestures[2].label = nil
    let word = try #require(decoder.decode(gestures).first)
    #expect(word.word.text == "HELLO")
    #expect(word.letters == "HE?LO")
    #expect(word.start == 0 && word.end == 4.5)
    let nothing = Recognition(label: "A", score: .nan, confidence: .nan)
    #expect(Self.text(decoder.decode([nothing] + Self.certain("AT"))).count >= 2)
  }

  // MARK: - Sequences

  @Test("words are separated without gaps, by gaps, and by other labels")
  func sequences() throws {
    let decoder = try decoder(Self.syllables + ["WORKSHOP"])
    let letters = Self.certain("HELLOWORKSHOP")
    #expect(Self.text(decoder.decode(letters)) == "HELLO WORKSHOP")
    let short = Self.certain("THECAT")
    #expect(Self.text(decoder.decode(short, gaps: [1.1, 1.2, 1.9, 1, 1.1])) == "THE CAT")
    #expect(!Self.text(decoder.decode(short, gaps: [1.1, 1.2, 1.1, 1, 1.1])).isEmpty)
    let space = Self.recognition([("space", 1)])
    let words = decoder.decode(
      [space] + Self.certain("THE") + [space, space] + Self.certain("CAT") + [space])
    #expect(words.map(\.text) == ["THE", "CAT"])
    #expect(words.map(\.gestures) == [1..<4, 6..<9])
  }

  @Test("gaps without evidence: too few, not positive, of another number")
  func badGaps() throws {
    let decoder = try decoder()
    let letters = Self.certain("HELLO")
    for gaps in [[1.0], [0, 0, 0, 0], [-1, 2, 9, 9], [.nan, 1, 1, 1], [.infinity, 1, 1, 1]] {
      #expect(Self.text(decoder.decode(letters, gaps: gaps)) == "HELLO")
    }
  }

  private static func gesture(_ recognition: Recognition, at start: Double) -> RecognizedGesture {
    let samples = [start, start + 0.5].map { Sample2D(x: 0, y: 0, timestamp: $0) }
    return RecognizedGesture(RecordedGesture(samples: .stroke(samples)), .success(recognition))
  }

  @Test("a session returns the words of a phrase after 5 s, before a later gesture, and at the end")
  func session() throws {
    var session = WordSession(try decoder())
    func add(_ text: String, from start: Double) -> [String] {
      Self.certain(text).enumerated().flatMap { index, letter in
        session.add(Self.gesture(letter, at: start + Double(index))).map(\.word.text)
      }
    }
    #expect(add("HELLO", from: 0).isEmpty)
    #expect(session.advance(to: 9.4).isEmpty)
    #expect(session.advance(to: 9.6).map(\.word.text) == ["HELLO"])
    #expect(session.advance(to: 20).isEmpty)
    #expect(add("CAT", from: 30).isEmpty)
    #expect(add("THE", from: 40) == ["CAT"])
    #expect(session.finish().map(\.word.text) == ["THE"])
    #expect(session.finish().isEmpty)
    session = WordSession(try decoder(["AB"]))
    let long = String(repeating: "AB", count: WordSession.mostGestures / 2)
    #expect(add(long, from: 0).isEmpty)
    #expect(!add("A", from: Double(long.count)).isEmpty)
    #expect(session.gestures.count == 1)
  }

  // MARK: - Exhaustive search

  /// The best sequence of words by enumeration of all words at all places, without others.
  private static func exhaustive(
    _ recognitions: [Recognition], words: [String], _ configuration: WordDecoder.Configuration
  ) -> [String] {
    let evidence = recognitions.map {
      LetterEvidence($0, isAccepted: $0.isGesture, configuration)
    }
    let odds = configuration.boundaryLogOdds
    let boundary = Double.log(1 / (1 + .exp(-odds)))
    let inside = Double.log(1 / (1 + .exp(odds)))
    let lengths = Set(words.map(\.count))
    func share(_ length: Int) -> Double { .pow(Double(length), 3) * .pow(0.4, Double(length)) }
    let total = lengths.reduce(0) { $0 + share($1) }
    func prior(_ word: String) -> Double {
      .log(
        (1 - configuration.outOfLexicon) * share(word.count) / total
          / Double(words.count { $0.count == word.count }))
    }
    /// The best alignment of the letters from `k` with the gestures from `g` up to `end`.
    func align(_ letters: [Int], _ k: Int, _ g: Int, _ start: Int, _ end: Int) -> Double {
      if k == letters.count && g == end { return 0 }
      var best = -Double.infinity
      if k < letters.count {
        best = max(best, .log(configuration.omission) + align(letters, k + 1, g, start, end))
        if g < end {
          let gap = g == 0 ? 0 : g == start ? boundary : inside
          best = max(
            best, gap + evidence[g].letters[letters[k]] + align(letters, k + 1, g + 1, start, end))
        }
      }
      if k > 0, g < end {
        best = max(best, evidence[g].insertion + align(letters, k, g + 1, start, end))
      }
      return best
    }
    var best: [(score: Double, words: [String])] = [(0, [])]
    for end in 1...recognitions.count {
      var choice = (best[end - 1].score + evidence[end - 1].insertion, best[end - 1].words)
      for start in 0..<end {
        for word in words {
          let letters = word.utf8.map { Int($0) - 65 }
          let score = best[start].score + prior(word) + align(letters, 0, start, start, end)
          if score > choice.0 { choice = (score, best[start].words + [word]) }
        }
      }
      best.append(choice)
    }
    return best[recognitions.count].words
  }

  @Test("equals an exhaustive search over a small lexicon", arguments: 0..<40 as Range<UInt64>)
  func exhaustive(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let letters = ["A", "B", "C", "D"]
    var words: Set<String> = []
    while words.count < 12 {
      let length = Int.random(in: 1...4, using: &random)
      words.insert(
        (0..<length).map { _ in letters[Int.random(in: 0..<4, using: &random)] }.joined())
    }
    let recognitions = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      let weights = letters.map { ($0, Double.random(in: 0.01...1, using: &random)) }
      let total = weights.reduce(0) { $0 + $1.1 }
      return Self.recognition(
        weights.map { ($0.0, $0.1 / total) }, isGesture: Int.random(in: 0..<4, using: &random) > 0)
    }
    let decoder = try decoder(words.sorted()) {
      $0.insertion = 0.1
      $0.omission = 0.1
      $0.outOfLexicon = 1e-200
    }
    let expected = Self.exhaustive(
      recognitions, words: words.sorted(), decoder.configuration)
    #expect(decoder.decode(recognitions).map(\.text) == expected)
  }

  @Test("outside the lexicon: equals an exhaustive search over all words of three letters")
  func exhaustiveOther() throws {
    var random = SplitMix64(seed: 3)
    let decoder = try decoder {
      $0.outOfLexicon = 1 - 1e-12
      $0.insertion = 1e-200
      $0.boundaryLogOdds = -100
    }
    let alphabet = (0..<26).map { Lexicon.text([UInt8($0)]) }
    let recognitions = (0..<3).map { _ in
      let weights = alphabet.map { ($0, Double.random(in: 0...1, using: &random)) }
      let total = weights.reduce(0) { $0 + $1.1 }
      return Self.recognition(weights.map { ($0.0, $0.1 / total) })
    }
    let evidence = recognitions.map {
      LetterEvidence($0, isAccepted: true, decoder.configuration).letters
    }
    let model = decoder.lexicon.letters
    let end = LetterCounts.border
    var best = (score: -Double.infinity, word: [UInt8]())
    for a in 0..<26 {
      for b in 0..<26 {
        for c in 0..<26 {
          let prior =
            model.logarithm(of: a, after: end, end) + model.logarithm(of: b, after: end, a)
            + model.logarithm(of: c, after: a, b) + model.logarithm(of: end, after: b, c)
          let score = prior + evidence[0][a] + evidence[1][b] + evidence[2][c]
          if score > best.score { best = (score, [UInt8(a), UInt8(b), UInt8(c)]) }
        }
      }
    }
    #expect(Self.text(decoder.decode(recognitions)) == Lexicon.text(best.word))
  }

  @Test("probabilities of a configuration outside 0 to 1 stop the program")
  func invalidConfiguration() async {
    await #expect(processExitsWith: .failure) {
      var configuration = WordDecoder.Configuration()
      configuration.omission = 0
      _ = WordDecoder(lexicon: try Lexicon(words: ["A"]), configuration: configuration)
    }
  }
}
