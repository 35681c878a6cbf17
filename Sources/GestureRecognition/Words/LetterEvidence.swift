internal import RealModule

/// The logarithms of the likelihoods of one gesture.
struct LetterEvidence: Sendable {
  /// For each letter A to Z.
  var letters: [Double]
  /// For a gesture that is no letter.
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
      add(recognition.label, recognition.confidence)
      for other in recognition.alternatives { add(other.label, other.confidence) }
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
