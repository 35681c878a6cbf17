import Foundation
import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Collecting examples")
struct ExampleCollectorTests {
  private func series(_ count: Int, dimension: Int = 1) -> Gesture {
    .series(
      SampleSeries(
        dimension: dimension, times: (0..<count).map { Double($0) },
        values: Array(repeating: 0.5, count: count * dimension)))
  }

  @Test("labels are asked for in order; undo asks again")
  func labels() throws {
    var collector = ExampleCollector(
      labels: ["A", "B"], count: 2, minimumDuration: 2, user: "me")
    #expect(collector.label == "A" && !collector.isComplete)
    try collector.add(series(3))
    try collector.add(series(4))
    #expect(collector.label == "B" && collector.count(of: "A") == 2)
    try collector.add(series(5))
    let undone = [collector.undo(), collector.undo()]
    #expect(undone.map { $0?.label } == ["B", "A"])
    #expect(collector.label == "A" && collector.count(of: "A") == 1)
    for _ in 0..<3 { try collector.add(series(3)) }
    #expect(collector.isComplete && collector.label == nil)
    #expect(throws: ExampleError.unlabeled) { try collector.add(series(3)) }
    #expect(collector.examples.map(\.label) == ["A", "A", "B", "B"])
    #expect(collector.examples.allSatisfy { $0.user == "me" })
    collector.undo()
    #expect(collector.label == "B" && collector.rejectedCount == 1)
  }

  private func motion(count: Int, rate: Double) -> [DeviceMotion] {
    (0..<count).map {
      DeviceMotion(
        timestamp: Double($0) / rate, attitude: .identity, rotationRate: .zero,
        userAcceleration: .zero)
    }
  }

  @Test("letters at 14 Hz are collected and trained on as they are recognised")
  func slowSource() throws {
    let fast = try SyntheticRecording(
      "CIJLOSVZ", kind: .motion, writer: Writer(seed: 3), seed: 3
    ).recordings.deviceMotion
    let letters = fast.map { letter in
      LabeledRecording(
        label: letter.label, user: letter.user, name: letter.name,
        samples: letter.samples.enumerated().filter { $0.offset % 7 == 0 }.map(\.element))
    }
    #expect(letters.count == 8 && letters.contains { $0.samples.count < 20 })
    let recognizer = try GestureRecognizer.uppercaseLetters()
    var collector = ExampleCollector()
    for letter in letters {
      #expect(throws: Never.self) { try recognizer.recognize(letter.samples) }
      collector.choose(letter.label ?? "")
      try collector.add(.motion(letter.samples))
    }
    #expect(collector.examples.count == 8 && collector.rejectedCount == 0)
    var recordings = Recordings(format: "motion")
    recordings.deviceMotion = letters
    let content = DataSetContent.recordings(recordings)
    #expect(
      try GestureRepresentation.strokes(StrokeFeatures()).examples(content, "set").examples.count
        == 8)
  }

  @Test("a movement without a touch is doubted if it is unlike its label, or read as another")
  func doubts() throws {
    let letters = try SyntheticRecording(
      "LLSSO", kind: .motion, writer: Writer(seed: 5), seed: 5
    ).recordings.deviceMotion.map(\.samples)
    var collector = ExampleCollector(labels: ["wave", "shake"], count: 2)
    #expect(collector.doubt(about: letters[0]) == nil)
    try collector.add(.motion(letters[0]))
    #expect(collector.doubt(about: letters[1]) == nil)
    #expect(collector.doubt(about: letters[4]) == .unlikeExamples)
    try collector.add(.motion(letters[1]))
    #expect(collector.label == "shake" && collector.doubt(about: letters[2]) == nil)
    try collector.add(.motion(letters[2]))
    #expect(collector.doubt(about: letters[3]) == nil)
    #expect(collector.doubt(about: letters[0]) == .otherGesture("wave"))
    #expect(collector.doubt(about: letters[3], readAs: "L") == .otherGesture("L"))
    #expect(collector.doubt(about: letters[3], readAs: "shake") == nil)
    // After an undo the example counts no longer.
    collector.undo()
    #expect(collector.doubt(about: letters[0]) == nil)
  }

  @Test("a short gesture is rejected and counted")
  func short() throws {
    var collector = ExampleCollector(labels: ["A"])
    let error = #expect(throws: ExampleError.self) {
      try collector.add(.motion(motion(count: 5, rate: 20)))
    }
    #expect(error == .gesture(.tooFewSamples(count: 5, minimum: 6)))
    #expect(throws: ExampleError.self) { try collector.add(.motion(motion(count: 15, rate: 100))) }
    #expect(collector.rejectedCount == 2 && collector.examples.isEmpty)
    let nothing = collector.undo()
    #expect(nothing == nil)
  }

  @Test("a label is skipped, or chosen; without a limit it stays")
  func skipping() throws {
    var collector = ExampleCollector(labels: ["A", "B"])
    for _ in 0..<9 { try collector.add(series(1)) }
    #expect(collector.label == "A")
    collector.skip()
    #expect(collector.label == "B")
    collector.undo()
    #expect(collector.label == "A")
    collector.skip()
    collector.skip()
    #expect(collector.isComplete)
    var free = ExampleCollector()
    #expect(free.label == nil && !free.isComplete)
    free.choose("shake")
    try free.add(series(1))
    free.choose("circle")
    free.undo()
    #expect(free.label == "shake")
    free.skip()
    #expect(free.label == nil)
  }

  // MARK: - Files

  private let motions = [
    DeviceMotion(
      timestamp: 0, attitude: .identity, rotationRate: .zero, userAcceleration: .zero)
  ]

  private func inFolder(_ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "inertial-examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "examples.csv").path)
  }

  private func example(_ samples: Gesture, _ label: String) -> RecordedGesture {
    RecordedGesture(label: label, samples: samples)
  }

  @Test("a file of series grows and shrinks, and is removed when empty")
  func seriesFile() throws {
    try inFolder { path in
      var file = try ExampleFile(path)
      #expect(file.counts.isEmpty)
      #expect(
        try file.add([
          example(series(3, dimension: 2), "A"), example(series(2, dimension: 2), "B"),
        ]) == 2)
      var again = try ExampleFile(path)
      #expect(again.counts == ["A": 1, "B": 1])
      #expect(throws: RecordingError.self) {
        try again.add([example(series(2, dimension: 3), "B")])
      }
      #expect(throws: RecordingError.self) { try again.add([example(.motion(motions), "B")]) }
      #expect(again.counts == ["A": 1, "B": 1])
      // An undo removes nothing that another value added.
      try again.undo()
      #expect(try ExampleFile(path).counts == ["A": 1, "B": 1])
      try file.undo()
      #expect(try ExampleFile(path).counts == ["A": 1])
      try file.undo()
      #expect(!FileManager.default.fileExists(atPath: path))
      try file.undo()
      #expect(try file.add([example(.motion(motions), "B")]) == 1)
      #expect(throws: RecordingError.self) {
        try file.add([example(.stroke([Sample2D(x: 0, y: 0, timestamp: 0)]), "C")])
      }
      #expect(try ExampleFile(path).counts == ["B": 1])
    }
  }

  @Test("examples of other writers of the file are kept, also by an undo")
  func otherWriters() throws {
    try inFolder { path in
      var first = try ExampleFile(path)
      var second = try ExampleFile(path)
      _ = try first.add([example(series(3, dimension: 1), "A")])
      _ = try second.add([example(series(4, dimension: 1), "B")])
      _ = try first.add([example(series(5, dimension: 1), "C")])
      try second.undo()
      #expect(try ExampleFile(path).counts == ["A": 1, "C": 1])
      #expect(second.counts == ["A": 1, "C": 1])
      try first.undo()
      #expect(try ExampleFile(path).counts == ["A": 1])
    }
  }

  @Test("an example is removed by its index, and a changed file is read again")
  func removed() throws {
    try inFolder { path in
      var first = try ExampleFile(path)
      _ = try first.add((3...6).map { example(series($0), "\($0)") })
      var second = try ExampleFile(path)
      try first.remove(at: 1)
      #expect(first.gestures.map(\.label) == ["3", "5", "6"])
      // Another program removed it already.
      try second.remove(at: 1)
      #expect(second.gestures.map(\.label) == ["3", "5", "6"])
      try second.remove(at: 0)
      #expect(first.gestures.count == 3)
      try first.refresh()
      #expect(first.gestures.map(\.label) == ["5", "6"])
      // An undo removes the last one that is left.
      try first.undo()
      #expect(try ExampleFile(path).counts == ["5": 1])
    }
  }

  @Test("motion with touch and heading, which the file does not hold, is found again")
  func motionReadAgain() throws {
    try inFolder { path in
      let motions = (0..<3).map {
        DeviceMotion(
          timestamp: Double($0), attitude: Attitude(quaternion: .identity),
          rotationRate: Vector3(1, 2, 3),
          userAcceleration: .zero, heading: 10, isTouching: true)
      }
      let letter = RecordedGesture(label: "A", samples: .motion(motions))
      var first = try ExampleFile(path)
      #expect(try first.add([letter]) == 1)
      var second = try ExampleFile(path)
      #expect(try second.add([letter]) == 0)
      var other = letter
      other.label = "B"
      #expect(try second.add([other]) == 1)
      // Reads what the other one wrote.
      try first.undo()
      #expect(try ExampleFile(path).counts == ["B": 1])
    }
  }

  @Test("duplicates are left out unless asked for")
  func duplicates() throws {
    try inFolder { path in
      var file = try ExampleFile(path)
      let letter = example(series(3, dimension: 1), "A")
      #expect(try file.add([letter, letter]) == 1)
      var again = try ExampleFile(path)
      #expect(try again.add([letter, example(series(3, dimension: 1), "B")]) == 1)
      #expect(try again.add([letter], keepsDuplicates: true) == 1)
      #expect(try ExampleFile(path).counts == ["A": 2, "B": 1])
    }
  }

  @Test("a repeated recording is removed from a data set, another label is not")
  func duplicatesInDataSet() {
    var recordings = Recordings(format: "inertial-strokes")
    let stroke = (0..<3).map { Sample2D(x: Double($0), y: 0, timestamp: Double($0)) }
    for label in ["A", "B", "A", "A"] {
      recordings.strokes.append(LabeledRecording(label: label, samples: stroke))
    }
    recordings.strokes[3].user = "other"
    var content = DataSetContent.recordings(recordings)
    #expect(content.removeDuplicates() == (2, 1))
    #expect(content.gestures.map(\.label) == ["A", "B"])
    #expect(content.removeDuplicates() == (0, 1))
  }
}
