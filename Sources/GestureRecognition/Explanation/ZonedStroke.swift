public import MotionFusion
public import RotationMath

/// A stroke as ``ZoneFeatures`` takes it: rescaled to the unit square, with time and displacement
/// of each zone.
public struct ZonedStroke: Hashable, Sendable {
  /// The features of one zone.
  public struct Zone: Hashable, Sendable {
    /// The share of the stroke's time, from 0 to 1.
    public let timeShare: Double
    /// The net displacement, as a share of the square's side; *y* down.
    public let displacement: Vector2<Double>
  }

  /// The longer side of the stroke, in its unit: max(width, height).
  public let size: Double
  /// The larger of ``size`` and the smallest size that is magnified.
  public let clippedSize: Double
  /// The feature vector.
  public let vector: [Double]
  /// The number of columns of zones.
  public let columns: Int
  /// The number of rows of zones.
  public let rows: Int
  /// The gesture in the unit square, smoothed, origin top left, *y* down. Timestamps and numbers of
  /// strokes are those of the input.
  public let stroke: [Sample2D]
  /// The zones, row by row from the top left.
  public let zones: [Zone]
}

extension ZoneFeatures {
  /// The rescaled gesture, and its features by zone; several strokes are joined for these.
  ///
  /// - Parameters:
  ///   - stroke: The points in order of time. Timestamps may repeat.
  ///   - minSize: The smallest size that is magnified to the whole square, in the stroke's unit.
  /// - Throws: ``GestureError`` as `vector(of:minSize:)`.
  public func zonedStroke(
    of stroke: [Sample2D], minSize: Double
  ) throws(GestureError) -> ZonedStroke {
    let vector = try vector(ofJoined: stroke, minSize: minSize)
    let stroke = stroke.smoothed(smoothing)
    let (x, y) = (stroke.lazy.map(\.x), stroke.lazy.map(\.y))
    // The vector exists: the stroke has samples, all finite.
    let size = max((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0))
    return ZonedStroke(
      size: size, clippedSize: max(size, minSize), vector: vector, columns: columns, rows: rows,
      stroke: try rescaler(minSize: minSize).rescaled(stroke),
      zones: (0..<columns * rows).map { zone in
        ZonedStroke.Zone(
          timeShare: vector[3 * zone],
          displacement: Vector2(vector[3 * zone + 1], vector[3 * zone + 2]))
      })
  }
}
