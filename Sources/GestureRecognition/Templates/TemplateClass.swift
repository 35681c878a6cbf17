/// The examples of one class, one after another in memory as comparisons read them.
struct TemplateClass: Hashable, Sendable {
  let label: String
  /// The number of points of each example.
  let pointCount: Int
  private(set) var count = 0
  /// The examples as they were given, in order of time and without padding.
  private var given: [Float] = []
  /// The examples, weighted, as ``WarpingLayout/reversed(_:)`` makes them.
  private var storage: [Float] = []
  /// The beginnings of the examples, in the same form.
  private var beginnings: [Float] = []
  private let matching: TemplateMatching

  init(label: String, pointCount: Int, matching: TemplateMatching) {
    self.label = label
    self.pointCount = pointCount
    self.matching = matching
  }

  private var length: Int { WarpingLayout.channels * pointCount }
  private var stride: Int { WarpingLayout.channels * WarpingLayout.stride(pointCount) }

  mutating func append(_ channels: [Float]) {
    let beginning = WarpingLayout.beginning(of: channels, share: matching.beginningShare)
    given += channels
    storage += WarpingLayout.reversed(matching.weighted(channels))
    beginnings += WarpingLayout.reversed(matching.weighted(beginning))
    count += 1
  }

  mutating func remove(at index: Int) {
    given.removeSubrange(index * length..<(index + 1) * length)
    storage.removeSubrange(index * stride..<(index + 1) * stride)
    beginnings.removeSubrange(index * stride..<(index + 1) * stride)
    count -= 1
  }

  /// The channels of an example as they were given.
  func channels(at index: Int) -> ArraySlice<Float> {
    given[index * length..<(index + 1) * length]
  }

  /// Calls `body` with the memory of the examples, or of their beginnings: `stride` numbers each.
  func withExamples(
    beginningsOnly: Bool = false, _ body: (_ start: UnsafePointer<Float>, _ stride: Int) -> Void
  ) {
    (beginningsOnly ? beginnings : storage).withUnsafeBufferPointer { storage in
      guard let start = storage.baseAddress else { return }
      body(start, stride)
    }
  }
}
