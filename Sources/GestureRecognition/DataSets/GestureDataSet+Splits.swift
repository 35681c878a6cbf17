internal import RotationMath

extension GestureDataSet {
  /// Parts the series in two, each class in the same proportion.
  ///
  /// Of *n* series of a class, ⌊*n p*/100⌋, at random, are for training.
  ///
  /// - Parameters:
  ///   - percentage: *p*, clamped to 0 through 100.
  ///   - seed: What chooses; the same seed parts the same set alike.
  /// - Returns: Both parts, their series in the order of this set.
  package func split(
    trainingPercentage percentage: Double, seed: UInt64 = 1
  ) -> (training: GestureDataSet, test: GestureDataSet) {
    var random = SplitMix64(seed: seed)
    var isTraining = [Bool](repeating: false, count: series.count)
    for label in labels {
      let members = series.indices.filter { series[$0].label == label }.shuffled(using: &random)
      let share = percentage > 0 ? min(1, percentage / 100) : 0
      for index in members.prefix(Int(Double(members.count) * share)) { isTraining[index] = true }
    }
    return (
      selecting(series.indices.filter { isTraining[$0] }),
      selecting(series.indices.filter { !isTraining[$0] })
    )
  }

  /// Parts the series in `count` folds that hold each class alike, and gives for each fold what to
  /// learn from, the other folds, and what to test on.
  ///
  /// - Parameters:
  ///   - count: The number of folds.
  ///   - seed: What deals the series out; the same seed parts the same set alike.
  /// - Throws: ``TrainingError/invalidOptions(_:)`` for fewer than two folds or fewer series than
  ///   folds.
  package func folds(
    _ count: Int, seed: UInt64 = 1
  ) throws(TrainingError) -> [(training: GestureDataSet, test: GestureDataSet)] {
    guard count >= 2, series.count >= count else {
      throw .invalidOptions(
        "\(count) folds of \(series.count) series: 2 folds or more, none empty")
    }
    var random = SplitMix64(seed: seed)
    let folds = Folds(count: count, labels: series.map { $0.label ?? "" }, using: &random)
    return (0..<count).map { fold in
      (
        selecting(series.indices.filter { folds.fold[$0] != fold }),
        selecting(series.indices.filter { folds.fold[$0] == fold })
      )
    }
  }
}
