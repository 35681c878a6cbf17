extension NearestTemplates {
  /// The indices of at most `count` representative examples of each class, in increasing order.
  ///
  /// Representatives are chosen one after another to minimise the sum of the distances to the
  /// others (the greedy *p*-median: A. A. Kuehn, M. J. Hamburger, *A heuristic program for locating
  /// warehouses*, 1963, doi:10.1287/mnsc.9.4.643).
  ///
  /// - Precondition: `count` is 1 or more.
  /// - Complexity: O(*m*²) comparisons for a class of *m* examples.
  func condensedIndices(
    of examples: [Example<MotionSeries>], examplesPerClass count: Int
  ) -> [Int] {
    precondition(count >= 1, "expected at least 1 example a class, got \(count)")
    let groups = Dictionary(grouping: examples.indices) { examples[$0].label }
    return groups.values.flatMap { indices -> [Int] in
      guard indices.count > count else { return indices }
      return representatives(of: indices.map { examples[$0].representation }, count: count)
        .map { indices[$0] }
    }.sorted()
  }

  /// The indices of the representative series of one class.
  private func representatives(of series: [MotionSeries], count: Int) -> [Int] {
    let channels = series.map { matching.weighted(WarpingLayout.channels(of: $0)) }
    let templates = channels.map(WarpingLayout.reversed)
    var distances = [[Float]](
      repeating: [Float](repeating: 0, count: series.count), count: series.count)
    for row in series.indices {
      let probe = WarpingProbe(channels: channels[row], band: matching.band)
      for column in 0..<row {
        let distance = templates[column].withUnsafeBufferPointer { template in
          template.baseAddress.map { probe.distance(to: $0) } ?? 0
        }
        distances[row][column] = distance
        distances[column][row] = distance
      }
    }
    var nearest = [Float](repeating: .greatestFiniteMagnitude, count: series.count)
    var chosen: [Int] = []
    for _ in 0..<count {
      let costs = series.indices.map { candidate in
        zip(nearest, distances[candidate]).reduce(0.0) { $0 + Double(min($1.0, $1.1)) }
      }
      guard
        let best = series.indices.filter({ !chosen.contains($0) })
          .min(by: { costs[$0] < costs[$1] })
      else { break }
      chosen.append(best)
      nearest = zip(nearest, distances[best]).map { min($0, $1) }
    }
    return chosen
  }
}
