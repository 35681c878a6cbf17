/// The examples of one class, one after another in memory as comparisons read them.
struct TemplateClass: Hashable, Sendable {
  let label: String
  /// The number of points of each example.
  let pointCount: Int
  private(set) var count = 0
  /// The examples as ``WarpingLayout/reversed(_:)`` makes them.
  private var storage: [Float] = []

  init(label: String, pointCount: Int) {
    self.label = label
    self.pointCount = pointCount
  }

  private var stride: Int { WarpingLayout.channels * WarpingLayout.stride(pointCount) }

  mutating func append(_ channels: [Float]) {
    storage += WarpingLayout.reversed(channels)
    count += 1
  }

  mutating func remove(at index: Int) {
    storage.removeSubrange(index * stride..<(index + 1) * stride)
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

  /// Calls `body` with the memory of the examples: `stride` numbers each.
  func withExamples(_ body: (_ start: UnsafePointer<Float>, _ stride: Int) -> Void) {
    storage.withUnsafeBufferPointer { storage in
      guard let start = storage.baseAddress else { return }
      body(start, stride)
    }
  }
}
