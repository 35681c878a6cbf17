import GestureRecognition
import MotionFusion
import Testing

@Suite("Bézier smoothing of strokes")
struct StrokeSmoothingTests {
  private func stroke(_ points: [(Double, Double)], step: Double = 1) -> [Sample2D] {
    points.enumerated().map {
      Sample2D(x: $1.0, y: $1.1, timestamp: Double($0) * step)
    }
  }

  /// The quadratic *B*(*t*) = (1 − *t*)² *a* + 2 *t* (1 − *t*) *c* + *t*² *b*, by its definition.
  private func bezier(_ a: Double, _ c: Double, _ b: Double, _ t: Double) -> Double {
    (1 - t) * (1 - t) * a + 2 * t * (1 - t) * c + t * t * b
  }

  @Test("a corner: the curve between the midpoints, with straight ends")
  func corner() throws {
    let features = ZoneFeatures(smoothing: .bezier)
    let smoothed = try features.zonedStroke(of: stroke([(0, 0), (8, 0), (8, 8)]), minSize: 0).stroke
    #expect(smoothed.count == 7)
    #expect(smoothed.first == Sample2D(x: 0, y: 0, timestamp: 0))
    #expect(smoothed.last == Sample2D(x: 1, y: 1, timestamp: 2))
    for (index, point) in smoothed[1...5].enumerated() {
      let share = Double(index) / 4
      #expect(abs(point.x - bezier(0.5, 1, 1, share)) < 1e-15)
      #expect(abs(point.y - bezier(0, 0, 0.5, share)) < 1e-15)
      #expect(abs(point.timestamp - bezier(0.5, 1, 1.5, share)) < 1e-15)
    }
  }

  @Test("a straight line at a constant speed keeps its features; times stay in order")
  func line() throws {
    let points: [(Double, Double)] = stride(from: 0, through: 20, by: 1.0).map { ($0 * 5, $0 * 3) }
    let line = stroke(points, step: 0.02)
    let plain = try ZoneFeatures().vector(of: line, minSize: 0)
    let smooth = try ZoneFeatures(smoothing: .bezier).vector(of: line, minSize: 0)
    // A segment counts for the zone of its midpoint: shorter ones are placed more exactly.
    for (a, b) in zip(plain, smooth) { #expect(abs(a - b) < 0.08) }
    let zigzag = stroke((0..<40).map { (Double($0), Double($0 % 2) * 9) }, step: 0.01)
    let curve = try ZoneFeatures(smoothing: .bezier).zonedStroke(of: zigzag, minSize: 0).stroke
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.timestamp <= $1.timestamp })
    // Midpoint curves halve a zigzag of one sample.
    let inner = curve[8..<(curve.count - 8)].map(\.y)
    let (low, high) = (try #require(inner.min()), try #require(inner.max()))
    let all = curve.map(\.y)
    let extent = (try #require(all.max())) - (try #require(all.min()))
    #expect(high - low < 0.6 * extent)
  }

  @Test("strokes are smoothed apart, and short or bad ones stay as they are")
  func edges() throws {
    let features = ZoneFeatures(smoothing: .bezier)
    let two = [Sample2D](strokes: [
      stroke([(0, 0), (8, 0), (8, 8)]),
      stroke([(0, 8), (4, 8)]).map {
        Sample2D(x: $0.x, y: $0.y, timestamp: $0.timestamp + 3)
      },
    ])
    let curve = try features.zonedStroke(of: two, minSize: 0).stroke
    #expect(curve.strokes.map(\.count) == [7, 2])
    let pair = stroke([(0, 0), (1, 2)])
    #expect(
      try features.vector(of: pair, minSize: 0) == ZoneFeatures().vector(of: pair, minSize: 0))
    var bad = stroke([(0, 0), (1, 2), (3, 4), (5, 5)])
    bad[2].x = .nan
    #expect(throws: GestureError.notFinite(sample: 2)) { try features.vector(of: bad, minSize: 0) }
    var backward = stroke([(0, 0), (1, 2), (3, 4), (5, 5)])
    backward[3].timestamp = 0
    #expect(throws: GestureError.timeRunsBackward(sample: 3)) {
      try features.vector(of: backward, minSize: 0)
    }
    #expect(throws: GestureError.tooFewSamples(count: 0, minimum: 1)) {
      try features.vector(of: [Sample2D](), minSize: 0)
    }
  }

  @Test("a model file keeps the smoothing")
  func file() throws {
    let weights = [Double](repeating: 0.5, count: 56)
    for smoothing in StrokeSmoothing.allCases {
      let model = RecognitionModel.features(
        try FeatureModel(
          labels: ["A", "B"], zones: ZoneFeatures(smoothing: smoothing), weights: weights))
      #expect(try RecognitionModel(file: model.file()) == model)
    }
  }
}
