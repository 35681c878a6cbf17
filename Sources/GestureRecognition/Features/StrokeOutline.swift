internal import MotionFusion

/// A gesture as centred, scaled segments: those of its strokes, and between them those of the
/// lifted pen.
struct StrokeOutline {
  struct Segment {
    var start: Vector2<Double>
    var step: Vector2<Double>
    var length: Double
    /// Whether the pen is lifted.
    var isLifted: Bool
  }

  /// The segments in order, all longer than 0.
  private(set) var segments: [Segment] = []
  /// The sum of their lengths.
  private(set) var length = 0.0

  /// - Parameters:
  ///   - thinnest: The least extent along an axis as a share of the larger one.
  /// - Throws: ``GestureError`` if the gesture has fewer than two samples, no duration or no
  ///   extent, runs backward in time, or is not finite.
  init(_ gesture: [Sample2D], minSize: Double, thinnest: Double) throws(GestureError) {
    guard gesture.count >= 2 else { throw .tooFewSamples(count: gesture.count, minimum: 2) }
    if let index = gesture.indices.dropFirst().first(where: {
      gesture[$0].timestamp < gesture[$0 - 1].timestamp
    }) {
      throw .timeRunsBackward(sample: index)
    }
    guard gesture[gesture.count - 1].timestamp > gesture[0].timestamp else { throw .zeroDuration }
    // The box is centred in the unit square and keeps its proportions.
    let box = try StrokeRescaler(minSize: minSize, alignment: .center).box(around: [gesture])
    let points = gesture.map { box.place($0) - Vector2(0.5, 0.5) }
    let extent = points.reduce(Vector2(0.0, 0.0)) {
      Vector2(max($0.x, abs($1.x)), max($0.y, abs($1.y)))
    }
    // A half of the proportions: the square root of each extent relative to the larger one.
    let scale = Vector2(
      max(2 * extent.x, thinnest).squareRoot(), max(2 * extent.y, thinnest).squareRoot())
    let scaled = points.map { Vector2($0.x / scale.x, $0.y / scale.y) }
    segments.reserveCapacity(gesture.count)
    for index in scaled.indices.dropFirst() {
      let step = scaled[index] - scaled[index - 1]
      let length = step.length
      guard length > 0 else { continue }
      segments.append(
        Segment(
          start: scaled[index - 1], step: step, length: length,
          isLifted: gesture[index].stroke != gesture[index - 1].stroke))
      self.length += length
    }
    guard length > 0 else { throw .noExtent }
  }

  /// `count` points at equal distances, the first and the last point included.
  ///
  /// - Precondition: `count` is 2 or more.
  func resampled(count: Int) -> [Vector2<Double>] {
    var points: [Vector2<Double>] = []
    points.reserveCapacity(count)
    var index = 0
    var passed = 0.0
    for point in 0..<count {
      let goal = length * Double(point) / Double(count - 1)
      while index + 1 < segments.count, passed + segments[index].length < goal {
        passed += segments[index].length
        index += 1
      }
      let segment = segments[index]
      points.append(segment.start + segment.step * min(1, max(0, (goal - passed) / segment.length)))
    }
    return points
  }
}
