import Foundation
import Testing

@testable import GestureRecognition

@Suite("JSON without Foundation")
struct JSONTests {
  @Test("a value survives writing and reading, and Foundation reads the same")
  func roundTrip() throws {
    let value: JSON = [
      "text": "a \"quoted\" \\ line\n\u{1}é😀", "none": .null, "absent": nil,
      "numbers": JSON([0, -1.5, 1e-300, 1.7976931348623157e308, 0.1, 4_503_599_627_370_497]),
      "deep": ["list": .list([.flag(true), .flag(false), .list([]), [:]])],
    ]
    let bytes = value.bytes
    #expect(JSON(bytes) == value)
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(read["text"] as? String == "a \"quoted\" \\ line\n\u{1}é😀")
    #expect(read["numbers"] as? [Double] == value["numbers"]?.numbers)
    #expect(read.count == 4)
    #expect(JSON(try Array(JSONEncoder().encode(value)))?["deep"] == value["deep"])
  }

  @Test("numbers that are not finite are null")
  func infinite() {
    #expect(String(decoding: JSON([.nan, .infinity, 2]).bytes, as: UTF8.self) == "[null,null,2]")
  }

  @Test("escapes are read")
  func escapes() {
    let text = #""\u00e9\ud83d\ude00\/\b\f\n\r\t""#
    #expect(JSON(Array(text.utf8)) == .text("é😀/\u{8}\u{C}\n\r\t"))
  }

  @Test(
    "anything else than one value is rejected",
    arguments: [
      "", " ", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "[1 2]", "1 2", "nul", "+1", ".5",
      "1e999", "--1", "1e", "\"a", "\"\\x\"", "\"\\ud800\"", "\"\\u00g0\"", "\"\u{1}\"", "NaN",
      String(repeating: "[", count: 100_000),
    ])
  func rejected(_ text: String) {
    #expect(JSON(Array(text.utf8)) == nil)
  }
}
