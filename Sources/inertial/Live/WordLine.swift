internal import GestureRecognition

/// One line of `inertial live --words`: a word.
struct WordLine: Encodable {
  /// The columns of ``row``.
  static let header = "start,end,word,confidence"

  /// In seconds.
  private let start: Double
  private let end: Double
  private let word: RecognitionAnswer.Word

  init(_ recognized: RecognizedWord) {
    start = recognized.start
    end = recognized.end
    word = RecognitionAnswer.Word(recognized)
  }

  private enum CodingKeys: String, CodingKey {
    case start, end
  }

  /// Encodes the times beside the fields of the word.
  func encode(to encoder: any Encoder) throws {
    try word.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    try container.encode(end, forKey: .end)
  }

  /// The line under ``header``.
  var row: String { "\(start),\(end),\(word.text),\(decimal(word.confidence, places: 4))" }
}
