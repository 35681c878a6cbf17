public import MotionFusion

/// Scales strokes to the unit square.
///
/// With *w* and *h* the stroke's width and height, all lengths are divided by
/// max(*w*, *h*, smallest size), which keeps the aspect ratio; with ``StrokeScaling/separate``, *x*
/// by max(*w*, *h*/4, smallest size) and *y* likewise. The smallest size keeps a dot small.
public struct StrokeRescaler: Hashable, Sendable {
  /// The smallest size that is magnified to 1, in the stroke's own unit.
  let minSize: Double
  /// The placement along the shorter side.
  let alignment: StrokeAlignment
  /// The scaling of the two sides.
  let scaling: StrokeScaling

  /// Creates a rescaler.
  ///
  /// - Parameters:
  ///   - minSize: The smallest size that is magnified to 1, in the stroke's own unit (default: 0,
  ///     no limit).
  ///   - alignment: The placement along the shorter side.
  ///   - scaling: The scaling of the two sides.
  public init(
    minSize: Double = 0, alignment: StrokeAlignment = .topLeft, scaling: StrokeScaling = .uniform
  ) {
    self.minSize = minSize
    self.alignment = alignment
    self.scaling = scaling
  }

  /// `stroke` scaled to the unit square. Timestamps do not change.
  ///
  /// Exact for any finite coordinates: halves are subtracted to avoid overflow.
  ///
  /// - Throws: ``GestureError`` for an empty stroke, a coordinate or timestamp that is not finite,
  ///   a smallest size that is negative or not finite, and a stroke without extent if the smallest
  ///   size is 0.
  /// - Complexity: O(*n*), one allocation.
  public func rescaled(_ stroke: [Sample2D]) throws(GestureError) -> [Sample2D] {
    let box = try box(around: [stroke])
    return stroke.map { sample in
      let point = box.place(sample)
      return Sample2D(
        x: point.x, y: point.y, timestamp: sample.timestamp, stroke: sample.stroke)
    }
  }
}
