/// The number of gestures by true and by recognised class.
public struct ConfusionMatrix: Hashable, Sendable {
  /// The largest number of classes: 25 million counts. Data with more classes have no class labels.
  package static let mostClasses = 5000

  /// The classes, in the order of rows and columns.
  public let labels: [String]
  /// The counts: rows are the true classes, columns the recognised ones.
  public private(set) var counts: [[Int]]

  private let index: [String: Int]

  /// Creates a matrix of zeros.
  package init(labels: some Sequence<String>) {
    self.labels = Set(labels).sorted()
    index = Dictionary(uniqueKeysWithValues: zip(self.labels, self.labels.indices))
    counts = Array(
      repeating: Array(repeating: 0, count: self.labels.count), count: self.labels.count)
  }

  /// Validates the number of classes before a matrix of them is made.
  ///
  /// - Throws: ``TrainingError/invalidOptions(_:)`` for more than ``mostClasses``.
  static func check(classes: some Sequence<String>) throws(TrainingError) {
    let count = Set(classes).count
    guard count <= mostClasses else {
      throw .invalidOptions("expected at most \(mostClasses) classes, got \(count)")
    }
  }

  /// Counts one gesture.
  ///
  /// - Precondition: Both classes are in ``labels``.
  package mutating func record(truth: String, recognized: String) {
    guard let row = index[truth], let column = index[recognized] else {
      preconditionFailure("expected classes of the matrix, got \(truth) and \(recognized)")
    }
    counts[row][column] += 1
  }

  /// The number of gestures.
  package var total: Int { counts.lazy.joined().reduce(0, +) }
  /// The number of correct recognitions.
  package var correct: Int { counts.indices.reduce(0) { $0 + counts[$1][$1] } }
  /// The share of correct recognitions; `nil` without gestures.
  package var accuracy: Double? { total > 0 ? Double(correct) / Double(total) : nil }
}
