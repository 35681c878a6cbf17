/// How often each class was taken for each class.
public struct ConfusionMatrix: Hashable, Sendable {
  /// The most classes of a matrix that is held in memory and shown: what has more are no labels.
  package static let mostClasses = 5000

  /// The classes, in the order of rows and columns.
  public let labels: [String]
  /// The counts: rows are what was written, columns what was read.
  public private(set) var counts: [[Int]]

  private let index: [String: Int]

  /// A matrix of zeros over these classes.
  public init(labels: some Sequence<String>) {
    self.labels = Set(labels).sorted()
    index = Dictionary(uniqueKeysWithValues: zip(self.labels, self.labels.indices))
    counts = Array(
      repeating: Array(repeating: 0, count: self.labels.count), count: self.labels.count)
  }

  /// Counts one gesture.
  ///
  /// - Precondition: Both classes are among ``labels``.
  public mutating func record(truth: String, read: String) {
    guard let row = index[truth], let column = index[read] else {
      preconditionFailure("\(truth) read as \(read) is not among the classes")
    }
    counts[row][column] += 1
  }

  /// The number of gestures.
  public var total: Int { counts.lazy.joined().reduce(0, +) }
  /// The number that were read right.
  public var correct: Int { counts.indices.reduce(0) { $0 + counts[$1][$1] } }
  /// The share that were read right; `nil` of nothing.
  public var accuracy: Double? { total > 0 ? Double(correct) / Double(total) : nil }
}
