internal import CResources
package import RotationMath

/// The variants of a letter, with their frequencies.
package struct LetterShape: Hashable, Sendable {
  package var letter: Character
  /// The ways to write it.
  package var variants: [StrokeVariant]

  /// The shape of an upper-case letter A to Z or a symbol, or `nil` for any other character.
  package static func shape(of letter: Character) -> LetterShape? {
    guard let code = letter.asciiValue else { return symbols.first { $0.letter == letter } }
    return (65...90).contains(code) ? alphabet[Int(code) - 65] : nil
  }

  /// The supported letters: A to Z.
  package static let letters: [Character] = alphabet.map(\.letter)

  /// The shapes of the symbols: their forms of one stroke.
  static let symbols: [LetterShape] = Symbol.allCases.map { symbol in
    let forms = LetterForm.forms(of: symbol.character) ?? []
    return LetterShape(
      letter: symbol.character,
      variants: forms.filter { $0.strokes.count == 1 }.map {
        StrokeVariant(
          frequency: $0.frequency, frequencyInAir: $0.frequency, nodes: $0.strokes[0])
      })
  }

  /// The shapes of A to Z, each one stroke without lifting the pen.
  package static let alphabet: [LetterShape] = ShapeTable.shared.touch
    .sorted { $0.key < $1.key }
    .map { LetterShape(letter: Character($0.key), variants: $0.value) }

  /// The ways in which people write the letter on paper, with their frequencies in percent.
  package var handwrittenVariants: [StrokeVariant] {
    ShapeTable.shared.hand[String(letter)] ?? []
  }
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
  }

  /// The relative frequency on a screen among the letter's variants.
  package var frequency: Double
  /// The relative frequency in the air, where the writer does not see the line.
  package var frequencyInAir: Double
  /// The points of the stroke in the order of writing, at least two.
  package var nodes: [Node]
}

/// One way to print a letter: one or several strokes in the order of writing.
package struct LetterForm: Hashable, Sendable {
  /// The relative frequency among the letter's forms.
  package let frequency: Double
  /// The nodes of each stroke, in letter heights.
  package let strokes: [[StrokeVariant.Node]]

  /// The forms of an upper-case letter A to Z or a symbol, or `nil` for any other character.
  package static func forms(of letter: Character) -> [LetterForm]? {
    ShapeTable.shared.print[Symbol.label(of: letter)]
  }
}

/// The table `letters.txt`, which explains its lines and their sources.
private struct ShapeTable {
  private(set) var touch: [String: [StrokeVariant]] = [:]
  private(set) var hand: [String: [StrokeVariant]] = [:]
  /// The forms by letter or symbol.
  private(set) var print: [String: [LetterForm]] = [:]

  static let shared = ShapeTable(inertial_letter_shapes())

  private init(_ file: inertial_resource) {
    let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where !line.hasPrefix("#") {
      let parts = line.split(separator: ":")
      let words = parts[0].split(separator: " ")
      let frequencies = words[2...].map(Self.number)
      let (name, frequency) = (String(words[1]), frequencies[0])
      let strokes = parts[1].split(separator: "|").map { stroke in
        stroke.split(separator: ",").map(Self.node)
      }
      let variant = StrokeVariant(
        frequency: frequency, frequencyInAir: frequencies.last ?? frequency, nodes: strokes[0])
      switch words[0] {
      case "touch": touch[name, default: []].append(variant)
      case "hand": hand[name, default: []].append(variant)
      default: print[name, default: []].append(LetterForm(frequency: frequency, strokes: strokes))
      }
    }
  }

  private static func node(_ text: Substring) -> StrokeVariant.Node {
    let words = text.split(separator: " ")
    let joint: StrokeVariant.Joint =
      switch words[0].first {
      case "~": .curve
      case "!": .stop
      default: .corner
      }
    let x = number(joint == .corner ? words[0] : words[0].dropFirst())
    return StrokeVariant.Node(position: Vector2(x, number(words[1])), joint: joint)
  }

  private static func number(_ text: Substring) -> Double {
    guard let number = Double(text) else {
      preconditionFailure("letters.txt: expected a number, got '\(text)'")
    }
    return number
  }
}
