public import DeviceMotion

/// Scales strokes to the unit square, aspect kept.
///
/// With *w* and *h* the stroke's width and height, all lengths are divided by
/// max(*w*, *h*, ``minSize``): the longer side becomes 1, unless the whole stroke is smaller than
/// anyone writes, which keeps a dot a dot.
public struct StrokeRescaler: Hashable, Sendable {
  /// The smallest size that is magnified to 1, in the stroke's own unit. 0 magnifies anything.
  public var minSize: Double
  /// Where the stroke lies along its shorter side.
  public var alignment: StrokeAlignment

  /// A rescaler with this smallest size.
  public init(minSize: Double = 0, alignment: StrokeAlignment = .topLeft) {
    self.minSize = minSize
    self.alignment = alignment
  }

  /// `stroke` scaled into the unit square; timestamps stay as they are.
  ///
  /// Right for any finite coordinates: halves are subtracted, so that nothing overflows.
  ///
  /// - Throws: ``GestureError`` for an empty stroke, a coordinate or timestamp that is not finite,
  ///   a smallest size that is none, and a dot where the smallest size is 0.
  /// - Complexity: O(*n*), one allocation.
  public func rescaled(_ stroke: [Sample2D]) throws(GestureError) -> [Sample2D] {
    guard minSize >= 0, minSize < .infinity else { throw .invalidMinimumSize(minSize) }
    guard let first = stroke.first else { throw .tooFewSamples(count: 0, minimum: 1) }
    var low = Vector2(first.x, first.y)
    var high = low
    for (index, sample) in stroke.enumerated() {
      guard sample.x.isFinite, sample.y.isFinite, sample.timestamp.isFinite else {
        throw .notFinite(sample: index)
      }
      low = Vector2(min(low.x, sample.x), min(low.y, sample.y))
      high = Vector2(max(high.x, sample.x), max(high.y, sample.y))
    }
    let halfExtent = high / 2 - low / 2
    let halfSize = max(halfExtent.x, halfExtent.y, minSize / 2)
    guard halfSize > 0 else { throw .noExtent }
    let margin =
      alignment == .center ? (Vector2(1, 1) - halfExtent / halfSize) / 2 : Vector2<Double>.zero
    return stroke.map { sample in
      Sample2D(
        x: (sample.x / 2 - low.x / 2) / halfSize + margin.x,
        y: (sample.y / 2 - low.y / 2) / halfSize + margin.y,
        timestamp: sample.timestamp)
    }
  }
}
