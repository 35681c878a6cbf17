/// The examples of one class, one after another in memory as comparisons read them.
struct TemplateClass: Hashable, Sendable {
  let label: String
  /// The number of points of each example.
  let pointCount: Int
  private(set) var count = 0
  /// The examples as ``WarpingLayout/reversed(_:)`` makes them.
  private var storage: [Float] = []
  /// The typical distance of an example to the others, squared; `nil` while there is only one.
  var scale: Float?

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

  /// The `neighbors` smallest squared distances from the gesture to examples outside `skipped`, in
  /// increasing order; infinite where there are not as many.
  ///
  /// - Parameters:
  ///   - probes: The gesture, and as it is when turned.
  ///   - penalty: The factor on the distances of all but the first.
  func nearest(
    to probes: [WarpingProbe], penalty: Float, neighbors: Int, skipping skipped: Range<Int> = 0..<0
  ) -> [Float] {
    var nearest = [Float](repeating: .infinity, count: neighbors)
    storage.withUnsafeBufferPointer { storage in
      guard let start = storage.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { bounds in
        // The nearest come first, so that most others are ruled out by their bounds alone.
        for index in 0..<count {
          bounds[index] =
            skipped.contains(index)
            ? .infinity : probes[0].lowerBound(to: start + index * stride)
        }
        for _ in 0..<min(neighbors, count) {
          guard let index = bounds.indices.min(by: { bounds[$0] < bounds[$1] }),
            bounds[index] < .infinity
          else { break }
          bounds[index] = .infinity
          compare(start + index * stride, with: probes, penalty: penalty, into: &nearest)
        }
        for index in 0..<count where bounds[index] < .infinity {
          // Turned, it may be nearer than its bound says.
          compare(
            start + index * stride, with: probes, penalty: penalty, bound: bounds[index],
            into: &nearest)
        }
      }
    }
    return nearest
  }

  private func compare(
    _ template: UnsafePointer<Float>, with probes: [WarpingProbe], penalty: Float,
    bound: Float = 0, into nearest: inout [Float]
  ) {
    var limit = nearest[nearest.count - 1]
    var distance = Float.infinity
    for index in probes.indices {
      let factor = index == 0 ? 1 : penalty
      let least = index == 0 ? bound : probes[index].lowerBound(to: template)
      guard least * factor < limit else { continue }
      let found = probes[index].distance(to: template, limit: limit / factor) * factor
      if found < distance {
        distance = found
        limit = min(limit, found)
      }
    }
    guard distance < nearest[nearest.count - 1] else { return }
    var place = nearest.count - 1
    while place > 0, nearest[place - 1] > distance {
      nearest[place] = nearest[place - 1]
      place -= 1
    }
    nearest[place] = distance
  }
}
