/// The examples of one class, one after another in memory as comparisons read them.
struct TemplateClass: Hashable, Sendable {
  let label: String
  /// The number of points of each example.
  let pointCount: Int
  private(set) var count = 0
  /// The examples as ``WarpingLayout/reversed(_:)`` makes them.
  private var storage: [Float] = []
  /// The beginnings of the examples, in the same form.
  private var beginnings: [Float] = []
  /// How much of an example its beginning is.
  let beginningShare: Double

  init(label: String, pointCount: Int, beginningShare: Double) {
    self.beginningShare = beginningShare
    self.label = label
    self.pointCount = pointCount
  }

  private var stride: Int { WarpingLayout.channels * WarpingLayout.stride(pointCount) }

  mutating func append(_ channels: [Float]) {
    storage += WarpingLayout.reversed(channels)
    beginnings += WarpingLayout.reversed(
      WarpingLayout.beginning(of: channels, share: beginningShare))
    count += 1
  }

  mutating func remove(at index: Int) {
    storage.removeSubrange(index * stride..<(index + 1) * stride)
    beginnings.removeSubrange(index * stride..<(index + 1) * stride)
    count -= 1
  }

  /// The channels of an example, in order of time and without padding.
  func channels(at index: Int) -> [Float] {
    let row = WarpingLayout.stride(pointCount)
    return (0..<WarpingLayout.channels).flatMap { channel in
      let start = index * stride + channel * row + WarpingLayout.padding
      return storage[start..<start + pointCount].reversed()
    }
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
