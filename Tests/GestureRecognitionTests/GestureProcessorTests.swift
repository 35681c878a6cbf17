import GestureRecognition
import TestSupport
import Testing

@Suite("GestureProcessor and GestureRecognizer")
struct GestureProcessorTests {
  private final class Listener: GestureProcessorDelegate {
    var heard: [(label: String, score: Double)] = []
    func gestureProcessor(
      _ processor: GestureProcessor, didRecognizeGesture label: String, score: Double
    ) {
      heard.append((label, score))
    }
  }

  private let line = [
    Sample2D(x: 100, y: 100, timestamp: 0), Sample2D(x: 50, y: 100, timestamp: 0.1),
  ]

  @Test("a screen stroke: the delegate receives the label, the caller the rescaled stroke")
  func stroke() throws {
    let processor = GestureProcessor(model: try FeatureModelTests.model())
    let listener = Listener()
    processor.delegate = listener
    let rescaled = try processor.processGesture2D(samples: line, minSize: 200)
    #expect(rescaled.map(\.x) == [0.25, 0])
    #expect(listener.heard.map(\.label) == ["left"])
    #expect(listener.heard.map(\.score) == [0.25])
  }

  @Test("a gesture is scored by the features of training: smoothed, without pauses between strokes")
  func features() throws {
    let features = ZoneFeatures(columns: 2, rows: 2, smoothing: .bezier)
    let model = try FeatureModel(
      labels: ["a", "b", "c"], zones: features,
      weights: (0..<39).map { Double($0 * 7 % 13) - 6 })
    let processor = GestureProcessor(model: model)
    let listener = Listener()
    processor.delegate = listener
    let stroke = [(0.0, 0.0), (8, 0), (8, 8), (2, 5)].enumerated().map {
      Sample2D(x: $1.0, y: $1.1, timestamp: Double($0))
    }
    let two = [Sample2D](strokes: [
      stroke, stroke.map { Sample2D(x: 8 - $0.x, y: $0.y, timestamp: $0.timestamp + 20) },
    ])
    for gesture in [stroke, two] {
      let rescaled = try processor.processGesture2D(samples: gesture, minSize: 1)
      let expected = try GestureRecognizer(.features(model)).recognize(gesture)
      #expect(listener.heard.last?.label == expected.label)
      #expect(listener.heard.last?.score == expected.score)
      #expect(try rescaled == features.zonedStroke(of: gesture, minSize: 1).stroke)
    }
  }

  @Test(
    "an air gesture is invariant to the attitude of the phone", arguments: 0..<8 as Range<UInt64>)
  func air(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let held = Quaternion(
      rotationVector: Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()))
    let path = (0...10).map { index in
      Sample3D(
        location: held.act(Vector3(-0.02 * Double(index), 0, 0.3)),
        attitude: Attitude(quaternion: held), timestamp: Double(index) / 10)
    }
    let processor = GestureProcessor(model: try FeatureModelTests.model())
    let listener = Listener()
    processor.delegate = listener
    let rescaled = try processor.processGesture3D(samples: path, minSize: 0.01)
    #expect(listener.heard.map(\.label) == ["left"])
    #expect(abs(rescaled[0].x - 1) < 1e-14)
    #expect(rescaled.map(\.y).allSatisfy { abs($0) < 1e-13 })
  }

  @Test("a gesture without features throws and does not notify the delegate")
  func errors() throws {
    let processor = GestureProcessor(model: try FeatureModelTests.model())
    let listener = Listener()
    processor.delegate = listener
    #expect(throws: GestureError.self) { try processor.processGesture2D(samples: [], minSize: 1) }
    #expect(throws: GestureError.invalidMinimumSize(-1)) {
      try processor.processGesture2D(samples: line, minSize: -1)
    }
    #expect(throws: GestureError.self) { try processor.processGesture3D(samples: [], minSize: 1) }
    #expect(listener.heard.isEmpty)
  }

  @Test("the delegate is held weakly")
  func weakness() throws {
    let processor = GestureProcessor(model: try FeatureModelTests.model())
    do {
      let listener = Listener()
      processor.delegate = listener
    }
    #expect(processor.delegate == nil)
  }

  // MARK: - Motion

  /// A downward movement of a tilted device, stationary at the end; acceleration only.
  private func motions() -> [DeviceMotion] {
    let attitude = Attitude(pitch: 1.2, roll: 0.1, yaw: 0.7)
    return (0...100).map { index in
      let t = Double(index) / 100
      // Core Motion's sign: a downward acceleration has a positive y component.
      return DeviceMotion(
        timestamp: t, attitude: attitude, rotationRate: .zero,
        userAcceleration: Vector3(0, t < 0.5 ? 0.1 : -0.1, 0))
    }
  }

  @Test("a device motion is recognised from its acceleration")
  func motion() throws {
    let recognizer = GestureRecognizer(.features(try FeatureModelTests.model()))
    #expect(try recognizer.recognize(motions()).label == "down")
    let stroke = try motions().stroke()
    // 0.5 s at 0.1 g and 0.5 s at −0.1 g: 0.1 * 9.80665 / 4 m; the integration step is 0.01 s.
    #expect(abs(stroke[100].y - 0.245) < 0.01)
  }

  @Test("a recording with a bad sample is rejected with its index")
  func badMotion() throws {
    let recognizer = GestureRecognizer(.features(try FeatureModelTests.model()))
    #expect(throws: GestureError.tooFewSamples(count: 0, minimum: 2)) {
      try recognizer.recognize([DeviceMotion]())
    }
    #expect(throws: GestureError.tooFewSamples(count: 1, minimum: 2)) {
      try recognizer.recognize(Array(motions().prefix(1)))
    }
    var broken = motions()
    broken[17].userAcceleration.z = .nan
    #expect(throws: GestureError.notFinite(sample: 17)) { try recognizer.recognize(broken) }
    broken = motions()
    broken[40].timestamp = 0.1
    #expect(throws: GestureError.timeRunsBackward(sample: 40)) { try recognizer.recognize(broken) }
    broken = motions()
    broken[3].attitude.quaternion.w = 3
    #expect(throws: GestureError.notFinite(sample: 3)) { try recognizer.recognize(broken) }
    for index in broken.indices { broken[index] = motions()[0] }
    #expect(throws: GestureError.self) { try recognizer.recognize(broken) }
  }
}
