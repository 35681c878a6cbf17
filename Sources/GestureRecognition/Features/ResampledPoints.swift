public import MotionFusion

/// The points of a stroke at equal distances along it, in the unit square.
///
/// However fast the pen moved and however often it was sampled, point *k* of *n* is the one where
/// *k*/(*n* − 1) of the drawn length is done (as in J. O. Wobbrock, A. D. Wilson and Y. Li,
/// *Gestures without libraries, toolkits or training*, 2007, doi:10.1145/1294211.1294238). A
/// vector holds *x* and *y* of each point in turn, and a constant 1 at the end, which gives linear
/// classifiers their bias.
public struct ResampledPoints: Hashable, Sendable {
  /// The number of points.
  public let pointCount: Int
  /// Where strokes are put in the unit square.
  public let alignment: StrokeAlignment

  /// Features of so many points.
  ///
  /// - Precondition: `pointCount` is 2 or more.
  public init(pointCount: Int = 16, alignment: StrokeAlignment = .center) {
    precondition(pointCount >= 2, "\(pointCount) points: a stroke has two ends")
    self.pointCount = pointCount
    self.alignment = alignment
  }

  /// The length of a vector.
  public var count: Int { 2 * pointCount + 1 }

  /// The features of a stroke in any unit of length.
  ///
  /// - Parameters:
  ///   - stroke: The points in order of time.
  ///   - minSize: The smallest size that is magnified to the whole square, in the stroke's unit.
  /// - Throws: ``GestureError`` if the stroke is empty, not finite, or has no extent.
  public func vector(of stroke: [Sample2D], minSize: Double) throws(GestureError) -> [Double] {
    try vector(of: [stroke], minSize: minSize)
  }

  /// The features of a gesture of several strokes, scaled as one, end to end: what the pen does in
  /// the air between two strokes adds no length.
  ///
  /// - Parameters:
  ///   - strokes: The strokes in order of time.
  ///   - minSize: The smallest size that is magnified to the whole square, in the strokes' unit.
  /// - Throws: ``GestureError`` if the strokes are empty, not finite, or have no extent.
  /// - Complexity: O(*n* + points), three allocations.
  public func vector(of strokes: [[Sample2D]], minSize: Double) throws(GestureError) -> [Double] {
    let rescaler = StrokeRescaler(minSize: minSize, alignment: alignment)
    let box = try rescaler.box(around: strokes)
    var total = 0.0
    forEachSegment(of: strokes, in: box) { total += $0.distance(to: $1) }
    var vector: [Double] = []
    vector.reserveCapacity(count)
    var done = 0.0
    var last = strokes.lazy.compactMap(\.first).first.map(box.place) ?? .zero
    forEachSegment(of: strokes, in: box) { start, end in
      let length = start.distance(to: end)
      while vector.count < 2 * pointCount {
        let wanted = total * Double(vector.count / 2) / Double(pointCount - 1)
        // Rounding must not carry a point from the end of one stroke to the start of the next.
        guard length > 0, wanted <= done + length + 1e-12 * total else { break }
        let point = start + (end - start) * min(1, max(0, (wanted - done) / length))
        vector += [point.x, point.y]
      }
      done += length
      last = end
    }
    // A dot has all its points in one place.
    while vector.count < 2 * pointCount { vector += [last.x, last.y] }
    vector.append(1)
    return vector
  }

  private func forEachSegment(
    of strokes: [[Sample2D]], in box: StrokeBox,
    _ body: (_ start: Vector2<Double>, _ end: Vector2<Double>) -> Void
  ) {
    for stroke in strokes {
      guard let first = stroke.first else { continue }
      var start = box.place(first)
      for sample in stroke.dropFirst() {
        let end = box.place(sample)
        body(start, end)
        start = end
      }
    }
  }
}
