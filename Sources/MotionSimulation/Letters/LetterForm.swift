internal import RotationMath

/// One way to print a letter: one or several strokes in the order of writing.
///
/// The forms, and how often people use them, follow the capitals of the development half of UNIPEN
/// (6,500 of 625 writers): number, order and direction of strokes were counted there, letter by
/// letter, and the forms drawn by us. No coordinate was fitted.
package struct LetterForm: Hashable, Sendable {
  /// The relative frequency among the letter's forms.
  package let frequency: Double
  /// The nodes of each stroke, in letter heights.
  package let strokes: [[StrokeVariant.Node]]

  /// Reads a form from a text such as `0 0, 0 1 | 0 0, ~.4 .05, ~.6 .5, 0 1`.
  ///
  /// Nodes *x* *y* are separated by commas, and strokes by bars; `~` marks a node within a curve.
  ///
  /// - Precondition: Each stroke has two nodes or more.
  init(_ frequency: Double, _ text: String) {
    self.frequency = frequency
    strokes = text.split(separator: "|").map { stroke in
      let nodes = stroke.split(separator: ",").map { node in
        let words = node.split(separator: " ")
        let isCurve = words.first?.first == "~"
        let numbers = words.map { word in
          // Swift reads no number that begins with its point.
          Double(word.drop { $0 == "~" }.replacing(/^(-?)\./) { "\($0.1)0." })
        }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else {
          preconditionFailure("expected x and y of a node, got '\(node)'")
        }
        return isCurve ? StrokeVariant.Node.curve(x, y) : .corner(x, y)
      }
      precondition(nodes.count >= 2, "expected two nodes or more, got '\(stroke)'")
      return nodes
    }
  }

  /// The forms of an upper-case letter A to Z or a symbol, or `nil` for any other character.
  package static func forms(of letter: Character) -> [LetterForm]? {
    firstHalf[letter] ?? secondHalf[letter] ?? symbols[letter]
  }

  private static let symbols = Dictionary(
    uniqueKeysWithValues: Symbol.allCases.map { ($0.character, $0.forms) })
}
