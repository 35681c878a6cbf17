import GestureRecognition
import MotionFusion
import Testing

@Suite("WritingSession of strokes")
struct WritingSessionStrokeTests {
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
    var session = WritingSession(recognizer)
    #expect(session.deadline == nil)
    for (point, isTouching) in Self.cross(pause: 0.4) {
      #expect(session.update(point, isTouching: isTouching).isEmpty)
      if isTouching { #expect(session.deadline == nil) }
    }
    // The second stroke ends at 0.3 + 0.4 + 0.31 s.
    let deadline = try #require(session.deadline)
    #expect(abs(deadline - 1.61) < 1e-9)
    #expect(session.advance(to: deadline.nextDown).isEmpty)
    let ended = session.advance(to: deadline)
    let gesture = try #require(ended.first)
    #expect(gesture.label == "cross" && gesture.start == 0 && abs(gesture.end - 1) < 1e-9)
    #expect(
      session.deadline == nil && session.isIdle && session.advance(to: 100).isEmpty
        && session.finish().isEmpty)
  }

  @Test("a longer pause makes two gestures; the end of the stream returns the last one")
  func apart() throws {
    var session = WritingSession(recognizer)
    session.configuration.pause = 0.2
    var found = Self.cross(pause: 0.4).flatMap { session.update($0.0, isTouching: $0.1) }
    found += session.finish()
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.gesture.samples.count == 11 })
    // Points with the pen up end the pause too.
    var again = WritingSession(recognizer)
    again.configuration.pause = 0.2
    for (point, isTouching) in Self.cross(pause: 0.1) {
      #expect(again.update(point, isTouching: isTouching).isEmpty)
    }
    let late = Sample2D(x: 0, y: 0, timestamp: 5)
    #expect(again.update(late, isTouching: false).map(\.label) == ["cross"])
  }

  @Test(
    "a bar that rests before the release belongs to the letter: the pause begins at the release")
  func restBeforeRelease() throws {
    var session = WritingSession(try .uppercaseLetters())
    var found: [RecognizedGesture] = []
    // A bar of 0.3 s that rests for 0.7 s, and 0.4 s later the stem of a T.
    for (start, end, corners) in [
      (0.0, 1.0, [(0.0, 0.0), (100.0, 0.0)]), (1.4, 1.7, [(50.0, 0.0), (50.0, 100.0)]),
    ] {
      for step in 0...10 {
        let share = Double(step) / 10
        let point = Sample2D(
          x: corners[0].0 + (corners[1].0 - corners[0].0) * share,
          y: corners[0].1 + (corners[1].1 - corners[0].1) * share, timestamp: start + share * 0.3)
        found += session.update(point, isTouching: true)
      }
      let last = Sample2D(x: corners[1].0, y: corners[1].1, timestamp: end)
      found += session.update(last, isTouching: false)
    }
    #expect(found.isEmpty && abs((session.deadline ?? 0) - 2.3) < 1e-9)
    found += session.finish()
    #expect(found.map(\.label) == ["T"])
  }

  @Test("during a stroke time does not end the gesture")
  func duringStroke() {
    var session = WritingSession(recognizer)
    for (point, isTouching) in Self.cross(pause: 0.4).dropLast() {
      session.update(point, isTouching: isTouching)
    }
    #expect(session.advance(to: 50).isEmpty)
    #expect(session.finish().map(\.label) == ["cross"])
  }

  @Test("a clock set back ends the gesture; points that are not finite are counted")
  func badInput() throws {
    var session = WritingSession(recognizer)
    for (point, isTouching) in Self.cross(pause: 0.4, from: 100) {
      session.update(point, isTouching: isTouching)
    }
    var found: [RecognizedGesture] = []
    for (point, isTouching) in Self.cross(pause: 0.4) {
      found += session.update(point, isTouching: isTouching)
    }
    #expect(found.map(\.label) == ["cross"] && found[0].start == 100)
    for bad in [
      Sample2D(x: .nan, y: 0, timestamp: 1.1), Sample2D(x: 0, y: 0, timestamp: .infinity),
    ] {
      #expect(session.update(bad, isTouching: true).isEmpty)
    }
    #expect(session.badPointCount == 2)
    #expect(session.finish().map(\.label) == ["cross"])
    // A tap has one point and no gesture.
    #expect(session.update(Sample2D(x: 1, y: 1, timestamp: 200), isTouching: true).isEmpty)
    let last = session.finish()
    let tap = try #require(last.first)
    #expect(tap.label == nil && tap.result == .failure(.tooFewSamples(count: 1, minimum: 2)))
  }
}
