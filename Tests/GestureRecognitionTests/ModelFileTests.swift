import TestSupport
import Testing

@testable import GestureRecognition

@Suite("ModelFile")
struct ModelFileTests {
  private func model() throws -> LinearModel {
    var model = try LinearModel(
      labels: ["A", "É", "\"}\n"], features: ZoneFeatures(columns: 2, rows: 1, alignment: .center),
      weights: (0..<21).map { 1 / (Double($0) - 7.3) }, temperature: 0.3,
      metadata: ["data": "none", "seed": "1"])
    model.minimumConfidence = 0.25
    return model
  }

  @Test("what is written is read, to the last bit, and equal models give equal bytes")
  func roundTrip() throws {
    let bytes = try ModelFile.encode(model())
    #expect(try ModelFile.decode(bytes) == model())
    #expect(try ModelFile.encode(model()) == bytes)
  }

  @Test("the check value of CRC-32")
  func checksum() {
    #expect(CRC32.checksum(of: "123456789".utf8) == 0xCBF4_3926)
    #expect(CRC32.checksum(of: []) == 0)
  }

  @Test("no byte can be altered")
  func alteration() throws {
    let bytes = try ModelFile.encode(model())
    for index in bytes.indices {
      for flip in [1, 0x20, 0x80] as [UInt8] {
        var altered = bytes
        altered[index] ^= flip
        #expect(throws: ModelError.self, "byte \(index) ^ \(flip)") {
          try ModelFile.decode(altered)
        }
      }
    }
  }

  @Test("no end can be missing")
  func truncation() throws {
    let bytes = try ModelFile.encode(model())
    for count in bytes.indices {
      #expect(throws: ModelError.truncated, "\(count) bytes") {
        try ModelFile.decode(Array(bytes[..<count]))
      }
    }
    #expect(throws: ModelError.self) { try ModelFile.decode(bytes + [0x20]) }
  }

  @Test("what is no model")
  func other() {
    #expect(throws: ModelError.notAModel) { try ModelFile.decode(Array("label,time0\n".utf8)) }
    #expect(throws: ModelError.notAModel) { try ModelFile.decode([0, 255, 254]) }
    #expect(throws: ModelError.unsupportedVersion(2, supported: 1)) {
      try ModelFile.decode(Array("{\"inertialModel\":2,\"crc32\":\"00000000\"".utf8))
    }
  }

  /// A file of this content with a checksum that fits.
  private func file(_ content: String) -> [UInt8] {
    let checksum = String(CRC32.checksum(of: content.utf8), radix: 16)
    let padded = String(repeating: "0", count: 8 - checksum.count) + checksum
    return Array("{\"inertialModel\":1,\"crc32\":\"\(padded)\",\"model\":\(content)}\n".utf8)
  }

  @Test("content that fits its checksum and nothing else")
  func inconsistent() {
    let content = { (columns: Int, classifier: String, weights: String) in
      """
      {"alignment":"top-left","classifier":"\(classifier)","columns":\(columns),"labels":["a","b"],\
      "metadata":{},"minimumConfidence":0,"rows":1,"temperature":1,"weights":\(weights)}
      """
    }
    let rows = "[[1,2,3,4],[5,6,7,8]]"
    #expect(throws: Never.self) {
      try ModelFile.decode(file(content(1, "zone-perceptron", rows)))
    }
    #expect(
      throws: ModelError.inconsistent("class 0 has 4 weights: 2 × 1 zones need 7")
    ) { try ModelFile.decode(file(content(2, "zone-perceptron", rows))) }
    #expect(throws: ModelError.self) {
      try ModelFile.decode(file(content(0, "zone-perceptron", rows)))
    }
    #expect(throws: ModelError.self) { try ModelFile.decode(file(content(1, "oracle", rows))) }
    #expect(throws: ModelError.self) {
      try ModelFile.decode(file(content(1, "zone-perceptron", "[[1,2,3,4]]")))
    }
    #expect(throws: ModelError.self) { try ModelFile.decode(file("{}")) }
    #expect(throws: ModelError.self) { try ModelFile.decode(file("")) }
  }
}
