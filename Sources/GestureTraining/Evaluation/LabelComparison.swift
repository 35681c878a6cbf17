/// Recognised labels beside the true ones of a recording, letter by letter.
///
/// A true label holds from its start to the start of the next one. The gestures in that time are
/// aligned with it with the fewest differences (Levenshtein, 1966). Among alignments with as few, a
/// letter is wrong rather than missed beside an extra one.
package struct LabelComparison: Hashable, Sendable {
  /// What became of a true letter, or that there is none.
  package enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    case right, wrong, missed, extra
  }

  /// A true letter and the one that was read.
  package struct Letter: Hashable, Sendable {
    /// `nil` for an extra one.
    package var truth: String?
    /// The index of the gesture; `nil` for a missed letter.
    package var gesture: Int?
    package var outcome: Outcome
  }

  /// In order of time.
  package private(set) var letters: [Letter] = []

  /// The share of right letters among all, the extra ones included; `nil` without letters.
  package var rightShare: Double? {
    letters.isEmpty ? nil : Double(count(.right)) / Double(letters.count)
  }

  package func count(_ outcome: Outcome) -> Int { letters.count { $0.outcome == outcome } }

  /// Compares gestures with true labels. Time and space: O(letters of a label · gestures in it).
  ///
  /// - Parameters:
  ///   - found: The label and the time in seconds of each accepted gesture, in order of time.
  ///   - truths: The true labels and their starts in seconds, in order of time.
  ///   - names: The labels of the classifier. A true label that is none of them is a word, whose
  ///     characters are letters, without spaces. A classifier of capitals alone reads h as H.
  package init(
    of found: [(label: String, time: Double)], with truths: [(label: String, start: Double)],
    names: Set<String>
  ) {
    var next = 0
    func gestures(before end: Double) -> Range<Int> {
      let first = next
      while next < found.count, found[next].time < end { next += 1 }
      return first..<next
    }
    align([], found, gestures(before: truths.first?.start ?? .infinity))
    func letters(of label: String) -> [String] {
      names.contains(label) ? [label] : label.filter { !$0.isWhitespace }.map { String($0) }
    }
    for (index, truth) in truths.enumerated() {
      let capitals = letters(of: truth.label.uppercased())
      var letters = letters(of: truth.label)
      if !names.isSuperset(of: letters), names.isSuperset(of: capitals) { letters = capitals }
      let end = index + 1 < truths.count ? truths[index + 1].start : .infinity
      align(letters, found, gestures(before: end))
    }
  }

  private mutating func align(
    _ truths: [String], _ found: [(label: String, time: Double)], _ range: Range<Int>
  ) {
    let width = range.count + 1
    // The fewest differences of the letters from i and the gestures from j on.
    var costs = [Int32](repeating: 0, count: (truths.count + 1) * width)
    func isRight(_ i: Int, _ j: Int) -> Bool { truths[i] == found[range.lowerBound + j].label }
    for i in stride(from: truths.count, through: 0, by: -1) {
      for j in stride(from: range.count, through: 0, by: -1) {
        let place = i * width + j
        guard i < truths.count, j < range.count else {
          costs[place] = Int32(truths.count - i + range.count - j)
          continue
        }
        costs[place] = min(
          costs[place + width + 1] + (isRight(i, j) ? 0 : 1),
          min(costs[place + width], costs[place + 1]) + 1)
      }
    }
    var (i, j) = (0, 0)
    while i < truths.count || j < range.count {
      let place = i * width + j
      let gesture = range.lowerBound + j
      if i < truths.count, j < range.count,
        costs[place] == costs[place + width + 1] + (isRight(i, j) ? 0 : 1)
      {
        letters.append(
          Letter(truth: truths[i], gesture: gesture, outcome: isRight(i, j) ? .right : .wrong))
        (i, j) = (i + 1, j + 1)
      } else if i < truths.count, j == range.count || costs[place] == costs[place + width] + 1 {
        letters.append(Letter(truth: truths[i], gesture: nil, outcome: .missed))
        i += 1
      } else {
        letters.append(Letter(truth: nil, gesture: gesture, outcome: .extra))
        j += 1
      }
    }
  }
}
