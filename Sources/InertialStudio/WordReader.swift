internal import GestureRecognition
internal import MotionRecordings
internal import StudioEngine

/// Decodes words from the letters of a page.
///
/// The list of words is read with the first request.
struct WordReader {
  /// The gestures that a page has read.
  struct Call: Sendable {
    fileprivate var recognitions: [Recognition] = []
    /// Whether one was spotted in motion without a touch.
    fileprivate var isSpotted = false

    /// Reads `gestures`, each with the `scores` of its classes in any order, `isGesture`, whether
    /// the best class was accepted, and `isSpotted`.
    init(_ json: JSON) throws(RequestFailure) {
      let gestures = try json.required("gestures") { $0.list }
      guard gestures.count <= WordSession.mostGestures else {
        throw .badRequest(
          "expected at most \(WordSession.mostGestures) gestures, got \(gestures.count)")
      }
      for gesture in gestures {
        let scores = try gesture.required("scores") {
          $0.list.flatMap { [Recognition.Alternative]($0) }
        }.sorted { $0.confidence > $1.confidence }
        guard let best = scores.first,
          scores.allSatisfy({ -1e-9...1 + 1e-9 ~= $0.confidence && $0.score.isFinite })
        else {
          throw .badRequest("expected classes with confidences from 0 to 1 for each gesture")
        }
        recognitions.append(
          Recognition(
            label: best.label, score: best.score, confidence: best.confidence,
            alternatives: Array(scores.dropFirst()),
            isGesture: try gesture.required("isGesture") { $0.flag }))
        if try gesture.optional("isSpotted", { $0.flag }) == true { isSpotted = true }
      }
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

  /// The words of the gestures, each with the index of its first gesture and their number; two
  /// milliseconds per gesture with 73,000 words.
  static func words(of call: Call, by decoder: WordDecoder) -> JSON {
    JSON(decoder.decode(call.recognitions, isSpotted: call.isSpotted)) { word in
      [
        "text": JSON(word.text), "confidence": JSON(word.confidence),
        "isInLexicon": JSON(word.isInLexicon), "alternatives": JSON(word.alternatives) { $0.json },
        "first": JSON(word.gestures.lowerBound), "count": JSON(word.gestures.count),
      ]
    }
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
