internal import GestureRecognition
internal import MotionRecordings
internal import StudioEngine

/// Decodes words from the letters of a page.
///
/// The list of words is read with the first request.
struct WordReader {
  /// The classes of the gestures that a page has read.
  struct Call: Sendable {
    struct Gesture: Sendable {
      /// The classes with their confidences, in any order.
      var scores: [Recognition.Alternative]
      /// Whether the best class was accepted.
      var isGesture: Bool
      /// Whether it was spotted in motion without a touch.
      var isSpotted: Bool?
    }

    var gestures: [Gesture] = []

    init(_ json: JSON) throws(RequestFailure) {
      for gesture in try json.required("gestures", { $0.list }) {
        gestures.append(
          Gesture(
            scores: try gesture.required("scores") {
              $0.list.flatMap { [Recognition.Alternative]($0) }
            }, isGesture: try gesture.required("isGesture") { $0.flag },
            isSpotted: try gesture.optional("isSpotted") { $0.flag }))
      }
    }
  }

  /// A word and the gestures that it was decoded from.
  struct Word: Sendable {
    var text: String
    var confidence: Double
    var isInLexicon: Bool
    var alternatives: [DecodedWord.Alternative]
    /// The index of the first gesture, and their number.
    var first: Int
    var count: Int

    init(_ word: DecodedWord) {
      (text, confidence, isInLexicon) = (word.text, word.confidence, word.isInLexicon)
      (alternatives, first, count) = (
        word.alternatives, word.gestures.lowerBound, word.gestures.count
      )
    }

    var json: JSON {
      [
        "text": JSON(text), "confidence": JSON(confidence), "isInLexicon": JSON(isInLexicon),
        "alternatives": JSON(alternatives) { $0.json }, "first": JSON(first), "count": JSON(count),
      ]
    }
  }

  private let path: String
  private var decoder: WordDecoder?

  /// Reads words by the list at `path`, or by that of the distribution.
  ///
  /// - Throws: ``StudioError/lexicon(path:cause:)`` if a given list is not readable.
  init(lexicon path: String?) throws(StudioError) {
    self.path = path ?? Lexicon.distributionPath
    guard path != nil else { return }
    do {
      try read()
    } catch {
      throw .lexicon(path: self.path, cause: error)
    }
  }

  /// Whether there is a list of words.
  var isAvailable: Bool { decoder != nil || InputFile.exists(path) }

  /// The words of the gestures; two milliseconds per gesture with 73,000 words.
  @concurrent
  static func words(
    of call: Call, by decoder: WordDecoder
  ) async throws(RequestFailure) -> [Word] {
    guard call.gestures.count <= WordSession.mostGestures else {
      throw .badRequest(
        "expected at most \(WordSession.mostGestures) gestures, got \(call.gestures.count)")
    }
    var recognitions: [Recognition] = []
    for gesture in call.gestures {
      let scores = gesture.scores.sorted { $0.confidence > $1.confidence }
      guard let best = scores.first,
        scores.allSatisfy({ -1e-9...1 + 1e-9 ~= $0.confidence && $0.score.isFinite })
      else {
        throw .badRequest("expected classes with confidences from 0 to 1 for each gesture")
      }
      recognitions.append(
        Recognition(
          label: best.label, score: best.score, confidence: best.confidence,
          alternatives: Array(scores.dropFirst()), isGesture: gesture.isGesture))
    }
    let isSpotted = call.gestures.contains { $0.isSpotted == true }
    return decoder.decode(recognitions, isSpotted: isSpotted).map(Word.init)
  }

  /// The decoder by the list; it is read the first time.
  mutating func load() throws(RequestFailure) -> WordDecoder {
    do {
      return try read()
    } catch {
      throw .unprocessable("\(error)")
    }
  }

  @discardableResult
  private mutating func read() throws -> WordDecoder {
    if let decoder { return decoder }
    let loaded = WordDecoder(lexicon: try Lexicon(file: InputFile.read(path)))
    decoder = loaded
    return loaded
  }
}
