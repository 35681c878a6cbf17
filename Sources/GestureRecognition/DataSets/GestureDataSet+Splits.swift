internal import RotationMath

extension GestureDataSet {
  /// Splits the data set into a training set and a test set, stratified by class.
  ///
  /// Of the *n* series of a class, ⌊*n p*/100⌋ random ones are in the training set.
  ///
  /// - Parameters:
  ///   - percentage: *p*, clamped to 0 through 100.
  ///   - seed: The seed of the random generator; the split is reproducible. Default: 1.
  /// - Returns: Both sets, their series in the order of this set.
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

  /// Splits the data set into stratified folds for cross-validation.
  ///
  /// - Parameters:
  ///   - count: The number of folds.
  ///   - seed: The seed of the random generator; the split is reproducible. Default: 1.
  /// - Returns: For each fold, the other folds as training set and the fold as test set.
  /// - Throws: ``TrainingError/invalidOptions(_:)`` for fewer than two folds or fewer series than
  ///   folds.
  package func folds(
    _ count: Int, seed: UInt64 = 1
  ) throws(TrainingError) -> [(training: GestureDataSet, test: GestureDataSet)] {
    guard count >= 2, series.count >= count else {
      throw .invalidOptions(
        "expected 2 folds or more, at most one per series (\(series.count)), got \(count)")
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
