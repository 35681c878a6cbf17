import MotionFusion
import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("GestureDataSet files")
struct GestureDataSetFileTests {
  private func set() throws -> GestureDataSet {
    var set = GestureDataSet(
      name: "wäves \"1\"", notes: "by hand,\nin g", classNames: ["1": "circle"], dimension: 2)
    try set.append(
      LabeledSeries(
        label: "1", user: "u", dimension: 2, times: [0, 0.1], values: [1, 1 / 3, 2, -4]))
    try set.append(
      LabeledSeries(
        label: "é", dimension: 2, times: [-7.5], values: [.leastNonzeroMagnitude, 1.7e308]))
    return set
  }

  @Test("a file restores the data set exactly; equal sets yield equal bytes")
  func roundTrip() throws {
    let bytes = try set().file
    #expect(GestureDataSet.isFile(bytes))
    #expect(try GestureDataSet(file: bytes) == set())
    #expect(try GestureDataSet(file: bytes).file == bytes)
    let empty = GestureDataSet(dimension: 1)
    #expect(try GestureDataSet(file: empty.file) == empty)
  }

  @Test("an altered byte or a truncated end is rejected")
  func damage() throws {
    let bytes = try set().file
    for index in bytes.indices {
      var altered = bytes
      altered[index] ^= 0x20
      #expect(throws: ModelError.self, "byte \(index)") { try GestureDataSet(file: altered) }
      #expect(throws: ModelError.truncated, "\(index) bytes") {
        try GestureDataSet(file: Array(bytes[..<index]))
      }
    }
  }

  @Test("another file kind, another version and inconsistent content are rejected")
  func other() throws {
    let model = try RecognitionModel.features(.uppercaseZones()).file()
    #expect(!GestureDataSet.isFile(model))
    #expect(throws: ModelError.notADataSet) { try GestureDataSet(file: model) }
    #expect(throws: ModelError.notAModel) { try RecognitionModel(file: set().file) }
    #expect(throws: ModelError.unsupportedVersion(2, supported: 1)) {
      try GestureDataSet(file: Array("{\"inertialDataSet\":2,\"crc32\":\"00000000\"".utf8))
    }
    for (dimension, series) in [
      (0, ""), (2, #"{"label":"A","times":[0],"values":[1]}"#),
      (1, #"{"times":[0],"values":[1]}"#), (1, #"{"label":"A","times":[],"values":[]}"#),
      (1, #"{"label":"A","times":[1,0],"values":[1,1]}"#),
    ] {
      let content =
        #"{"name":"","notes":"","classNames":{},"dimension":\#(dimension),"series":[\#(series)]}"#
      let error = #expect(throws: ModelError.self) {
        try GestureDataSet(file: DataSetFile.seal(Array(content.utf8)))
      }
      guard case .inconsistent = error else {
        Issue.record("\(series): \(error?.description ?? "")")
        continue
      }
    }
  }
}
