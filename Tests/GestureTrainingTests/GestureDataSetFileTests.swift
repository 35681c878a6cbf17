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
      SampleSeries(
        dimension: 2, times: [0, 0.1], values: [1, 1 / 3, 2, -4]), label: "1", user: "u")
    try set.append(
      SampleSeries(
        dimension: 2, times: [-7.5], values: [.leastNonzeroMagnitude, 1.7e308]), label: "é")
    return set
  }

  /// The parts of a data set of one series, without a name, notes, class names and a user.
  static func parts(
    dimension: Int, label: String?, times: [Double], values: [Double]
  ) -> [UInt8] {
    var parts = Parts.text("") + Parts.text("") + Parts.list()
    parts += Parts.number(dimension) + Parts.number(1)
    parts += label.map { [1] + Parts.text($0) } ?? [0]
    parts.append(0)
    parts += Parts.number(times.count) + times.flatMap(Parts.double)
    parts += Parts.number(values.count) + values.flatMap(Parts.double)
    return parts
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
      try GestureDataSet(
        file: Array("inertial data set\n".utf8) + Parts.number(2) + Parts.double(0))
    }
    for (dimension, label, times, values) in [
      (0, "A", [0], [1]), (2, "A", [0], [1]), (1, nil, [0], [1]), (1, "A", [], []),
      (1, "A", [1, 0], [1, 1]),
    ] as [(Int, String?, [Double], [Double])] {
      let parts = Self.parts(dimension: dimension, label: label, times: times, values: values)
      let error = #expect(throws: ModelError.self) {
        try GestureDataSet(file: ModelCoder.seal(parts, .dataSet))
      }
      guard case .inconsistent = error else {
        Issue.record("\(times): \(error?.description ?? "")")
        continue
      }
    }
  }
}
