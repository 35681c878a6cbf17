/// The *k* nearest examples, nearest first.
struct NearestExamples {
  private var found: [(index: Int, distance: Float)] = []
  private let capacity: Int

  /// - Precondition: `capacity` is positive.
  init(capacity: Int) {
    self.capacity = capacity
    found.reserveCapacity(capacity)
  }

  var isFull: Bool { found.count == capacity }

  /// The distance above which an example changes nothing.
  var largest: Float { isFull ? found[capacity - 1].distance : .infinity }

  /// The distance of the nearest one.
  var least: Float { found.first?.distance ?? .infinity }

  /// The mean distance, with each distance limited to `cut`.
  func mean(cut: Float) -> Float {
    let sum = found.reduce(0) { $0 + min($1.distance, cut) }
    return (sum + (isFull ? 0 : Float(capacity - found.count) * cut)) / Float(capacity)
  }

  /// Inserts an example, or updates its distance.
  mutating func insert(_ index: Int, at distance: Float) {
    guard distance < largest else { return }
    if let known = found.firstIndex(where: { $0.index == index }) {
      guard distance < found[known].distance else { return }
      found.remove(at: known)
    } else if isFull {
      found.removeLast()
    }
    let place = found.firstIndex { $0.distance > distance } ?? found.count
    found.insert((index, distance), at: place)
  }
}
