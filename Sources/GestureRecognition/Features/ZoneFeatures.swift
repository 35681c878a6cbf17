package import DeadReckoning
public import MotionFusion
package import RotationMath

/// Time and displacement of a stroke in each zone of its bounding box: the lab's features.
///
/// The unit square is divided into `columns` × `rows` zones, numbered row by row from the top left.
/// Each segment between two samples counts for the zone of its midpoint. A midpoint at *x* is in
/// column floor(*n x*) of *n*; one at 1 is in the last. A vector holds, for zone *k*,
///
/// | index | feature |
/// |---|---|
/// | 3*k* | share of the stroke's time, from 0 to 1; the shares sum to 1 |
/// | 3*k* + 1 | net displacement to the right |
/// | 3*k* + 2 | net displacement down |
///
/// and a constant 1 at the end, the bias of linear classifiers. With 3 × 3 zones a vector has
/// 28 features.
public struct ZoneFeatures: Hashable, Sendable {
  package let columns: Int
  package let rows: Int
  /// The placement of strokes in the unit square.
  package let alignment: StrokeAlignment
  /// The scaling of strokes to the unit square.
  package let scaling: StrokeScaling
  /// The smoothing of strokes before they are scaled.
  package let smoothing: StrokeSmoothing

  /// Creates features over `columns` × `rows` zones.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  ///   - alignment: The placement of strokes in the unit square.
  ///   - scaling: The scaling of strokes to the unit square.
  ///   - smoothing: The smoothing of strokes before they are scaled.
  /// - Precondition: `columns` and `rows` are in `1...16`.
  public init(
    columns: Int = 3, rows: Int = 3, alignment: StrokeAlignment = .topLeft,
    scaling: StrokeScaling = .uniform, smoothing: StrokeSmoothing = .none
  ) {
    precondition(
      Self.gridSizes.contains(columns) && Self.gridSizes.contains(rows),
      "expected 1 to 16 columns and rows, got \(columns) × \(rows)")
    self.columns = columns
    self.rows = rows
    self.alignment = alignment
    self.scaling = scaling
    self.smoothing = smoothing
  }

  /// These features of strokes with another placement.
  package func aligned(_ alignment: StrokeAlignment) -> ZoneFeatures {
    ZoneFeatures(
      columns: columns, rows: rows, alignment: alignment, scaling: scaling, smoothing: smoothing)
  }

  /// The valid numbers of columns and rows.
  package static let gridSizes = 1...16

  /// The length of a vector.
  public var count: Int { 3 * columns * rows + 1 }

  /// The features of a stroke in any unit of length.
  ///
  /// - Parameters:
  ///   - stroke: The points in order of time. Timestamps may repeat.
  ///   - minSize: The smallest size that is magnified to the whole square, in the stroke's unit.
  /// - Throws: ``GestureError`` if the stroke has fewer than two samples, no duration or no extent,
  ///   runs backward in time, or is not finite.
  public func vector(of stroke: [Sample2D], minSize: Double) throws(GestureError) -> [Double] {
    let stroke = stroke.smoothed(smoothing)
    return try vector(of: stroke, in: rescaler(minSize: minSize).box(around: stroke))
  }

  /// The features of a gesture of one or several strokes, joined to one without pauses.
  package func vector(
    ofJoined gesture: [Sample2D], minSize: Double
  ) throws(GestureError) -> [Double] {
    // Strokes are smoothed first, so that the movements between them stay straight.
    let stroke = gesture.smoothed(smoothing).joined
    return try vector(of: stroke, in: rescaler(minSize: minSize).box(around: stroke))
  }

  /// The scaling of strokes to the unit square.
  func rescaler(minSize: Double) -> StrokeRescaler {
    StrokeRescaler(minSize: minSize, alignment: alignment, scaling: scaling)
  }

  /// The features of a stroke in the unit square, without smoothing. Points outside count for the
  /// zones at its edge.
  ///
  /// - Throws: ``GestureError`` if the stroke has fewer than two samples or no duration, runs
  ///   backward in time, or is not finite.
  /// - Complexity: O(*n*), two allocations.
  public func vector(ofRescaled stroke: [Sample2D]) throws(GestureError) -> [Double] {
    try vector(of: stroke, in: .unit)
  }

  private func vector(
    of stroke: [Sample2D], in box: StrokeBox
  ) throws(GestureError) -> [Double] {
    guard stroke.count >= 2 else { throw .tooFewSamples(count: stroke.count, minimum: 2) }
    var features = [Double](repeating: 0, count: count)
    // Unsafe buffers: no bounds checks in the loop over samples (workload zone-features-52).
    let fault = stroke.withUnsafeBufferPointer { stroke in
      features.withUnsafeMutableBufferPointer { add(stroke, in: box, to: $0) }
    }
    if let fault { throw fault }
    let duration = stroke[stroke.count - 1].timestamp - stroke[0].timestamp
    guard duration > 0 else { throw .zeroDuration }
    for zone in 0..<(columns * rows) { features[3 * zone] /= duration }
    features[count - 1] = 1
    return features
  }

  /// Adds the time and the displacement of a stroke to the zones.
  private func add(
    _ stroke: UnsafeBufferPointer<Sample2D>, in box: StrokeBox,
    to features: UnsafeMutableBufferPointer<Double>
  ) -> GestureError? {
    guard let first = stroke.first else { return nil }
    var previous = box.place(first)
    var time = first.timestamp
    guard (previous.x + previous.y + time).isFinite else { return .notFinite(sample: 0) }
    for index in stroke.indices.dropFirst() {
      let sample = stroke[index]
      let point = box.place(sample)
      guard (point.x + point.y + sample.timestamp).isFinite else {
        return .notFinite(sample: index)
      }
      guard sample.timestamp >= time else { return .timeRunsBackward(sample: index) }
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

/// A stroke as ``ZoneFeatures`` takes it: rescaled to the unit square, with time and displacement
/// of each zone.
package struct ZonedStroke: Hashable, Sendable {
  package struct Zone: Hashable, Sendable {
    /// The share of the stroke's time, from 0 to 1.
    package let timeShare: Double
    /// The net displacement, as a share of the square's side; *y* down.
    package let displacement: Vector2<Double>
  }

  /// The longer side of the stroke, in its unit: max(width, height).
  package let size: Double
  /// The larger of `size` and the smallest size that is magnified.
  package let clippedSize: Double
  package let vector: [Double]
  package let columns: Int
  package let rows: Int
  /// The gesture in the unit square, smoothed, origin top left, *y* down. Timestamps and numbers of
  /// strokes are those of the input.
  package let stroke: [Sample2D]
  /// The zones, row by row from the top left.
  package let zones: [Zone]
}

extension ZoneFeatures {
  /// The size below which a gesture in the air is not magnified, in metres. As in the lab (MIT
  /// 6.1820, lab 3).
  package static let smallestGesture = 0.01

  /// The rescaled gesture, and its features by zone; several strokes are joined for these.
  ///
  /// - Parameters:
  ///   - stroke: The points in order of time. Timestamps may repeat.
  ///   - minSize: The smallest size that is magnified to the whole square, in the stroke's unit.
  package func zonedStroke(
    of stroke: [Sample2D], minSize: Double
  ) throws(GestureError) -> ZonedStroke {
    let vector = try vector(ofJoined: stroke, minSize: minSize)
    let stroke = stroke.smoothed(smoothing)
    let (x, y) = (stroke.lazy.map { $0.x }, stroke.lazy.map { $0.y })
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

extension ZoneFeatures: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    let columns = try file.coded(part?.columns)
    let rows = try file.coded(part?.rows)
    guard Self.gridSizes.contains(columns), Self.gridSizes.contains(rows) else {
      throw .inconsistent(
        "expected 1 to 16 columns and rows of zones, got \(columns) × \(rows)")
    }
    try self.init(
      columns: columns, rows: rows, alignment: file.coded(part?.alignment),
      scaling: file.coded(part?.scaling), smoothing: file.coded(part?.smoothing))
  }
}

extension StrokeAlignment: ModelPart {}
extension StrokeScaling: ModelPart {}
extension StrokeSmoothing: ModelPart {}
extension Stabilizer: ModelPart {}
