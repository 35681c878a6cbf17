import Foundation
import RealModule
import RotationMath
import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("GaussianNaiveBayes")
struct GaussianNaiveBayesTests {
  /// Accelerometer samples of a device in three poses.
  static func examples(seed: UInt64) -> [Example<[Double]>] {
    var random = SplitMix64(seed: seed)
    let poses = [("flat", [0, 0, -1.0]), ("left", [-1.0, 0, 0]), ("up", [0, -1.0, 0])]
    return (0..<90).map { index in
      let (label, pose) = poses[index % 3]
      return Example(
        representation: pose.map { $0 + 0.1 * random.nextNormal() }, label: label,
        name: "v\(index)")
    }
  }

  @Test("scores are logarithms of normal densities")
  func density() throws {
    let model = try GaussianNaiveBayes(training: [
      Example(representation: [1, 10], label: "a"), Example(representation: [3, 14], label: "a"),
      Example(representation: [0, 0], label: "b"), Example(representation: [0, 2], label: "b"),
    ])
    #expect(model.labels == ["a", "b"])
    #expect(model.classes[0].means == [2, 12])
    #expect(model.classes[0].variances == [2, 8])
    let score = try model.recognize([2.5, 11]).score
    // scipy.stats.norm.logpdf([2.5, 11], [2, 12], numpy.sqrt([2, 8])).sum()
    #expect(abs(score - -3.349171427529236) < 1e-14)
    // A constant feature has the smallest variance.
    #expect(model.classes[1].variances[0] > 0)
    #expect(try model.recognize([0, 1]).label == "b")
  }

  @Test("poses are recognised, and others rejected", arguments: 0..<4 as Range<UInt64>)
  func rejection(seed: UInt64) throws {
    var model = try GaussianNaiveBayes(training: Self.examples(seed: seed))
    let unseen = Self.examples(seed: seed + 100)
    model.nullRejectionCoefficient = 10
    for example in unseen {
      let recognition = try model.recognize(example.representation)
      #expect(recognition.label == example.label)
      #expect(recognition.isGesture)
      #expect(abs(recognition.confidence - 1) < 1e-6)
    }
    #expect(try !model.recognize([0, 0, 1]).isGesture)
    #expect(try !model.recognize([0, 0, -2]).isGesture)
    model.nullRejectionCoefficient = .infinity
    #expect(try model.recognize([0, 0, 1]).isGesture)
  }

  @Test("a vector nearer to what is no gesture is rejected, and keeps its label")
  func nullClasses() throws {
    var model = try GaussianNaiveBayes(training: Self.examples(seed: 1))
    var random = SplitMix64(seed: 2)
    let between = (0..<60).map { index in
      Example(
        representation: [-0.5, 0, -0.5].map { $0 + 0.1 * random.nextNormal() },
        label: index % 2 == 0 ? "a" : "b")
    }
    model.nullRejectionCoefficient = .infinity
    #expect(try model.recognize([-0.5, 0, -0.5]).isGesture)
    let label = try model.recognize([-0.45, 0, -0.55]).label
    try model.setNullClasses(between)
    let recognition = try model.recognize([-0.45, 0, -0.55])
    #expect(!recognition.isGesture && recognition.label == label)
    #expect(
      model.labels == ["flat", "left", "up"] && model.nullClasses.map(\.label) == ["a", "b"])
    #expect(
      try Self.examples(seed: 3).allSatisfy { try model.recognize($0.representation).isGesture })
    #expect(try ModelCoder.part(of: ModelCoder.file(of: model)) == model)
    // One example of a kind has no variance: nothing changes.
    let before = model
    #expect(throws: TrainingError.tooFewExamples(label: "a", count: 1, minimum: 2)) {
      try model.setNullClasses([between[0]])
    }
    #expect(model == before)
    try model.setNullClasses([])
    #expect(try model.recognize([-0.45, 0, -0.55]).isGesture)
  }

  @Test("classes are removed without the examples of others, but for the last one")
  func classes() throws {
    let examples = Self.examples(seed: 1)
    var model = try GaussianNaiveBayes(training: examples).restricted(to: ["flat", "left"])
    #expect(model.labels == ["flat", "left"])
    for broken in [[[0.0, 1], [1, 1]], [[0, 1, .nan], [1, 1, 1]]] {
      #expect(throws: TrainingError.self) {
        try model.setNullClasses(broken.map { Example(representation: $0, label: "a") })
      }
    }
    #expect(model.labels == ["flat", "left"] && model.nullClasses.isEmpty)
    #expect(try model.restricted(to: ["left"]).labels == ["left"])
    #expect(throws: ModelError.self) { try model.restricted(to: ["up"]) }
  }

  @Test("vectors of another length and vectors without finite scores throw")
  func errors() throws {
    let model = try GaussianNaiveBayes(training: Self.examples(seed: 1))
    #expect(throws: GestureError.featureCount(found: 2, expected: 3)) {
      try model.recognize([1, 2])
    }
    #expect(throws: GestureError.featureNotFinite(feature: 1)) {
      try model.recognize([1, .nan, 2])
    }
    #expect(throws: GestureError.featureNotFinite(feature: 0)) {
      try model.recognize([1e200, 0, 2])
    }
  }
}
