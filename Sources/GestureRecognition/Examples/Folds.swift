/// A stratified partition of examples into folds.
struct Folds: Hashable, Sendable {
  /// The fold of each example.
  let fold: [Int]

  /// Shuffles the examples and deals them out class by class. The numbers of a class in two folds,
  /// and the sizes of two folds, differ by at most one.
  init<Label: Comparable>(
    count: Int, labels: [Label], using random: inout some RandomNumberGenerator
  ) {
    let order = labels.indices.shuffled(using: &random).sorted { labels[$0] < labels[$1] }
    var fold = [Int](repeating: 0, count: labels.count)
    for (place, index) in order.enumerated() { fold[index] = place % count }
    self.fold = fold
  }
}
