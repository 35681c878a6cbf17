/// The path of dynamic time warping between two series, with its distance.
///
/// The same distance as `WarpingProbe`, which computes it faster and without the path.
struct WarpingPath {
  private(set) var pairs: [TemplateAlignment.Pair] = []
  private(set) var squaredDistance = Float.infinity

  /// Warps two series of the same number of channels and points within a band.
  ///
  /// - Complexity: O(*n* *b*) for *n* points and a band of *b*.
  init(_ first: [Float], _ second: [Float], channels: Int, band: Int) {
    let count = first.count / channels
    guard count > 0, second.count == first.count else { return }
    var sums = [Float](repeating: .infinity, count: count * count)
    for i in 0..<count {
      for j in max(0, i - band)...min(count - 1, i + band) {
        var cost: Float = 0
        for channel in 0..<channels {
          let difference = first[channel * count + i] - second[channel * count + j]
          cost += difference * difference
        }
        let before =
          i == 0 && j == 0
          ? 0
          : min(
            i > 0 ? sums[(i - 1) * count + j] : .infinity,
            j > 0 ? sums[i * count + j - 1] : .infinity,
            i > 0 && j > 0 ? sums[(i - 1) * count + j - 1] : .infinity)
        sums[i * count + j] = cost + before
      }
    }
    squaredDistance = sums[count * count - 1]
    var (i, j) = (count - 1, count - 1)
    pairs.append(.init(gesture: i, template: j))
    while i > 0 || j > 0 {
      let steps = [(i - 1, j - 1), (i - 1, j), (i, j - 1)].filter { $0.0 >= 0 && $0.1 >= 0 }
      (i, j) =
        steps.min { sums[$0.0 * count + $0.1] < sums[$1.0 * count + $1.1] } ?? (0, 0)
      pairs.append(.init(gesture: i, template: j))
    }
    pairs.reverse()
  }
}
