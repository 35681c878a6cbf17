/// One letter of a text to simulate.
struct WrittenLetter {
  /// The letter, A to Z.
  var character: Character
  /// The number of earlier occurrences in the text.
  var take: Int
  /// Whether a space precedes it.
  var beginsWord: Bool

  /// The letters of `text`, in order, without its spaces.
  static func letters(of text: String) throws(SimulationError) -> [WrittenLetter] {
    var counts: [Character: Int] = [:]
    var letters: [WrittenLetter] = []
    var afterSpace = false
    for (position, character) in text.enumerated() {
      if character == " " {
        afterSpace = true
        continue
      }
      guard LetterShape.shape(of: character) != nil else {
        throw .unsupportedCharacter(character, position: position)
      }
      let take = counts[character, default: 0]
      counts[character] = take + 1
      letters.append(
        WrittenLetter(
          character: character, take: take, beginsWord: afterSpace && !letters.isEmpty))
      afterSpace = false
    }
    return letters
  }
}
