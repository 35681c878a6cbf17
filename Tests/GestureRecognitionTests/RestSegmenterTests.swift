import Testing

@testable import GestureRecognition

@Suite("RestSegmenter")
struct RestSegmenterTests {
  /// At 100 Hz, alternating 0.5 s stationary and 0.4 s of motion; the end is stationary.
  private static func motions(shakes: Int, from start: Double = 0) -> [DeviceMotion] {
    (0..<(90 * shakes + 50)).map { index in
      let isMoving = index % 90 >= 50
      return DeviceMotion(
        timestamp: start + Double(index) / 100, attitude: .identity,
        rotationRate: isMoving ? Vector3(2, 0, 1) : .zero,
        userAcceleration: isMoving ? Vector3(index % 2 == 0 ? 0.5 : -0.5, 0, 0) : .zero)
    }
  }

  private static func gestures(
    in motions: [DeviceMotion], by segmenter: inout RestSegmenter
  ) -> [[DeviceMotion]] {
    motions.compactMap { segmenter.update($0) }
  }

  @Test("a gesture spans two stationary phases, with 0.1 s of lead", arguments: [1, 3])
  func cut(shakes: Int) throws {
    var segmenter = RestSegmenter()
    let found = Self.gestures(in: Self.motions(shakes: shakes), by: &segmenter)
    #expect(found.count == shakes)
    for (number, gesture) in found.enumerated() {
      let (first, last) = (try #require(gesture.first), try #require(gesture.last))
      let start = 0.9 * Double(number) + 0.5
      #expect(abs(first.timestamp - (start - 0.1)) < 0.011)
      #expect(abs(last.timestamp - (start + 0.39)) < 0.011)
    }
    #expect(segmenter.finish() == nil, "stationary at the end")
    #expect(segmenter.overflows == 0)
  }

  /// The offset of an accelerometer, or gravity along a wrong vertical.
  @Test(
    "rests of a second are found in acceleration that is steady, not zero",
    arguments: [-0.08, -0.05, 0.02, 0.05, 0.065, 0.3])
  func steady(acceleration: Double) {
    let motions = (0..<1000).map { index in
      let isMoving = index % 200 >= 150
      return DeviceMotion(
        timestamp: Double(index) / 100, attitude: .identity,
        rotationRate: isMoving ? Vector3(2, 0, 1) : .zero,
        userAcceleration: Vector3(
          isMoving ? (index % 2 == 0 ? 0.5 : -0.5) : 0, 0, acceleration))
    }
    var segmenter = RestSegmenter()
    let found = Self.gestures(in: motions, by: &segmenter)
    #expect(found.count == 4)
    for gesture in found { #expect(abs(gesture.count - 60) < 3, "\(gesture.count)") }
  }

  @Test("gestures outside the limits are discarded")
  func bounds() {
    var strict = RestSegmenter(limits: GestureLimits(duration: 0.6, samples: 6))
    #expect(Self.gestures(in: Self.motions(shakes: 2), by: &strict).isEmpty)
    var short = RestSegmenter(maximumSamples: 30)
    #expect(Self.gestures(in: Self.motions(shakes: 2), by: &short).isEmpty)
    #expect(short.overflows == 2)
  }

  @Test("a NaN timestamp is ignored; a backward timestamp ends the gesture")
  func times() throws {
    var segmenter = RestSegmenter()
    var motions = Self.motions(shakes: 1)
    var lost = motions[60]
    lost.timestamp = .nan
    motions.insert(lost, at: 60)
    #expect(Self.gestures(in: motions, by: &segmenter).count == 1)
    // A backward timestamp during the next gesture.
    let again = Self.motions(shakes: 1, from: 2)
    #expect(Self.gestures(in: Array(again.prefix(85)), by: &segmenter).isEmpty)
    let back = Self.gestures(in: Self.motions(shakes: 1, from: 1), by: &segmenter)
    #expect(back.count == 2)
    #expect(try #require(back.first?.last).timestamp == again[84].timestamp)
    var open = RestSegmenter()
    #expect(Self.gestures(in: Array(motions.prefix(85)), by: &open).isEmpty)
    #expect(open.finish() != nil)
  }
}
