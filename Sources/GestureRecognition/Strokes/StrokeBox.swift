internal import MotionFusion

/// The affine map from a stroke's coordinates to the unit square.
struct StrokeBox {
  var halfLow: Vector2<Double>
  var halfSize: Vector2<Double>
  var margin: Vector2<Double>

  /// The identity, for points of the unit square.
  static var unit: StrokeBox {
    StrokeBox(halfLow: .zero, halfSize: Vector2(0.5, 0.5), margin: .zero)
  }

  /// The place of a sample in the unit square. Halves are subtracted to avoid overflow.
  func place(_ sample: Sample2D) -> Vector2<Double> {
    Vector2(
      (sample.x / 2 - halfLow.x) / halfSize.x + margin.x,
      (sample.y / 2 - halfLow.y) / halfSize.y + margin.y)
  }
}

extension StrokeRescaler {
  /// The box around the points of `strokes`. Errors count samples across all strokes.
  ///
  /// - Throws: As ``rescaled(_:)``.
  func box(around strokes: [[Sample2D]]) throws(GestureError) -> StrokeBox {
    guard minSize >= 0, minSize < .infinity else { throw .invalidMinimumSize(minSize) }
    var low = Vector2<Double>(.infinity, .infinity)
    var high = Vector2<Double>(-.infinity, -.infinity)
    var count = 0
    for stroke in strokes {
      for sample in stroke {
        // Zero times a number is zero unless the number is infinite or NaN.
        guard (sample.x * 0 + sample.y * 0 + sample.timestamp * 0) == 0 else {
          throw .notFinite(sample: count)
        }
        low = Vector2(min(low.x, sample.x), min(low.y, sample.y))
        high = Vector2(max(high.x, sample.x), max(high.y, sample.y))
        count += 1
      }
    }
    guard count > 0 else { throw .tooFewSamples(count: 0, minimum: 1) }
    let halfExtent = high / 2 - low / 2
    let longest = max(halfExtent.x, halfExtent.y)
    guard max(longest, minSize / 2) > 0 else { throw .noExtent }
    let shortest = max(longest * scaling.shortestSide, minSize / 2)
    let halfSize = Vector2(max(halfExtent.x, shortest), max(halfExtent.y, shortest))
    let filled = Vector2(halfExtent.x / halfSize.x, halfExtent.y / halfSize.y)
    let margin = alignment == .center ? (Vector2(1, 1) - filled) / 2 : Vector2<Double>.zero
    return StrokeBox(halfLow: low / 2, halfSize: halfSize, margin: margin)
  }
}
