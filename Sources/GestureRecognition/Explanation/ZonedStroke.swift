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

  /// The number of columns of zones.
  public let columns: Int
  /// The number of rows of zones.
  public let rows: Int
  /// The stroke in the unit square, origin top left, *y* down. Timestamps are those of the input.
  public let stroke: [Sample2D]
  /// The zones, row by row from the top left.
  public let zones: [Zone]
}

extension ZoneFeatures {
  /// The rescaled stroke, and its features by zone.
  ///
  /// - Parameters:
  ///   - stroke: The points in order of time. Timestamps may repeat.
  ///   - minSize: The smallest size that is magnified to the whole square, in the stroke's unit.
  /// - Throws: ``GestureError`` as `vector(of:minSize:)`.
  public func zonedStroke(
    of stroke: [Sample2D], minSize: Double
  ) throws(GestureError) -> ZonedStroke {
    let vector = try vector(of: stroke, minSize: minSize)
    return ZonedStroke(
      columns: columns, rows: rows,
      stroke: try StrokeRescaler(minSize: minSize, alignment: alignment).rescaled(stroke),
      zones: (0..<columns * rows).map { zone in
        ZonedStroke.Zone(
          timeShare: vector[3 * zone],
          displacement: Vector2(vector[3 * zone + 1], vector[3 * zone + 2]))
      })
  }
}
