import RealModule
import RotationMath
import TestSupport
import Testing

@testable import GestureRecognition

/// A line from one point to another, `count` samples in `duration` seconds.
private func line(
  _ a: (Double, Double), _ b: (Double, Double), from start: Double = 0, count: Int = 11,
  duration: Double = 1
) -> [Sample2D] {
  (0..<count).map { index in
    let share = Double(index) / Double(count - 1)
    return Sample2D(
      x: a.0 + (b.0 - a.0) * share, y: a.1 + (b.1 - a.1) * share,
      timestamp: start + duration * share)
  }
}

@Suite("Several strokes")
struct StrokeFeatureTests {
  static func scribble(seed: UInt64, count: Int = 60) -> [Sample2D] {
    var random = SplitMix64(seed: seed)
    var point = Vector2(0.0, 0.0)
    return (0..<count).map { index in
      point = point + Vector2(random.nextNormal(), random.nextNormal())
      return Sample2D(x: point.x, y: point.y, timestamp: Double(index) / 60)
    }
  }

  @Test("joined strokes: a pause adds no time, the movement between them counts")
  func pause() throws {
    // A cross: down, and across from left to right, a second later.
    let cross = [Sample2D](
      strokes: [line((1, 0), (1, 2)), line((0, 1), (2, 1), from: 2, duration: 3)])
    let zones = try ZoneFeatures(columns: 1, rows: 1).vector(ofJoined: cross, minSize: 0)
    // From the top to the right end.
    #expect(difference(zones, [1, 0.5, 0.5, 1]) < 1e-15)
    let nine = try ZoneFeatures().vector(ofJoined: cross, minSize: 0)
    let times = (0..<9).map { nine[3 * $0] }
    #expect(abs(times.reduce(0, +) - 1) < 1e-15)
    #expect(times[0] == 0 && times[2] == 0 && times[6] == 0 && times[8] == 0)
    // Three of four seconds across, a third of them (to a sample) on the left.
    #expect(abs(times[3] - 0.225) < 1e-12)
  }

  @Test("a rescaled and a joined stroke have the same features", arguments: 0..<4 as Range<UInt64>)
  func one(seed: UInt64) throws {
    let stroke = Self.scribble(seed: seed)
    let zones = ZoneFeatures(columns: 4, rows: 2)
    let vector = try zones.vector(of: stroke, minSize: 0)
    #expect(try zones.vector(ofJoined: stroke, minSize: 0) == vector)
    let rescaled = try StrokeRescaler().rescaled(stroke)
    #expect(difference(try zones.vector(ofRescaled: rescaled), vector) < 1e-14)
  }

  @Test("a gesture keeps its strokes: split, rescaled, and joined for zones")
  func gesture() throws {
    let first = line((0, 0), (0, 100))
    let second = line((0, 100), (60, 100), from: 9)
    let gesture = [Sample2D](strokes: [[], first, [], second])
    #expect(
      gesture.map(\.stroke) == Array(repeating: 0, count: 11) + Array(repeating: 1, count: 11))
    #expect(gesture.strokes.map(\.count) == [11, 11])
    #expect(gesture.strokes[0] == first && gesture.strokes[1].map(\.x) == second.map(\.x))
    #expect([Sample2D]().strokes.isEmpty && first.strokes == [first] && first.joined == first)
    let rescaled = try StrokeRescaler().rescaled(gesture)
    #expect(rescaled.map(\.stroke) == gesture.map(\.stroke))
    #expect(rescaled.map(\.timestamp) == gesture.map(\.timestamp))
    // A linear model takes the strokes as one that takes no time in between.
    let model = RecognitionModel.features(try FeatureModel.uppercaseZones())
    let joined = try model.recognize([Sample2D](joining: [first, second]))
    #expect(try model.recognize(gesture) == joined)
    #expect(joined.label == "L")
  }

  @Test("errors count samples across all strokes")
  func errors() {
    let zones = ZoneFeatures()
    var late = line((0, 1), (2, 1), from: 2)
    late[4].y = .infinity
    #expect(throws: GestureError.notFinite(sample: 15)) {
      try zones.vector(
        ofJoined: [Sample2D](strokes: [line((1, 0), (1, 2)), late]), minSize: 0)
    }
    let dots = [0.0, 1].map { [Sample2D(x: $0, y: 0, timestamp: $0)] }
    #expect(throws: GestureError.zeroDuration) {
      try zones.vector(ofJoined: [Sample2D](strokes: dots), minSize: 0)
    }
  }
}
