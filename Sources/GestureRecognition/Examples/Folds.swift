/// A partition of examples into folds.
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

  /// Shuffles the groups, such as writers, and deals them out: the examples of a group are in one
  /// fold. The numbers of groups in two folds differ by at most one.
  init<Group: Hashable & Comparable>(
    count: Int, groups: [Group], using random: inout some RandomNumberGenerator
  ) {
    let order = Set(groups).sorted().shuffled(using: &random)
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    fold = groups.map { places[$0, default: 0] % count }
  }
}
