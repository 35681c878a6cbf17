/// Counts and sums of positive numbers between fixed edges, which give the bin of the median.
struct BinnedReadings: Hashable, Sendable, Codable {
  private let edges: [Double]
  private var counts: [Int]
  private var sums: [Double]
  /// The number of all numbers so far.
  private(set) var count = 0

  init(edges: [Double]) {
    self.edges = edges
    counts = Array(repeating: 0, count: edges.count + 1)
    sums = Array(repeating: 0, count: edges.count + 1)
  }

  mutating func add(_ number: Double) {
    var bin = 0
    while bin < edges.count, number >= edges[bin] { bin += 1 }
    counts[bin] += 1
    sums[bin] += number
    count += 1
  }

  /// The mean of the numbers in the bin of the median; `nil` without numbers.
  var typical: Double? {
    var below = 0
    for bin in counts.indices {
      below += counts[bin]
      if counts[bin] > 0, 2 * below > count { return sums[bin] / Double(counts[bin]) }
    }
    return counts.lastIndex { $0 > 0 }.map { sums[$0] / Double(counts[$0]) }
  }

  /// The share of the numbers from `lower` to `upper`, both edges.
  func count(from lower: Double, to upper: Double) -> Int {
    var sum = 0
    for (bin, count) in counts.enumerated() {
      let start = bin == 0 ? -Double.infinity : edges[bin - 1]
      let end = bin == edges.count ? Double.infinity : edges[bin]
      if start >= lower, end <= upper { sum += count }
    }
    return sum
  }
}
