package import GestureRecognition

/// The outcome of a cross-validation, as the page shows it.
package enum CrossValidation {
  /// The most examples of each kind that are drawn.
  package static let drawn = 12

  /// An example that was read as another class, or left out with a reason.
  package static func unread(
    _ label: String, recognized: String? = nil, reason: String? = nil, strokes: JSON
  ) -> JSON {
    [
      "label": JSON(label), "recognized": recognized.map { JSON($0) },
      "reason": reason.map { JSON($0) }, "strokes": strokes,
    ]
  }

  /// The state of a training that has ended.
  ///
  /// - Parameters:
  ///   - labels: The classes.
  ///   - confusion: Counts; rows are true labels, columns recognised ones.
  ///   - misread: The first misread examples.
  ///   - rejected: The first examples that were left out, such as those that are too short.
  package static func done(
    labels: [String], confusion: [[Int]], misread: [JSON], rejected: [JSON]
  ) -> JSON {
    let correct = confusion.indices.reduce(0) { $0 + confusion[$1][$1] }
    let total = confusion.reduce(0) { $0 + $1.reduce(0, +) }
    return [
      "state": "done", "accuracy": JSON(Double(correct) / Double(max(1, total))),
      "correct": JSON(correct), "total": JSON(total), "labels": JSON(labels) { JSON($0) },
      "confusion": JSON(confusion) { JSON($0) { JSON($0) } }, "misread": .list(misread),
      "rejected": .list(rejected),
    ]
  }

  /// The state of a training that has failed.
  package static func failed(_ reason: String) -> JSON {
    ["state": "failed", "error": JSON(reason)]
  }
}
