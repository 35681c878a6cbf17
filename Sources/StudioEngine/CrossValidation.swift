package import GestureRecognition

/// The outcome of a cross-validation, as the page shows it.
package struct CrossValidation: Sendable {
  /// An example that was read as another class, or left out with a reason.
  package struct Unread: Sendable {
    private let json: JSON

    package init(label: String, recognized: String? = nil, reason: String? = nil, strokes: JSON) {
      json = [
        "label": JSON(label), "recognized": recognized.map { JSON($0) },
        "reason": reason.map { JSON($0) }, "strokes": strokes,
      ]
    }

    fileprivate static func list(_ examples: [Unread]) -> JSON { JSON(examples) { $0.json } }
  }

  /// The most examples of each kind that are drawn.
  package static let drawn = 12

  private let labels: [String]
  private let confusion: [[Int]]
  private let misread: [Unread]
  private let rejected: [Unread]

  /// - Parameters:
  ///   - labels: The classes.
  ///   - confusion: Counts; rows are true labels, columns recognised ones.
  ///   - misread: The first misread examples.
  ///   - rejected: The first examples that were left out, such as those that are too short.
  package init(labels: [String], confusion: [[Int]], misread: [Unread], rejected: [Unread]) {
    self.labels = labels
    self.confusion = confusion
    self.misread = misread
    self.rejected = rejected
  }

  package var json: JSON {
    let correct = confusion.indices.reduce(0) { $0 + confusion[$1][$1] }
    let total = confusion.reduce(0) { $0 + $1.reduce(0, +) }
    return [
      "accuracy": JSON(Double(correct) / Double(max(1, total))), "correct": JSON(correct),
      "total": JSON(total), "labels": JSON(labels) { JSON($0) },
      "confusion": JSON(confusion) { JSON($0) { JSON($0) } }, "misread": Unread.list(misread),
      "rejected": Unread.list(rejected),
    ]
  }
}
