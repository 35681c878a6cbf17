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
    model.minimumConfidence = 0.25
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

  @Test("a model of motion zones: round trip and alterations")
  func motionZones() throws {
    let features = MotionZoneFeatures(
      quantities: [.velocity, .pointing], zones: ZoneFeatures(columns: 2, rows: 1),
      stabilizer: .exponentialDamping, dampingRate: 1.5)
    let classifier = try LinearClassifier(
      labels: ["a", "b"], featureCount: 13, weights: (0..<26).map { 1 / (Double($0) - 7.3) })
    let model = RecognitionModel.features(
      try FeatureModel(.motionZones(features), .linear(classifier), metadata: ["seed": "1"]))
    let bytes = try model.file()
    #expect(try RecognitionModel(file: bytes) == model)
    #expect(throws: ModelError.inconsistent("expected a classifier of 82 features, got 13")) {
      try FeatureModel(.motionZones(MotionZoneFeatures()), .linear(classifier))
    }
    for index in bytes.indices {
      var altered = bytes
      altered[index] ^= 1
      #expect(throws: ModelError.self, "byte \(index)") { try RecognitionModel(file: altered) }
    }
    for (good, bad) in [
      ("[\"velocity\",\"pointing\"]", "[]"), ("\"columns\":2", "\"columns\":99"),
      ("\"dampingRate\":1.5", "\"dampingRate\":-1"),
      ("\"minimumConfidence\":0", "\"minimumConfidence\":2"),
    ] {
      let text = String(decoding: try ModelEnvelope.model.open(bytes), as: UTF8.self)
      #expect(text.contains(good))
      let changed = Array(text.replacing(good, with: bad).utf8)
      let error = #expect(throws: ModelError.self, "\(bad)") {
        try RecognitionModel(file: ModelEnvelope.model.seal(changed, version: 1))
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
      try RecognitionModel(file: Array("{\"inertialModel\":2,\"crc32\":\"00000000\"".utf8))
    }
  }

  /// A file of this content with a valid checksum.
  private func file(_ content: String) -> [UInt8] {
    let checksum = String(CRC32.checksum(of: content.utf8), radix: 16)
    let padded = String(repeating: "0", count: 8 - checksum.count) + checksum
    return Array("{\"inertialModel\":1,\"crc32\":\"\(padded)\",\"model\":\(content)}\n".utf8)
  }

  @Test(
    "malformed content is reported with its place",
    arguments: [
      ("\"rows\":1", "\"rows\":\"1\"", "rows': expected a whole number"),
      ("[\"a\",\"b\"]", "[\"a\",2]", "labels[1]': expected a text"),
      ("[\"a\",\"b\"]", "null", "labels': expected a list"),
      ("5,6,7,8]", "5,6,null,8]", "weights[6]': expected a number"),
      ("\"metadata\":{}", "\"metadata\":[]", "at 'features.metadata': expected an object"),
      ("\"temperature\":1,", "", "expected a key 'temperature'"),
      ("top-left", "bottom", "alignment': got an unknown value"),
      ("\"rows\":1", "\"rows\":1.5", "expected JSON with numbers in range"),
      ("{", "", "expected JSON"),
    ])
  func malformed(good: String, bad: String, reason: String) throws {
    let content = Self.content(columns: 1, weights: "[1,2,3,4,5,6,7,8]")
    _ = try RecognitionModel(file: file(content))
    let damaged = content.replacing(good, with: bad, maxReplacements: 1)
    let error = try #require(throws: ModelError.self) { try RecognitionModel(file: file(damaged)) }
    #expect(error.description.hasPrefix("the file is malformed: "))
    #expect(error.description.contains(reason), "\(error)")
  }

  /// A model of zones of one row.
  private static func content(columns: Int, weights: String) -> String {
    """
    {"features":{"dampingRate":2,"features":{"zones":{"_0":{"alignment":"top-left",\
    "columns":\(columns),"rows":1,"scaling":"uniform","smoothing":"none"}}},"metadata":{},\
    "minSize":0,"minimumConfidence":0,"scorer":{"linear":{"_0":{"featureCount":4,\
    "labels":["a","b"],"temperature":1,"weights":\(weights)}}},\
    "stabilizer":"zero-end-velocity"}}
    """
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
    let set = """
      {"classNames":{},"dimension":\(count),"name":"","notes":"",\
      "series":[{"label":"a","times":[0,1,2],"values":[1]}]}
      """
    #expect(throws: ModelError.self) {
      try GestureDataSet(file: ModelEnvelope.dataSet.seal(Array(set.utf8), version: 1))
    }
  }

  @Test("inconsistent content with a valid checksum throws")
  func inconsistent() {
    let weights = "[1,2,3,4,5,6,7,8]"
    #expect(
      throws: ModelError.inconsistent("expected a classifier of 7 features, got 4")
    ) { try RecognitionModel(file: file(Self.content(columns: 2, weights: weights))) }
    #expect(throws: ModelError.self) {
      try RecognitionModel(file: file(Self.content(columns: 0, weights: weights)))
    }
    #expect(throws: ModelError.self) {
      try RecognitionModel(file: file(Self.content(columns: 1, weights: "[1,2,3,4]")))
    }
    #expect(throws: ModelError.self) { try RecognitionModel(file: file("{}")) }
    #expect(throws: ModelError.self) { try RecognitionModel(file: file("")) }
  }
}
