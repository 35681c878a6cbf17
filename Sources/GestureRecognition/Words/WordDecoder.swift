internal import RealModule

/// Decodes words from the alternatives of recognised letters, with a lexicon.
///
/// ```swift
/// let decoder = WordDecoder(lexicon: try Lexicon(words: ["HELLO", "WORLD"]))
/// let words = decoder.decode(recognizer.recognize(recordings))
/// ```
///
/// The sequence of words of the highest probability wins, with the ends of words as part of the
/// search: the product of the words' prior probabilities and of the likelihoods of the gestures.
///
/// - Lexicon: a word of *n* letters has the probability of its length in English text, proportional
///   to *n*³ 0.4^*n* (B. Sigurd, M. Eeg-Olofsson, J. van de Weijer, *Word length, sentence length
///   and frequency: Zipf revisited*, Studia Linguistica 58(1), 2004,
///   doi:10.1111/j.0039-3193.2004.00109.x), shared evenly by the words of that length.
/// - Other words: a trigram model of the letters of the lexicon, which assigns every word a
///   probability, times `Configuration.outOfLexicon`.
/// - Gestures: the confidences of a recognition, sharpened or flattened by a temperature, and a
///   share of any letter. A gesture may be something other than a letter, at a cost that is lower
///   for a rejected one, and a letter of a lexicon's word may have no gesture.
/// - Ends of words: more probable after a gap above the median of the sequence.
///
/// A gesture that is accepted with a label other than a letter ends a word. Equal gestures yield
/// equal words; the decoder keeps no state.
///
/// On 200 words of three to eight letters by the synthetic writers of seeds 9500 to 9699, which
/// chose no parameter, with the 73,000 words of Debian's `wamerican`: 199 are right with touch (187
/// by the best letters), 193 without.
public struct WordDecoder: Sendable {
  private static let alternativeCount = 4

  /// The words.
  public let lexicon: Lexicon
  /// The probabilities of errors.
  package let configuration: Configuration
  /// The logarithms of the prior probabilities of words, by length.
  private let priors: [Double]
  /// The nodes of the prefix tree in which words end, and their lengths.
  private let ends: [(node: Int, length: Int)]

  /// Creates a decoder.
  ///
  /// - Complexity: O(nodes of the prefix tree).
  public init(lexicon: Lexicon) { self.init(lexicon: lexicon, configuration: Configuration()) }

  /// Creates a decoder with other probabilities of errors.
  ///
  /// - Precondition: The configuration is valid.
  package init(lexicon: Lexicon, configuration: Configuration) {
    configuration.requireValid()
    self.lexicon = lexicon
    self.configuration = configuration
    var depths = [Int](repeating: 0, count: lexicon.nodes.count)
    var counts = [Double](repeating: 0, count: Lexicon.longestWord + 1)
    var ends: [(node: Int, length: Int)] = []
    for index in 1..<lexicon.nodes.count {
      depths[index] = depths[Int(lexicon.nodes[index].parent)] + 1
      guard lexicon.nodes[index].isWord else { continue }
      counts[depths[index]] += 1
      ends.append((index, depths[index]))
    }
    let shares = counts.indices.map { length in
      counts[length] > 0 ? Double.pow(Double(length), 3) * Double.pow(0.4, Double(length)) : 0
    }
    let known = (1 - configuration.outOfLexicon) / shares.reduce(0, +)
    priors = zip(shares, counts).map { Double.log($0 / max(1, $1) * known) }
    self.ends = ends
  }

  /// The words of a sequence of gestures, with the gaps between them.
  ///
  /// - Parameter gestures: The gestures in order of time. Gestures without a recognition may be any
  ///   letter or none.
  /// - Complexity: O(*n* · nodes of the prefix tree) time for *n* gestures.
  public func decode(_ gestures: [RecognizedGesture]) -> [RecognizedWord] {
    let gaps = zip(gestures, gestures.dropFirst()).map { $1.start - $0.end }
    let words = decode(
      gestures.map { ($0.recognition, $0.label != nil) }, gaps: gaps,
      isSpotted: gestures.contains(where: { $0.isSpotted }))
    return words.map { RecognizedWord(word: $0, gestures: Array(gestures[$0.gestures])) }
  }

  /// The words of a sequence of recognitions.
  ///
  /// - Parameters:
  ///   - recognitions: The recognitions in order of writing; labels A to Z are letters, in upper or
  ///     lower case.
  ///   - isSpotted: Whether the gestures were spotted in motion without a touch.
  ///   - gaps: The times from the end of each gesture to the start of the next, in seconds; ignored
  ///     unless there are at least three, one fewer than the recognitions, and all are positive.
  /// - Complexity: O(*n* · nodes of the prefix tree) time for *n* recognitions.
  public func decode(
    _ recognitions: [Recognition], isSpotted: Bool = false, gaps: [Double] = []
  ) -> [DecodedWord] {
    decode(recognitions.map { ($0, $0.isGesture) }, gaps: gaps, isSpotted: isSpotted)
  }

  private func decode(
    _ gestures: [(recognition: Recognition?, isAccepted: Bool)], gaps: [Double], isSpotted: Bool
  ) -> [DecodedWord] {
    let evidence = gestures.map {
      LetterEvidence(
        $0.recognition, isAccepted: $0.isAccepted, isSpotted: isSpotted, configuration)
    }
    let omission = Double.log(
      isSpotted ? configuration.spottingOmission : configuration.omission)
    let boundaries = BoundaryEvidence.evidence(
      gaps: gaps, count: gestures.count, configuration)
    let separators = gestures.indices.filter { index in
      let (recognition, isAccepted) = gestures[index]
      return isAccepted && recognition.map { LetterEvidence.letter(of: $0.label) == nil } == true
    }
    var words: [DecodedWord] = []
    var first = 0
    for end in separators + [gestures.count] {
      for range in segments(first..<end, evidence, boundaries, omission) {
        words.append(word(range, evidence, boundaries, omission))
      }
      first = end + 1
    }
    return words
  }

  /// Whether any label of a model is a letter A to Z.
  package static func canDecode(labels: [String]) -> Bool {
    labels.contains { LetterEvidence.letter(of: $0) != nil }
  }

  // MARK: - Search

  /// The ranges of gestures of the best sequence of words.
  private func segments(
    _ range: Range<Int>, _ evidence: [LetterEvidence], _ boundaries: [BoundaryEvidence],
    _ omission: Double
  ) -> [Range<Int>] {
    guard !range.isEmpty else { return [] }
    var search = WordSearch(
      lexicon, outOfLexicon: configuration.outOfLexicon, omission: omission)
    // The best score before each gesture, and the first gesture of the word that ends there.
    var best = 0.0
    var starts: [Int?] = []
    for index in range {
      let boundary = index == range.lowerBound ? .none : boundaries[index]
      search.begin(at: index, score: best)
      search.take(evidence[index], at: index, boundary)
      best += evidence[index].insertion
      var start: Int?
      for (node, length) in ends where search.known.scores[node] + priors[length] > best {
        (best, start) = (
          search.known.scores[node] + priors[length], Int(search.known.starts[node])
        )
      }
      let end = search.other.end
      if end.score > best { (best, start) = (end.score, end.start) }
      starts.append(start)
    }
    var segments: [Range<Int>] = []
    var end = range.upperBound
    while end > range.lowerBound {
      let start = starts[end - 1 - range.lowerBound]
      if let start { segments.append(start..<end) }
      end = start ?? end - 1
    }
    return segments.reversed()
  }

  /// The best words of a range of gestures that is one word.
  private func word(
    _ range: Range<Int>, _ evidence: [LetterEvidence], _ boundaries: [BoundaryEvidence],
    _ omission: Double
  ) -> DecodedWord {
    var search = WordSearch(
      lexicon, outOfLexicon: configuration.outOfLexicon, omission: omission)
    search.begin(at: range.lowerBound, score: 0)
    for index in range {
      let boundary = index == range.lowerBound ? .none : boundaries[index]
      search.take(evidence[index], at: index, boundary)
    }
    let (known, other) = (search.known, search.other)
    var found: [(word: [UInt8], score: Double, isKnown: Bool)] = []
    let end = other.end
    let letters = other.word(endingIn: end.state)
    if !lexicon.contains(letters) { found.append((letters, end.score, false)) }
    // The best words first; the lexicon's words before others of the same score.
    var ranked: [(node: Int, score: Double)] = []
    let highest = ends.reduce(end.score) { max($0, known.scores[$1.node] + priors[$1.length]) }
    var total = found.reduce(0) { $0 + .exp($1.score - highest) }
    for (node, length) in ends {
      let score = known.scores[node] + priors[length]
      guard score > -.infinity else { continue }
      total += .exp(score - highest)
      guard ranked.count <= Self.alternativeCount || score > ranked[ranked.count - 1].score else {
        continue
      }
      ranked.insert((node, score), at: ranked.firstIndex { $0.score < score } ?? ranked.count)
      if ranked.count > Self.alternativeCount + 1 { ranked.removeLast() }
    }
    for (node, score) in ranked { found.append((lexicon.word(endingAt: node), score, true)) }
    found.sort { $0.score > $1.score }
    let words = found.prefix(Self.alternativeCount + 1).map { word in
      DecodedWord.Alternative(
        text: Lexicon.text(word.word), confidence: .exp(word.score - highest) / total,
        isInLexicon: word.isKnown)
    }
    return DecodedWord(
      text: words[0].text, confidence: words[0].confidence, isInLexicon: words[0].isInLexicon,
      gestures: range, alternatives: Array(words.dropFirst()))
  }
}

extension RecognizedGesture {
  /// Whether the gesture is motion without a touch.
  package var isSpotted: Bool {
    guard case .motion(let motions) = gesture.samples else { return false }
    return motions.contains { $0.isTouching == nil }
  }
}

extension WordDecoder {
  /// The probabilities of errors in recognised letters, and the evidence of gaps.
  ///
  /// The defaults of temperature, confusion, insertions and omissions are maximum-likelihood
  /// estimates on 200 words of three to eight letters by the synthetic writers of seeds 8500 to
  /// 8699 with the built-in model: 1,252 letters with touch, none of them lost or inserted (rounded
  /// up to 0.001), and without touch 1,165 letters, 6 insertions and 87 omissions.
  package struct Configuration: Hashable, Sendable {
    /// The temperature of the confidences: above 1 flattens, below 1 sharpens. Default: 1.
    package var temperature = 1.0
    /// The share of any letter, whatever the confidences. Default: 0.003.
    package var confusion = 0.003
    /// The probability that a letter is rejected. Default: 0.02, the share of the training set that
    /// is below the threshold of acceptance.
    package var rejection = 0.02
    /// The probability that a gesture other than a letter is rejected. Default: 0.5, not estimated.
    package var insertionRejection = 0.5
    /// The probability that a gesture by touch is not a letter. Default: 0.001.
    package var insertion = 0.001
    /// The probability that a letter of a word has no gesture by touch. Default: 0.001.
    package var omission = 0.001
    /// The probability that a spotted gesture is not a letter. Default: 0.005.
    package var spottingInsertion = 0.005
    /// The probability that a letter of a word is not spotted. Default: 0.07.
    package var spottingOmission = 0.07
    /// The prior probability of a word outside the lexicon. Default: 0.5.
    ///
    /// Chosen on the same words with touch: 198 of 200 words in the lexicon are right (199 at
    /// 0.05), and 53 of 67 words removed from it (41 at 0.2).
    package var outOfLexicon = 0.5
    /// The log-odds of the end of a word without evidence of gaps. Default: ln ¼, for words of
    /// five letters.
    package var boundaryLogOdds = -1.386
    /// The growth of the log-odds with the logarithm of the gap over the median gap. Default: 10.
    package var gapSlope = 10.0
    /// The logarithm of the gap over the median gap at even odds. Default: 0.3.
    package var gapThreshold = 0.3
    /// The largest log-odds by a gap, of either sign. Default: 3.
    package var gapLimit = 3.0

    /// Creates the default configuration.
    package init() {}

    /// Stops the program unless the values are valid.
    func requireValid() {
      precondition(temperature > 0 && temperature.isFinite, "temperature \(temperature)")
      let shares = [
        confusion, rejection, insertionRejection, insertion, omission, spottingInsertion,
        spottingOmission, outOfLexicon,
      ]
      precondition(
        shares.allSatisfy { $0 > 0 && $0 < 1 },
        "expected probabilities above 0 and below 1, got \(shares)")
      precondition(gapLimit > 0 && gapSlope.isFinite && gapThreshold.isFinite)
    }
  }
}

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

/// A word and its gestures.
public struct RecognizedWord: Sendable {
  /// The word; ``DecodedWord/gestures`` are indices of the sequence that was decoded.
  public var word: DecodedWord
  /// The gestures, at least one.
  public var gestures: [RecognizedGesture]

  /// The time of the first sample, in seconds.
  public var start: Double { gestures.first?.start ?? 0 }
  /// The time of the last sample, in seconds.
  public var end: Double { gestures.last?.end ?? 0 }
  /// The recognised letters before decoding, `?` for a rejected gesture.
  public var letters: String { gestures.map { $0.label ?? "?" }.joined() }
}

/// Decodes the words of a stream of gestures.
///
/// A phrase of one word or more is decoded at its end: after `longestGap` without a gesture. A
/// value type without a clock: equal gestures and times yield equal words.
public struct WordSession: Sendable {
  /// The time without a gesture after which a phrase ends, in seconds.
  ///
  /// The default is more than twice the 1.9 s between two words of the simulator.
  package static let longestGap = 5.0
  /// The most gestures of a phrase, which limits memory; the next one begins another phrase.
  package static let mostGestures = 256

  package let decoder: WordDecoder
  /// The gestures of the phrase in progress.
  package private(set) var gestures: [RecognizedGesture] = []

  /// Creates a session at the start of a stream.
  public init(_ decoder: WordDecoder) { self.decoder = decoder }

  /// Adds the next gesture.
  ///
  /// - Returns: The words of the phrase that ended before this gesture, in order.
  public mutating func add(_ gesture: RecognizedGesture) -> [RecognizedWord] {
    let words = gestures.count < Self.mostGestures ? advance(to: gesture.start) : finish()
    gestures.append(gesture)
    return words
  }

  /// Advances the time, in seconds of the stream.
  ///
  /// Call it while ``WritingSession/isIdle``: a gesture in progress may belong to the phrase.
  ///
  /// - Returns: The words of the phrase that ended, in order.
  public mutating func advance(to time: Double) -> [RecognizedWord] {
    guard let last = gestures.last, time - last.end > Self.longestGap else { return [] }
    return finish()
  }

  /// Ends the stream.
  ///
  /// - Returns: The words of the phrase in progress, in order.
  public mutating func finish() -> [RecognizedWord] {
    defer { gestures.removeAll(keepingCapacity: true) }
    return decoder.decode(gestures)
  }
}
