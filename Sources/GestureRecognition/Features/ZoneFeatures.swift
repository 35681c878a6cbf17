public import DeviceMotion

/// The lab's features: how long a stroke stays in each zone of its box, and how far it moves there.
///
/// The unit square is divided into `columns` × `rows` zones, numbered row by row from the top left.
/// Each segment between two samples counts for the zone of its midpoint; a midpoint at *x* is in
/// column floor(*n x*) of *n*, one at 1 in the last. A vector holds, for zone *k*,
///
/// | index | feature |
/// |---|---|
/// | 3*k* | share of the stroke's time, from 0 to 1; all sum to 1 |
/// | 3*k* + 1 | net movement to the right |
/// | 3*k* + 2 | net movement downwards |
///
/// and a constant 1 at the end, which gives linear classifiers their bias. With 3 × 3 zones that
/// makes 28 numbers.
public struct ZoneFeatures: Hashable, Sendable {
  /// The number of zones side by side.
  public let columns: Int
  /// The number of zones one below another.
  public let rows: Int
  /// Where strokes are put in the unit square.
  public let alignment: StrokeAlignment

  /// Features over `columns` × `rows` zones.
  ///
  /// - Precondition: Both are in `1...16`.
  public init(columns: Int = 3, rows: Int = 3, alignment: StrokeAlignment = .topLeft) {
    precondition(
      Self.gridSizes.contains(columns) && Self.gridSizes.contains(rows),
      "a grid has 1 to 16 columns and rows, not \(columns) × \(rows)")
    self.columns = columns
    self.rows = rows
    self.alignment = alignment
  }

  /// The numbers of columns and rows that are possible.
  static let gridSizes = 1...16

  /// The length of a vector.
  public var count: Int { 3 * columns * rows + 1 }

  /// The features of a stroke in any unit of length.
  ///
  /// - Parameters:
  ///   - stroke: The points in order of time. Repeated timestamps are fine, earlier ones are not.
  ///   - minSize: The smallest size that is magnified to the whole square, in the stroke's unit.
  /// - Throws: ``GestureError`` if the stroke has fewer than two samples, lasts no time, runs
  ///   backward in time, is not finite, or has no extent.
  public func vector(of stroke: [Sample2D], minSize: Double) throws(GestureError) -> [Double] {
    try vector(
      ofRescaled: StrokeRescaler(minSize: minSize, alignment: alignment).rescaled(stroke))
  }

  /// The features of a stroke that is rescaled already; points outside the unit square count for
  /// the zones at its edge.
  ///
  /// - Throws: ``GestureError`` if the stroke has fewer than two samples, lasts no time, runs
  ///   backward in time or is not finite.
  /// - Complexity: O(*n*), one allocation.
  public func vector(ofRescaled stroke: [Sample2D]) throws(GestureError) -> [Double] {
    guard let first = stroke.first, let last = stroke.last, stroke.count >= 2 else {
      throw .tooFewSamples(count: stroke.count, minimum: 2)
    }
    guard first.x.isFinite, first.y.isFinite, first.timestamp.isFinite else {
      throw .notFinite(sample: 0)
    }
    var features = [Double](repeating: 0, count: count)
    var previous = first
    for index in 1..<stroke.count {
      let sample = stroke[index]
      guard sample.x.isFinite, sample.y.isFinite, sample.timestamp.isFinite else {
        throw .notFinite(sample: index)
      }
      guard sample.timestamp >= previous.timestamp else { throw .timeRunsBackward(sample: index) }
      let column = Self.zone(previous.x / 2 + sample.x / 2, of: columns)
      let row = Self.zone(previous.y / 2 + sample.y / 2, of: rows)
      let base = 3 * (row * columns + column)
      features[base] += sample.timestamp - previous.timestamp
      features[base + 1] += sample.x - previous.x
      features[base + 2] += sample.y - previous.y
      previous = sample
    }
    let duration = last.timestamp - first.timestamp
    guard duration > 0 else { throw .zeroDuration }
    for zone in 0..<(columns * rows) { features[3 * zone] /= duration }
    features[count - 1] = 1
    return features
  }

  /// The zone of a coordinate, clamped to the ends.
  @inline(__always)
  static func zone(_ coordinate: Double, of count: Int) -> Int {
    let scaled = coordinate * Double(count)
    guard scaled >= 1 else { return 0 }
    return scaled < Double(count) ? Int(scaled) : count - 1
  }
}
