import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@testable import GestureRecognition

@Suite("What was classified")
struct ExplanationTests {
  @Test(
    "a zoned stroke holds the features of the classifier", arguments: [(3, 3), (4, 2), (1, 16)])
  func zones(columns: Int, rows: Int) throws {
    let features = ZoneFeatures(columns: columns, rows: rows)
    let recording = try SyntheticRecording("S", kind: .strokes, writer: Writer(seed: 5), seed: 5)
    let stroke = recording.recordings.strokes[0].samples
    let vector = try features.vector(of: stroke, minSize: 0)
    let zoned = try features.zonedStroke(of: stroke, minSize: 0)
    #expect(zoned.zones.count == columns * rows)
    for (zone, features) in zoned.zones.enumerated() {
      #expect(features.timeShare == vector[3 * zone])
      #expect(features.displacement.x == vector[3 * zone + 1])
      #expect(features.displacement.y == vector[3 * zone + 2])
    }
    #expect(zoned.stroke.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
    // The stroke that is shown has the same features.
    #expect(
      try features.vector(ofRescaled: zoned.stroke).elementsEqual(vector) { abs($0 - $1) < 1e-12 })
    #expect(throws: GestureError.self) { try features.zonedStroke(of: [], minSize: 0) }
  }

  @Test("the distance along the warping path is that of the nearest template in recognition")
  func alignment() throws {
    let letters = "AEILORSTWX"
    let builtIn = RecognitionModel.templates(try .uppercaseLetters())
    guard case .templates(let model) = try builtIn.restricted(to: letters.map(String.init)) else {
      Issue.record("expected templates")
      return
    }
    // With one neighbour, the nearest template is the score.
    var matching = model.matching
    matching.neighbors = 1
    var single = TemplateModel(matching: matching)
    single.classes = model.classes
    var exact = 0
    let recording = try SyntheticRecording(
      letters, kind: .motion, writer: Writer(seed: 900), seed: 900)
    for motion in recording.recordings.deviceMotion {
      let recognition = try model.recognize(motion.samples)
      guard let alignment = try model.alignment(of: motion.samples, with: recognition.label) else {
        continue
      }
      let (gesture, template) = (alignment.gesture, alignment.template)
      #expect(gesture.count == 5 && template.count == 5)
      #expect(alignment.label == recognition.label)
      let first = try #require(alignment.pairs.first)
      let last = try #require(alignment.pairs.last)
      #expect(first == .init(gesture: 0, template: 0))
      #expect(last == .init(gesture: 31, template: 31))
      var sum = 0.0
      for (pair, next) in zip(alignment.pairs, alignment.pairs.dropFirst()) {
        let steps = [next.gesture - pair.gesture, next.template - pair.template]
        #expect(steps.allSatisfy { (0...1).contains($0) } && steps != [0, 0])
      }
      for pair in alignment.pairs {
        for channel in 0..<5 {
          let difference = gesture[channel][pair.gesture] - template[channel][pair.template]
          sum += Double(difference * difference)
        }
      }
      // At most the penalty of a rotation or a beginning lies between.
      #expect((sum / 32).squareRoot() <= alignment.distance * 1.0001)
      #expect(alignment.distance <= -recognition.score * 1.0001)
      let nearest = try single.recognize(motion.samples)
      guard nearest.label == recognition.label else { continue }
      let picture = try #require(try single.alignment(of: motion.samples, with: nearest.label))
      if abs(picture.distance + nearest.score) < 1e-4 * picture.distance { exact += 1 }
    }
    #expect(exact >= 9)
    #expect(try model.alignment(of: recording.recordings.deviceMotion[0].samples, with: "?") == nil)
  }

  @Test("joined strokes: no time passes between them")
  func joined() {
    func sample(_ x: Double, _ time: Double) -> Sample2D {
      Sample2D(x: x, y: 0, timestamp: time)
    }
    let joined = [Sample2D](joining: [
      [sample(0, 1), sample(1, 2)], [], [sample(5, 10), sample(6, 11.5)], [sample(7, 3)],
    ])
    #expect(joined.map(\.timestamp) == [1, 2, 2, 3.5, 3.5])
    #expect(joined.map(\.x) == [0, 1, 5, 6, 7])
    #expect([Sample2D](joining: []).isEmpty && [Sample2D](joining: [[], []]).isEmpty)
  }

  @Test("each model shows what it compares")
  func inputs() throws {
    var recognizer = try GestureRecognizer.uppercaseLetters()
    let recording = try SyntheticRecording("L", kind: .motion, writer: Writer(seed: 3), seed: 3)
    let motions = recording.recordings.deviceMotion[0].samples
    guard case .template = try recognizer.classifierInput(of: motions, label: "L") else {
      Issue.record("expected a template")
      return
    }
    recognizer.motionModel = recognizer.strokeModel
    guard case .strokes(let drawn) = try recognizer.classifierInput(of: motions, label: "L") else {
      Issue.record("expected strokes")
      return
    }
    recognizer.motionModel = .features(try .uppercaseZones())
    guard case .zones(let zoned) = try recognizer.classifierInput(of: motions, label: "L") else {
      Issue.record("expected zones")
      return
    }
    for stroke in [drawn, zoned] {
      #expect(abs(stroke.zones.reduce(0) { $0 + $1.timeShare } - 1) < 1e-9)
    }
  }
}
