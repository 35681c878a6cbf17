// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import GLKMath
import TestSupport
import Testing

/// Every function against values from `Tests/ReferenceData/glk/make_glk_reference.py`.
@Suite("GLKMath against reference values")
struct GLKReferenceTests {
  struct Case: Decodable {
    var function: String
    var arguments: [[Float]]
    var result: [Double]

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      function = try container.decode(String.self)
      arguments = try container.decode([[Float]].self)
      result = try container.decode([Double].self)
    }
  }

  struct File: Decodable {
    var cases: [Case]
  }

  static func load() throws -> [Case] {
    let url = Locations.referenceData.appending(path: "glk/glk_reference.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).cases
  }

  @Test("every function has reference cases")
  func complete() throws {
    let tested = Set(try Self.load().map(\.function))
    #expect(tested == FunctionTable().names)
    // The other 12 of GLKit's 220 functions (descriptions, stack levels) have separate tests.
    #expect(tested.count == 208)
  }

  @Test("values are accurate to 64 eps in single precision")
  func values() throws {
    let table = FunctionTable()
    for row in try Self.load() {
      let function = try #require(table[row.function])
      let result = function(row.arguments)
      try #require(result.count == row.result.count, "\(row.function)")
      // The scale of rounding errors: values are near 1, except perspective divisions and window
      // coordinates.
      let scale = (row.result + [1]).map(abs).max() ?? 1
      let tolerance = scale * 64 * Double(Float.ulpOfOne)
      for (value, expected) in zip(result, row.result) {
        #expect(
          abs(Double(value) - expected) <= tolerance, "\(row.function) \(row.arguments)")
      }
    }
  }
}
