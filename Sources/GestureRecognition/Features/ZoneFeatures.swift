public import MotionFusion

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
    try vector(of: [stroke], minSize: minSize)
  }

  /// The features of a gesture of several strokes, scaled as one.
  ///
  /// What the pen does in the air between two strokes counts for nothing: shares are of the time on
  /// the surface, and movements are those that were drawn. Errors count samples through all
  /// strokes.
  ///
  /// - Parameters:
  ///   - strokes: The strokes in order of time. Repeated timestamps are fine, earlier ones are not.
  ///   - minSize: The smallest size that is magnified to the whole square, in the strokes' unit.
  /// - Throws: ``GestureError`` if the strokes have fewer than two samples, last no time, run
  ///   backward in time, are not finite, or have no extent.
  /// - Complexity: O(*n*), two allocations.
  public func vector(of strokes: [[Sample2D]], minSize: Double) throws(GestureError) -> [Double] {
    let rescaler = StrokeRescaler(minSize: minSize, alignment: alignment)
    return try vector(of: strokes, in: rescaler.box(around: strokes))
  }

  /// The features of a stroke that is rescaled already; points outside the unit square count for
  /// the zones at its edge.
  ///
  /// - Throws: ``GestureError`` if the stroke has fewer than two samples, lasts no time, runs
  ///   backward in time or is not finite.
  /// - Complexity: O(*n*), two allocations.
  public func vector(ofRescaled stroke: [Sample2D]) throws(GestureError) -> [Double] {
    try vector(of: [stroke], in: .unit)
  }

  private func vector(
    of strokes: [[Sample2D]], in box: StrokeBox
  ) throws(GestureError) -> [Double] {
    let total = strokes.reduce(0) { $0 + $1.count }
    guard total >= 2 else { throw .tooFewSamples(count: total, minimum: 2) }
    var features = [Double](repeating: 0, count: count)
    var duration = 0.0
    var first = 0
    var end = -Double.infinity
    for stroke in strokes {
      // In a closure of its own, so that the loop over samples checks no bounds.
      let fault = stroke.withUnsafeBufferPointer { stroke in
        features.withUnsafeMutableBufferPointer { add(stroke, after: end, in: box, to: $0) }
      }
      if let fault { throw fault.counted(from: first) }
      guard let start = stroke.first, let last = stroke.last else { continue }
      duration += last.timestamp - start.timestamp
      first += stroke.count
      end = last.timestamp
    }
    guard duration > 0 else { throw .zeroDuration }
    for zone in 0..<(columns * rows) { features[3 * zone] /= duration }
    features[count - 1] = 1
    return features
  }

  /// Adds the time and the movement of one stroke to the zones.
  private func add(
    _ stroke: UnsafeBufferPointer<Sample2D>, after end: Double, in box: StrokeBox,
    to features: UnsafeMutableBufferPointer<Double>
  ) -> SampleFault? {
    guard let first = stroke.first else { return nil }
    var previous = box.place(first)
    var time = first.timestamp
    guard (previous.x + previous.y + time).isFinite else { return .notFinite(0) }
    guard time >= end else { return .timeRunsBackward(0) }
    for index in stroke.indices.dropFirst() {
      let sample = stroke[index]
      let point = box.place(sample)
      guard (point.x + point.y + sample.timestamp).isFinite else { return .notFinite(index) }
      guard sample.timestamp >= time else { return .timeRunsBackward(index) }
      let column = Self.zone(previous.x / 2 + point.x / 2, of: columns)
      let row = Self.zone(previous.y / 2 + point.y / 2, of: rows)
      let base = 3 * (row * columns + column)
      features[base] += sample.timestamp - time
      features[base + 1] += point.x - previous.x
      features[base + 2] += point.y - previous.y
      previous = point
      time = sample.timestamp
    }
    return nil
  }

  /// The zone of a coordinate, clamped to the ends.
  @inline(__always)
  static func zone(_ coordinate: Double, of count: Int) -> Int {
    let scaled = coordinate * Double(count)
    guard scaled >= 1 else { return 0 }
    return scaled < Double(count) ? Int(scaled) : count - 1
  }
}

/// What was wrong with a sample of one stroke among others.
private enum SampleFault {
  case notFinite(Int)
  case timeRunsBackward(Int)

  /// The error, with samples counted through all strokes.
  func counted(from first: Int) -> GestureError {
    switch self {
    case .notFinite(let index): .notFinite(sample: first + index)
    case .timeRunsBackward(let index): .timeRunsBackward(sample: first + index)
    }
  }
}
