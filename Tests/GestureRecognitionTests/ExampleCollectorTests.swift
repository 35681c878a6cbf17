import Foundation
import GestureRecognition
import MotionFusion
import MotionRecordings
import Testing

@Suite("Collecting examples")
struct ExampleCollectorTests {
  private func series(_ count: Int, dimension: Int = 1) -> Gesture {
    .series(
      LabeledSeries(
        dimension: dimension, times: (0..<count).map { Double($0) },
        values: Array(repeating: 0.5, count: count * dimension)))
  }

  @Test("labels are asked for in order; undo asks again")
  func labels() throws {
    var collector = ExampleCollector(
      labels: ["A", "B"], count: 2, minimumSamples: 3, user: "me")
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

  @Test("a short gesture is rejected and counted")
  func short() throws {
    var collector = ExampleCollector(labels: ["A"])
    let error = #expect(throws: ExampleError.self) { try collector.add(series(19)) }
    #expect(error?.description == "expected 20 samples or more, got 19")
    #expect(collector.rejectedCount == 1 && collector.examples.isEmpty)
    let nothing = collector.undo()
    #expect(nothing == nil)
  }

  @Test("a label is skipped, or chosen; without a limit it stays")
  func skipping() throws {
    var collector = ExampleCollector(labels: ["A", "B"], minimumSamples: 1)
    for _ in 0..<9 { try collector.add(series(1)) }
    #expect(collector.label == "A")
    collector.skip()
    #expect(collector.label == "B")
    collector.undo()
    #expect(collector.label == "A")
    collector.skip()
    collector.skip()
    #expect(collector.isComplete)
    var free = ExampleCollector(minimumSamples: 1)
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

  @Test("a file of series grows and shrinks, and is removed when empty")
  func seriesFile() throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "inertial-examples-\(UUID().uuidString).csv"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var file = try ExampleFile(path)
    #expect(file.counts.isEmpty)
    try file.append(series(3, dimension: 2), label: "A", user: "me")
    try file.append(series(2, dimension: 2), label: "B", user: nil)
    try file.write()
    var again = try ExampleFile(path)
    #expect(again.counts == ["A": 1, "B": 1])
    #expect(throws: RecordingError.self) {
      try again.append(series(2, dimension: 3), label: "B", user: nil)
    }
    #expect(throws: RecordingError.self) {
      try again.append(.motion(motions), label: "B", user: nil)
    }
    #expect(again.counts == ["A": 1, "B": 1])
    again.removeLast()
    try again.write()
    #expect(try ExampleFile(path).counts == ["A": 1])
    again.removeLast()
    again.removeLast()
    try again.write()
    #expect(!FileManager.default.fileExists(atPath: path))
    try again.write()
    try again.append(.motion(motions), label: "B", user: nil)
    #expect(throws: RecordingError.self) {
      try again.append(.stroke([Sample2D(x: 0, y: 0, timestamp: 0)]), label: "C", user: nil)
    }
    try again.write()
    #expect(try ExampleFile(path).counts == ["B": 1])
  }
}
