public import MotionFusion

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
    let box = try box(around: [stroke])
    return stroke.map { sample in
      let point = box.place(sample)
      return Sample2D(x: point.x, y: point.y, timestamp: sample.timestamp)
    }
  }
}
