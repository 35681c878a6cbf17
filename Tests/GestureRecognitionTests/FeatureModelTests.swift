import GestureRecognition
import TestSupport
import Testing

@Suite("FeatureModel")
struct FeatureModelTests {
  /// One zone: features are time, dx, dy and 1.
  static let features = ZoneFeatures(columns: 1, rows: 1)

  static func model(temperature: Double = 1) throws -> FeatureModel {
    try FeatureModel(
      labels: ["right", "left", "down"], zones: features,
      weights: [0, 1, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0], temperature: temperature)
  }

  @Test("the highest score wins, and the others follow in order")
  func order() throws {
    let recognition = try Self.model().recognize([1, -0.5, 0.25, 1])
    #expect(recognition.label == "left")
    #expect(recognition.score == 0.5)
    #expect(recognition.alternatives.map(\.label) == ["down", "right"])
    #expect(recognition.alternatives.map(\.score) == [0.25, -0.5])
    #expect(recognition.isGesture)
  }

  @Test("confidences are the softmax of the scores")
  func confidence() throws {
    let recognition = try Self.model(temperature: 0.5).recognize([1, -0.5, 0.25, 1])
    // exp(1), exp(0.5) and exp(-1) over their sum, by mpmath.
    let expected = [0.57409699, 0.34820743, 0.07769558]
    let found = [recognition.confidence] + recognition.alternatives.map(\.confidence)
    #expect(difference(found, expected) < 1e-8)
  }

  @Test("the first class of equal scores wins")
  func ties() throws {
    let recognition = try Self.model().recognize([1, 0, 0, 1])
    #expect(recognition.label == "right")
    #expect(recognition.alternatives.map(\.label) == ["left", "down"])
    #expect(abs(recognition.confidence - 1.0 / 3) < 1e-15)
  }

  @Test("a batch has the results of its vectors", arguments: 0..<4 as Range<UInt64>)
  func batch(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let labels = (0..<26).map { "class \($0)" }
    let weights = (0..<(26 * 28)).map { _ in random.nextNormal() }
    let model = try FeatureModel(labels: labels, weights: weights)
    let vectors = (0..<40).map { _ in (0..<28).map { _ in random.nextNormal() } }
    let batch = try model.recognize(batch: vectors)
    for (vector, recognition) in zip(vectors, batch) {
      let single = try model.recognize(vector)
      #expect(recognition.label == single.label)
      // Sums of 28 products of size one in two orders.
      #expect(abs(recognition.score - single.score) < 224 * Double.ulpOfOne)
    }
    #expect(try model.recognize(batch: []).isEmpty)
  }

  @Test("vectors of the wrong length or not finite throw")
  func badVectors() throws {
    let model = try Self.model()
    #expect(throws: GestureError.featureCount(found: 28, expected: 4)) {
      try model.recognize([Double](repeating: 0, count: 28))
    }
    #expect(throws: GestureError.featureCount(found: 0, expected: 4)) {
      try model.recognize(batch: [[1, 0, 0, 1], []])
    }
    #expect(throws: GestureError.featureNotFinite(feature: 2)) {
      try model.recognize([1, 0, .nan, 1])
    }
    #expect(throws: GestureError.featureNotFinite(feature: 1)) {
      try model.recognize([1, .infinity, 0, 1])
    }
    let heavy = try FeatureModel(
      labels: ["a", "b"], zones: Self.features, weights: [0, 1e300, 0, 0, 0, 0, 0, 0])
    #expect(throws: GestureError.featureNotFinite(feature: 1)) {
      try heavy.recognize([1, 1e300, 0, 1])
    }
  }

  @Test("inconsistent parts throw")
  func badParts() {
    let row = [Double](repeating: 1, count: 4)
    #expect(throws: ModelError.self) {
      try FeatureModel(labels: ["a"], zones: Self.features, weights: row)
    }
    #expect(throws: ModelError.self) {
      try FeatureModel(labels: ["a", "a"], zones: Self.features, weights: row + row)
    }
    #expect(throws: ModelError.self) {
      try FeatureModel(labels: ["a", "b"], zones: Self.features, weights: row)
    }
    #expect(throws: ModelError.inconsistent("weight 1 of class b is not finite")) {
      try FeatureModel(labels: ["a", "b"], zones: Self.features, weights: row + [1, .nan, 1, 1])
    }
    for temperature in [0, -1, Double.nan, .infinity] {
      #expect(throws: ModelError.self) {
        try FeatureModel(
          labels: ["a", "b"], zones: Self.features, weights: row + row,
          temperature: temperature)
      }
    }
  }
}
