import MotionRecordings
import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("ModelFile")
struct ModelFileTests {
  private func model() throws -> RecognitionModel {
    var model = try FeatureModel(
      labels: ["A", "É", "\"}\n"], zones: ZoneFeatures(columns: 2, rows: 1, alignment: .center),
      weights: (0..<21).map { 1 / (Double($0) - 7.3) }, temperature: 0.3,
      metadata: ["data": "none", "seed": "1"])
    model.stabilizer = .exponentialDamping
    model.dampingRate = 3
    return .features(model)
  }

  @Test("a file round trip is exact, and equal models have equal bytes")
  func roundTrip() throws {
    let bytes = try model().file()
    #expect(try RecognitionModel(file: bytes) == model())
    #expect(try model().file() == bytes)
  }

  @Test("a model of zones: round trip and alterations")
  func zones() throws {
    let classifier = try LinearClassifier(
      labels: ["a", "b"], featureCount: 7, weights: (0..<14).map { 1 / (Double($0) - 7.3) })
    var features = try FeatureModel(
      .zones(ZoneFeatures(columns: 2, rows: 1)), .linear(classifier), metadata: ["seed": "1"])
    features.dampingRate = 1.5
    let model = RecognitionModel.features(features)
    let bytes = try model.file()
    #expect(try RecognitionModel(file: bytes) == model)
    #expect(throws: ModelError.inconsistent("expected a classifier of 28 features, got 7")) {
      try FeatureModel(.zones(ZoneFeatures()), .linear(classifier))
    }
    for index in bytes.indices {
      var altered = bytes
      altered[index] ^= 1
      #expect(throws: ModelError.self, "byte \(index)") { try RecognitionModel(file: altered) }
    }
    for (good, bad) in [
      (Parts.number(2) + Parts.number(1), Parts.number(99) + Parts.number(1)),
      (Parts.double(1.5), Parts.double(-1)),
      (Parts.double(0.5), Parts.double(2)),
    ] {
      let error = #expect(throws: ModelError.self, "\(bad)") {
        try RecognitionModel(file: bytes.replacingParts(good, with: bad))
      }
      guard case .inconsistent = error else {
        Issue.record("\(bad): \(error?.description ?? "")")
        continue
      }
    }
  }

  @Test("CRC-32 has its check value")
  func checksum() {
    #expect(CRC32.checksum(of: "123456789".utf8) == 0xCBF4_3926)
    #expect(CRC32.checksum(of: []) == 0)
  }

  @Test("any altered byte is an error")
  func alteration() throws {
    let bytes = try model().file()
    for index in bytes.indices {
      for flip in [1, 0x20, 0x80] as [UInt8] {
        var altered = bytes
        altered[index] ^= flip
        #expect(throws: ModelError.self, "byte \(index) ^ \(flip)") {
          try RecognitionModel(file: altered)
        }
      }
    }
  }

  @Test("any missing end is an error")
  func truncation() throws {
    let bytes = try model().file()
    for count in bytes.indices {
      #expect(throws: ModelError.truncated, "\(count) bytes") {
        try RecognitionModel(file: Array(bytes[..<count]))
      }
    }
    #expect(throws: ModelError.self) { try RecognitionModel(file: bytes + [0x20]) }
  }

  @Test("other bytes are not a model")
  func other() {
    #expect(throws: ModelError.notAModel) {
      try RecognitionModel(file: Array("label,time0\n".utf8))
    }
    #expect(throws: ModelError.notAModel) { try RecognitionModel(file: [0, 255, 254]) }
    #expect(throws: ModelError.unsupportedVersion(2, supported: 1)) {
      try RecognitionModel(
        file: Array("inertial model\n".utf8) + Parts.number(2) + Parts.number(0) + Parts.number(0))
    }
  }

  /// The file of a model of zones of one row.
  private static func file(columns: Int = 1, weights: [Double] = [1, 2, 3, 4, 5, 6, 7, 8])
    -> [UInt8]
  {
    var parts = Parts.text("features") + Parts.text("zones")
    parts += Parts.number(columns) + Parts.number(1)
    parts += Parts.text("top-left") + Parts.text("uniform") + Parts.text("none")
    parts += Parts.text("linear") + Parts.list("a", "b") + Parts.number(4)
    parts += Parts.number(weights.count) + weights.flatMap(Parts.double)
    parts += Parts.double(1) + Parts.double(0) + [0]  // The scale of confidences, no scaling.
    parts += Parts.number(0)  // No notes.
    parts += Parts.double(0.5) + [0] + Parts.double(0)
    parts += Parts.text("zero-end-velocity") + Parts.double(2)
    return ModelCoder.seal(parts)
  }

  @Test("the bytes of a model are those of the documentation")
  func layout() throws {
    let model = try FeatureModel(
      labels: ["a", "b"], zones: ZoneFeatures(columns: 1, rows: 1),
      weights: [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(try RecognitionModel.features(model).file() == Self.file())
  }

  @Test(
    "malformed content is reported",
    arguments: [
      (Parts.text("features"), Parts.text("oracle"), "unknown name 'oracle'"),
      (Parts.text("zones"), Parts.text("zone"), "unknown name 'zone'"),
      (Parts.text("top-left"), Parts.text("bottom"), "unknown name 'bottom'"),
      (Parts.list("a", "b"), Parts.number(1 << 30), "expected more bytes"),
      (Parts.number(8), Parts.number(1 << 28), "expected more bytes"),
      (Parts.list("a", "b"), [255, 255, 255, 255], "expected a number from 0 to 2147483647"),
      (
        Parts.double(1) + Parts.double(0) + [0], Parts.double(1) + Parts.double(0) + [2],
        "expected a byte of 0 or 1, got 2"
      ),
      (Parts.double(2), Parts.double(2) + [0], "expected its end after the parts"),
      (Parts.text("zero-end-velocity") + Parts.double(2), [], "expected more bytes"),
    ])
  func malformed(good: [UInt8], bad: [UInt8], reason: String) throws {
    let damaged = Self.file().replacingParts(good, with: bad, last: good == Parts.double(2))
    let error = try #require(throws: ModelError.self) { try RecognitionModel(file: damaged) }
    #expect(error.description.hasPrefix("the file is malformed: "))
    #expect(error.description.contains(reason), "\(error)")
  }

  @Test("counts whose products overflow throw", arguments: [1 << 62, Int.max, 1 << 40])
  func absurdCounts(count: Int) throws {
    #expect(throws: ModelError.self) {
      try LinearClassifier(labels: ["a", "b"], featureCount: count, weights: [1, 2])
    }
    var configuration = GesturePipeline.Configuration(dimension: count)
    configuration.features = .zones(columns: 2, rows: 2)
    #expect(configuration.validationError != nil)
    configuration.dimension = 1000
    configuration.preprocessing = [.movingAverage(window: count)]
    #expect(configuration.validationError != nil)
    configuration.preprocessing = [.movingAverage(window: 100_000)]
    #expect(configuration.validationError?.contains("1 to 10000 samples") == true)
    configuration.preprocessing = []
    configuration.postprocessing = [.labelFilter(minimumCount: 1, window: count)]
    #expect(configuration.validationError != nil)
    for dimension in [count, Int(Int32.max)] {
      let set = GestureDataSetFileTests.parts(
        dimension: dimension, label: "a", times: [0, 1, 2], values: [1])
      #expect(throws: ModelError.self) {
        try GestureDataSet(file: ModelCoder.seal(set, .dataSet))
      }
    }
  }

  @Test("inconsistent content with a valid checksum throws")
  func inconsistent() {
    #expect(
      throws: ModelError.inconsistent("expected a classifier of 7 features, got 4")
    ) { try RecognitionModel(file: Self.file(columns: 2)) }
    #expect(throws: ModelError.self) { try RecognitionModel(file: Self.file(columns: 0)) }
    #expect(throws: ModelError.self) {
      try RecognitionModel(file: Self.file(weights: [1, 2, 3, 4]))
    }
    #expect(throws: ModelError.self) { try RecognitionModel(file: ModelCoder.seal([])) }
  }
}

/// The bytes of parts of models, by the description of the format.
enum Parts {
  static func number(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  static func double(_ number: Double) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt64($0))) }
  }
  static func float(_ number: Float) -> [UInt8] { Self.number(Int(number.bitPattern)) }
  static func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }
  static func list(_ texts: String...) -> [UInt8] { number(texts.count) + texts.flatMap(text) }
}

extension [UInt8] {
  /// The file with the first or the last occurrence of a part replaced, and a new checksum.
  func replacingParts(_ old: [UInt8], with new: [UInt8], last: Bool = false) -> [UInt8] {
    var parts = Array(self[ModelCoder.Kind.model.headerCount...])
    let ranges = parts.ranges(of: old)
    guard let range = last ? ranges.last : ranges.first else {
      Issue.record("the model does not contain \(old)")
      return self
    }
    parts.replaceSubrange(range, with: new)
    return ModelCoder.seal(parts)
  }
}
