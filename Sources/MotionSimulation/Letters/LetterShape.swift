internal import RealModule
package import RotationMath

/// The variants of a letter, with their frequencies.
package struct LetterShape: Hashable, Sendable {
  /// The letter.
  package var letter: Character
  /// The ways to write it.
  package var variants: [StrokeVariant]

  init(_ letter: Character, _ variants: StrokeVariant...) {
    self.init(letter, variants: variants)
  }

  init(_ letter: Character, variants: [StrokeVariant]) {
    self.letter = letter
    self.variants = variants
  }

  /// The shape of an upper-case letter A to Z or a symbol, or `nil` for any other character.
  package static func shape(of letter: Character) -> LetterShape? {
    guard let code = letter.asciiValue else { return symbols.first { $0.letter == letter } }
    return (65...90).contains(code) ? alphabet[Int(code) - 65] : nil
  }

  /// The supported letters: A to Z.
  package static let letters: [Character] = alphabet.map(\.letter)

  /// The shapes of the symbols.
  static let symbols: [LetterShape] = Symbol.allCases.map(\.shape)

  /// The shapes of A to Z, each one stroke without lifting the pen.
  ///
  /// The order and direction of the strokes follow the mean zone features of letters recorded on a
  /// touch screen: a stem is often drawn downwards and retraced, bowls begin at the top, `G` begins
  /// at its bar. `J`, `O` and `X` have additional variants in the air, where recorded writers leave
  /// bowls open and turn corners in loops.
  package static let alphabet: [LetterShape] = firstHalf + secondHalf
}

/// One way to write a letter in a single stroke.
package struct StrokeVariant: Hashable, Sendable {
  /// The movement of a stroke at a node.
  package enum Joint: Hashable, Sendable {
    /// A corner, rounded by the writer's `cornerOverlap`.
    case corner
    /// A bend with little loss of speed.
    case curve
    /// A stop with a short pause.
    case stop
  }

  /// A point of the stroke.
  package struct Node: Hashable, Sendable {
    /// The position in letter heights from the top left, *y* down.
    package var position: Vector2<Double>
    /// The movement at the node; not used at the first and the last node.
    package var joint: Joint

    static func corner(_ x: Double, _ y: Double) -> Node {
      Node(position: Vector2(x, y), joint: .corner)
    }
    static func curve(_ x: Double, _ y: Double) -> Node {
      Node(position: Vector2(x, y), joint: .curve)
    }
    static func stop(_ x: Double, _ y: Double) -> Node {
      Node(position: Vector2(x, y), joint: .stop)
    }
  }

  /// The relative frequency on a screen among the letter's variants.
  package var frequency: Double
  /// The relative frequency in the air, where the writer does not see the line.
  package var frequencyInAir: Double
  /// The points of the stroke in the order of writing, at least two.
  package var nodes: [Node]

  init(frequency: Double, inAir frequencyInAir: Double? = nil, _ nodes: [Node]) {
    self.frequency = frequency
    self.frequencyInAir = frequencyInAir ?? frequency
    self.nodes = nodes
  }
}

extension StrokeVariant {
  /// The turn from which a bend within a stroke is a corner, in radians: 75 degrees.
  private static let cornerTurn = 1.3

  /// A letter of several strokes, joined by the movements of the lifted pen.
  ///
  /// - Parameters:
  ///   - frequency: The relative frequency.
  ///   - strokes: The points of each stroke, *x* and *y* in turn. A bend of 75 degrees or more is
  ///     a corner.
  static func handwritten(_ frequency: Double, _ strokes: [[Double]]) -> StrokeVariant {
    var nodes: [Node] = []
    for stroke in strokes {
      let points = stride(from: 0, to: stroke.count, by: 2).map {
        Vector2(stroke[$0], stroke[$0 + 1])
      }
      for (index, point) in points.enumerated() {
        var joint = Joint.corner
        if index > 0, index + 1 < points.count {
          let (before, after) = (point - points[index - 1], points[index + 1] - point)
          let turn = Double.atan2(
            y: before.x * after.y - before.y * after.x, x: before.x * after.x + before.y * after.y)
          joint = abs(turn) < cornerTurn ? .curve : .corner
        }
        nodes.append(Node(position: point, joint: joint))
      }
    }
    return StrokeVariant(frequency: frequency, nodes)
  }
}

extension LetterShape {
  /// The ways in which people write the letter on paper, with their frequencies.
  ///
  /// Medians of clusters of 6,500 capitals of 625 writers (the development half of UNIPEN's
  /// train_r01_v07, section 1b): letters of equal stroke number, order and direction, by average
  /// linkage up to a root mean square distance of 0.27 letter heights. The clusters with 2.5 % of a
  /// letter or more cover 74 to 95 % of it. The pen's movements between strokes are part of the
  /// path, as a hand in the air makes them.
  package var handwrittenVariants: [StrokeVariant] {
    Self.handwrittenAToH(letter) + Self.handwrittenIToP(letter) + Self.handwrittenQToZ(letter)
  }
}

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
