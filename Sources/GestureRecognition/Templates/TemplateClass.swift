/// The examples of one class, contiguous in memory in the layout of comparisons.
struct TemplateClass: Hashable, Sendable {
  let label: String
  /// The number of points of each example.
  let pointCount: Int
  private(set) var count = 0
  /// The number of the user's own examples: the last ones.
  private(set) var ownCount = 0
  /// The examples as added, in order of time and without padding.
  private var added: [Float] = []
  /// The weighted examples in the layout of `reversed(_:)`.
  private var storage: [Float] = []
  /// The beginnings of the examples, in the same layout.
  private var beginnings: [Float] = []
  private let matching: TemplateMatching

  init(label: String, pointCount: Int, matching: TemplateMatching) {
    self.label = label
    self.pointCount = pointCount
    self.matching = matching
  }

  private var length: Int { WarpingLayout.channels * pointCount }
  private var stride: Int { WarpingLayout.channels * WarpingLayout.stride(pointCount) }

  /// Adds an example; after one of the user's own all must be.
  mutating func append(_ channels: [Float], isOwn: Bool = false) {
    precondition(isOwn || ownCount == 0, "expected the user's own examples last")
    let beginning = WarpingLayout.beginning(of: channels, share: matching.beginningShare)
    added += channels
    storage += WarpingLayout.reversed(matching.weighted(channels))
    beginnings += WarpingLayout.reversed(matching.weighted(beginning))
    count += 1
    ownCount += isOwn ? 1 : 0
  }

  /// The factor on the squared distance to an example.
  func factor(at index: Int) -> Float {
    index >= count - ownCount ? Float(matching.ownFactor) : 1
  }

  mutating func remove(at index: Int) {
    added.removeSubrange(index * length..<(index + 1) * length)
    storage.removeSubrange(index * stride..<(index + 1) * stride)
    beginnings.removeSubrange(index * stride..<(index + 1) * stride)
    if index >= count - ownCount { ownCount -= 1 }
    count -= 1
  }

  /// The channels of an example as added.
  func channels(at index: Int) -> ArraySlice<Float> {
    added[index * length..<(index + 1) * length]
  }

  /// Calls `body` with the memory of the examples or of their beginnings, `stride` numbers each.
  func withExamples(
    beginningsOnly: Bool = false, _ body: (_ start: UnsafePointer<Float>, _ stride: Int) -> Void
  ) {
    (beginningsOnly ? beginnings : storage).withUnsafeBufferPointer { storage in
      guard let start = storage.baseAddress else { return }
      body(start, stride)
    }
  }
}
