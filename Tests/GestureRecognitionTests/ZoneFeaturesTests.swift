import Foundation
import GestureRecognition
import TestSupport
import Testing

@Suite("ZoneFeatures")
struct ZoneFeaturesTests {
  static func stroke(_ points: [(x: Double, y: Double, time: Double)]) -> [Sample2D] {
    points.map { Sample2D(x: $0.x, y: $0.y, timestamp: $0.time) }
  }

  @Test("an L: down the left, then along the bottom")
  func letter() throws {
    let stroke = Self.stroke([
      (0, 0, 10), (0, 0.25, 11), (0, 0.75, 12), (0, 1, 14), (0.5, 1, 17), (1, 1, 18),
    ])
    var expected = [Double](repeating: 0, count: 28)
    // Midpoints: (0, 1/8), (0, 1/2), (0, 7/8), (1/4, 1), (3/4, 1).
    (expected[0], expected[2]) = (0.125, 0.25)
    (expected[9], expected[11]) = (0.125, 0.5)
    (expected[18], expected[19], expected[20]) = (0.625, 0.5, 0.25)
    (expected[24], expected[25]) = (0.125, 0.5)
    expected[27] = 1
    #expect(try ZoneFeatures().vector(ofRescaled: stroke) == expected)
  }

  private struct Reference: Decodable {
    var columns: Int
    var rows: Int
    var minSize: Double
    var center: Bool
    var x: [Double]
    var y: [Double]
    var time: [Double]
    var vector: [Double]
  }

  @Test("the handout's zones in numpy: Tests/ReferenceData/gestures/generate.py")
  func reference() throws {
    let url = Locations.referenceData.appending(path: "gestures/zone_features.json")
    for reference in try JSONDecoder().decode([Reference].self, from: Data(contentsOf: url)) {
      let stroke = reference.x.indices.map { index in
        Sample2D(x: reference.x[index], y: reference.y[index], timestamp: reference.time[index])
      }
      let features = ZoneFeatures(
        columns: reference.columns, rows: reference.rows,
        alignment: reference.center ? .center : .topLeft)
      let vector = try features.vector(of: stroke, minSize: reference.minSize)
      #expect(difference(vector, reference.vector) < 64 * .ulpOfOne)
    }
  }

  @Test(
    "shares of time sum to 1, displacements to the whole displacement",
    arguments: 0..<8 as Range<UInt64>)
  func sums(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var time = 0.0
    let stroke = (0..<100).map { _ in
      time += Double.random(in: 0...0.02, using: &random)
      return Sample2D(x: random.nextNormal(), y: random.nextNormal(), timestamp: time)
    }
    let features = ZoneFeatures(columns: 4, rows: 5, alignment: .center)
    let rescaled = try StrokeRescaler(alignment: .center).rescaled(stroke)
    let vector = try features.vector(of: stroke, minSize: 0)
    let sum = { (offset: Int) in (0..<20).reduce(0) { $0 + vector[3 * $1 + offset] } }
    #expect(abs(sum(0) - 1) < 1e-14)
    #expect(abs(sum(1) - (rescaled[99].x - rescaled[0].x)) < 1e-14)
    #expect(abs(sum(2) - (rescaled[99].y - rescaled[0].y)) < 1e-14)
    #expect(vector.count == 61)
    #expect(vector[60] == 1)
  }

  /// Coordinates and their zones.
  static let coordinates: [(Double, Int)] = {
    let third: Double = 1.0 / 3
    let twoThirds: Double = 2.0 / 3
    return [
      (0, 0), (third.nextDown, 0), (third, 1), (twoThirds.nextDown, 1), (twoThirds, 2), (1, 2),
      (-0.5, 0), (1.5, 2), (1e300, 2), (-1e300, 0),
    ]
  }()

  @Test("a zone includes its lower boundary", arguments: coordinates)
  func boundaries(coordinate: Double, zone: Int) throws {
    let across = Self.stroke([(coordinate, 0, 0), (coordinate, 0, 1)])
    #expect(try ZoneFeatures().vector(ofRescaled: across)[3 * zone] == 1)
    let down = Self.stroke([(0, coordinate, 0), (0, coordinate, 1)])
    #expect(try ZoneFeatures().vector(ofRescaled: down)[9 * zone] == 1)
  }

  @Test("pauses and repeated timestamps are part of a stroke")
  func repetitions() throws {
    let stroke = Self.stroke([(0, 0, 0), (0, 0, 1), (0.3, 0, 1), (0.3, 0, 2)])
    let vector = try ZoneFeatures().vector(ofRescaled: stroke)
    #expect(vector[0] == 1)
    #expect(vector[1] == 0.3)
  }

  @Test("a dot has features with a smallest size")
  func dot() throws {
    let dot = Self.stroke([(5, 5, 0), (5, 5, 0.1)])
    #expect(try ZoneFeatures().vector(of: dot, minSize: 1)[0] == 1)
    #expect(throws: GestureError.noExtent) { try ZoneFeatures().vector(of: dot, minSize: 0) }
  }

  @Test("strokes without features throw")
  func errors() {
    let features = ZoneFeatures()
    #expect(throws: GestureError.tooFewSamples(count: 0, minimum: 2)) {
      try features.vector(ofRescaled: [])
    }
    #expect(throws: GestureError.tooFewSamples(count: 1, minimum: 2)) {
      try features.vector(of: Self.stroke([(0, 0, 0)]), minSize: 1)
    }
    #expect(throws: GestureError.zeroDuration) {
      try features.vector(ofRescaled: Self.stroke([(0, 0, 3), (1, 1, 3)]))
    }
    #expect(throws: GestureError.timeRunsBackward(sample: 2)) {
      try features.vector(ofRescaled: Self.stroke([(0, 0, 0), (1, 1, 2), (1, 0, 1)]))
    }
    for broken in [Double.nan, .infinity] {
      #expect(throws: GestureError.notFinite(sample: 1)) {
        try features.vector(ofRescaled: Self.stroke([(0, 0, 0), (0.5, broken, 1)]))
      }
      #expect(throws: GestureError.notFinite(sample: 0)) {
        try features.vector(ofRescaled: Self.stroke([(0, 0, -broken), (0.5, 0, 1)]))
      }
    }
  }
}
