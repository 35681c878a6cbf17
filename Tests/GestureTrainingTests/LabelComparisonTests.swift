import Testing

@testable import GestureTraining

@Suite("Labels compared with the true ones")
struct LabelComparisonTests {
  private static let names = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) } + ["heart"])

  /// The letters as text: `a` right, `a>b` wrong, `a-` missed, `+b` extra.
  private func text(
    _ found: [(label: String, time: Double)], _ truths: [(label: String, start: Double)]
  ) -> String {
    LabelComparison(of: found, with: truths, names: Self.names).letters.map { letter in
      let read = letter.gesture.map { found[$0].label } ?? ""
      return switch letter.outcome {
      case .right: read
      case .wrong: "\(letter.truth ?? "")>\(read)"
      case .missed: "\(letter.truth ?? "")-"
      case .extra: "+\(read)"
      }
    }.joined(separator: " ")
  }

  private func found(_ text: String) -> [(label: String, time: Double)] {
    text.enumerated().map { (String($1), Double($0)) }
  }

  @Test(
    "a word is aligned with the fewest differences",
    arguments: [
      ("HELLO", "HELLO", "H E L L O"), ("HELLO", "HFLLO", "H E>F L L O"),
      ("HELLO", "HELO", "H E L- L O"), ("HELLO", "HELLOW", "H E L L O +W"),
      ("HELLO", "", "H- E- L- L- O-"), ("HE LL", "XHEL", "+X H E L L-"),
      ("KITTEN", "SITTING", "K>S I T T E>I N +G"), ("", "A", "+A"),
      // Read by capitals alone.
      ("h", "H", "H"), ("Hello", "HELO", "H E L- L O"),
    ])
  func word(truth: String, read: String, expected: String) {
    let text = text(found(read), [(truth, -.infinity)])
    // Of two equal letters either may be the missed one.
    #expect(text == expected || text.replacing("L L-", with: "L- L") == expected)
  }

  /// Counted by a plain recursion over all alignments.
  @Test("no alignment has fewer differences", arguments: ["", "A", "ABBA", "BAAB", "CABAC"])
  func fewest(truth: String) {
    func fewest(_ a: Substring, _ b: Substring) -> Int {
      guard let x = a.first, let y = b.first else { return a.count + b.count }
      let (c, d) = (a.dropFirst(), b.dropFirst())
      return min(fewest(c, d) + (x == y ? 0 : 1), fewest(c, b) + 1, fewest(a, d) + 1)
    }
    for read in ["", "B", "ABAB", "CCA", "BACAB"] {
      let comparison = LabelComparison(
        of: found(read), with: [(truth, 0)], names: Self.names)
      #expect(comparison.letters.count - comparison.count(.right) == fewest(truth[...], read[...]))
      #expect(comparison.letters.compactMap(\.truth).joined() == truth)
      #expect(comparison.letters.compactMap(\.gesture) == Array(0..<read.count))
    }
  }

  @Test("labels with times hold for the gestures in their time only")
  func times() {
    let truths = [(label: "A", start: 1.0), ("heart", 2), ("B", 3)]
    #expect(
      text([("C", 0.5), ("A", 1.5), ("heart", 2.5), ("B", 3.5)], truths) == "+C A heart B")
    #expect(text([("B", 1.5), ("A", 3.5)], truths) == "A>B heart- B>A")
    let share = LabelComparison(
      of: [("A", 1.5), ("B", 3.2), ("B", 3.5)], with: truths, names: Self.names
    ).rightShare
    #expect(share == 0.5)
    #expect(LabelComparison(of: [], with: [], names: []).rightShare == nil)
  }
}
