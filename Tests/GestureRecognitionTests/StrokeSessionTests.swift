import GestureRecognition
import MotionFusion
import Testing

@Suite("StrokeSession")
struct StrokeSessionTests {
  /// The diagonals of a cross: the second one begins `pause` seconds after the first one's end.
  private static func cross(pause: Double, from start: Double = 0) -> [(Sample2D, Bool)] {
    var points: [(Sample2D, Bool)] = []
    func stroke(_ from: (Double, Double), _ to: (Double, Double), at time: Double) {
      for step in 0...10 {
        let share = Double(step) / 10
        points.append(
          (
            Sample2D(
              x: from.0 + (to.0 - from.0) * share, y: from.1 + (to.1 - from.1) * share,
              timestamp: time + share * 0.3), true
          ))
      }
      points.append((Sample2D(x: to.0, y: to.1, timestamp: time + 0.31), false))
    }
    stroke((0, 0), (100, 100), at: start)
    stroke((100, 0), (0, 100), at: start + 0.3 + pause)
    return points
  }

  private let recognizer: GestureRecognizer

  init() throws { recognizer = try .builtIn(.symbols) }

  @Test("two strokes are one gesture, returned as the pause ends, without a further point")
  func pause() throws {
    var session = StrokeSession(recognizer)
    #expect(session.deadline == nil)
    for (point, isTouching) in Self.cross(pause: 0.4) {
      #expect(session.update(point, isTouching: isTouching) == nil)
      if isTouching { #expect(session.deadline == nil) }
    }
    // The second stroke ends at 0.3 + 0.4 + 0.3 s.
    let deadline = try #require(session.deadline)
    #expect(abs(deadline - 1.6) < 1e-9)
    #expect(session.advance(to: deadline.nextDown) == nil)
    let ended = session.advance(to: deadline)
    let gesture = try #require(ended)
    #expect(gesture.label == "cross" && gesture.start == 0 && abs(gesture.end - 1) < 1e-9)
    #expect(session.deadline == nil && session.advance(to: 100) == nil && session.finish() == nil)
  }

  @Test("a longer pause makes two gestures; the end of the stream returns the last one")
  func apart() throws {
    var session = StrokeSession(recognizer, pauseTimeout: 0.2)
    var found = Self.cross(pause: 0.4).compactMap { session.update($0.0, isTouching: $0.1) }
    found += session.finish().map { [$0] } ?? []
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.gesture.samples.count == 11 })
    // Points with the pen up end the pause too.
    var again = StrokeSession(recognizer, pauseTimeout: 0.2)
    for (point, isTouching) in Self.cross(pause: 0.1) {
      #expect(again.update(point, isTouching: isTouching) == nil)
    }
    let late = Sample2D(x: 0, y: 0, timestamp: 5)
    #expect(again.update(late, isTouching: false)?.label == "cross")
  }

  @Test("during a stroke time does not end the gesture")
  func duringStroke() {
    var session = StrokeSession(recognizer)
    for (point, isTouching) in Self.cross(pause: 0.4).dropLast() {
      _ = session.update(point, isTouching: isTouching)
    }
    #expect(session.advance(to: 50) == nil)
    #expect(session.finish()?.label == "cross")
  }

  @Test("a clock set back ends the gesture; points that are not finite are counted")
  func badInput() throws {
    var session = StrokeSession(recognizer)
    for (point, isTouching) in Self.cross(pause: 0.4, from: 100) {
      _ = session.update(point, isTouching: isTouching)
    }
    var found: [RecognizedGesture] = []
    for (point, isTouching) in Self.cross(pause: 0.4) {
      if let gesture = session.update(point, isTouching: isTouching) { found.append(gesture) }
    }
    #expect(found.map(\.label) == ["cross"] && found[0].start == 100)
    for bad in [
      Sample2D(x: .nan, y: 0, timestamp: 1.1), Sample2D(x: 0, y: 0, timestamp: .infinity),
    ] {
      #expect(session.update(bad, isTouching: true) == nil)
    }
    #expect(session.badSamples == 2)
    #expect(session.finish()?.label == "cross")
    // A tap has one point and no gesture.
    #expect(session.update(Sample2D(x: 1, y: 1, timestamp: 200), isTouching: true) == nil)
    let last = session.finish()
    let tap = try #require(last)
    #expect(tap.label == nil && tap.result == .failure(.tooFewSamples(count: 1, minimum: 2)))
  }
}
