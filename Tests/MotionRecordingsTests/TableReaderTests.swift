import RotationMath
import Testing

@testable import MotionRecordings

@Suite("TableReader")
struct TableReaderTests {
  @Test("a message quotes the start of a long field")
  func longField() throws {
    let field = String(repeating: "x", count: 100_000)
    let error = try #require(throws: RecordingError.self) {
      var table = try TableReader(Array("\(field)\n\(field)\n".utf8), file: "t.csv")
      _ = try table.next()
      _ = try table.number(at: 0)
    }
    #expect(error.description.hasPrefix("t.csv:2, column 'xxxx"))
    #expect(error.description.contains("xxx...'"))
    #expect(error.description.utf8.count < 300)
  }

  private func table(_ text: String) throws(RecordingError) -> TableReader {
    try TableReader(Array(text.utf8), file: "t.csv")
  }

  private func rows(_ text: String) throws(RecordingError) -> [[String]] {
    var table = try table(text)
    var rows: [[String]] = []
    while try table.next() { rows.append(table.header.indices.map(table.text)) }
    return rows
  }

  @Test(
    "separators, line ends, byte-order marks, blanks and empty lines",
    arguments: [
      "a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4", "\u{FEFF}a;b\n1;2\n3;4\n", "a\tb\n1\t2\n3\t4\n",
      "a , b\n 1, 2\n\n\n3,4 \n\n", "\n\"a\",\"b\"\n\"1\",2\n3,\"4\"\n", "a,b\r1,2\r3,4\r",
    ])
  func shapes(text: String) throws {
    #expect(try table(text).header == ["a", "b"])
    #expect(try rows(text) == [["1", "2"], ["3", "4"]])
  }

  @Test("quoted fields hold separators, line ends and quotes")
  func quotes() throws {
    #expect(
      try rows("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n\"two\nlines\",\"\"\n")
        == [["x, y", "say \"hi\""], ["two\nlines", ""]])
  }

  @Test("a quoted line end counts as a line")
  func lines() throws {
    var table = try table("a,b\n\"two\nlines\",1\n2,x\n")
    #expect(try table.next())
    #expect(table.line == 2)
    #expect(try table.next())
    #expect(table.line == 4)
    #expect(
      throws: RecordingError(
        file: "t.csv", line: 4, column: "b", problem: .notANumber(text: "x"))
    ) { try table.number(at: 1) }
  }

  @Test("with semicolons a comma is the decimal mark, and so is a point")
  func decimalComma() throws {
    var table = try table("a;b\n-0,25;1,5E-3\n")
    #expect(try table.next())
    #expect(try table.number(at: 0) == -0.25)
    #expect(try table.number(at: 1) == 0.0015)
  }

  @Test("a short last row without a line end was cut off; other short rows are errors")
  func shortRows() throws {
    var cut = try table("a,b\n1,2\n3")
    #expect(try cut.next())
    #expect(try !cut.next())
    #expect(cut.incompleteRows == 1)
    #expect(
      throws: RecordingError(
        file: "t.csv", line: 2, problem: .wrongFieldCount(found: 1, expected: 2))
    ) { try rows("a,b\n3\n1,2\n") }
  }

  @Test("bytes that are not a table are rejected with the reason")
  func noTable() {
    #expect(throws: RecordingError(file: "t.csv", problem: .empty)) { try table(" \n\n") }
    #expect(throws: RecordingError(file: "t.csv", problem: .notText)) {
      try TableReader([0x61, 0xFF, 0x0A], file: "t.csv")
    }
    #expect(throws: RecordingError(file: "t.csv", problem: .notText)) {
      try TableReader([0x61, 0x00, 0x0A], file: "t.csv")
    }
    #expect(throws: RecordingError(file: "t.csv", line: 1, column: "1", problem: .badQuotes)) {
      try table("\"a,b\n1,2\n")
    }
  }
}

@Suite("DecimalNumber")
struct DecimalNumberTests {
  private func parse(_ text: String) -> Double? {
    DecimalNumber.parse(Array(text.utf8)[...], decimalMark: UInt8(ascii: "."))
  }

  @Test(
    "parses the same doubles as the standard library", arguments: 0..<8 as Range<UInt64>)
  func randomNumbers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      #expect(parse("\(number)") == number)
      // Decimals as recordings have them take the fast way.
      let digits = Int64.random(in: -(1 << 53)...(1 << 53), using: &random)
      let places = Int.random(in: 1...22, using: &random)
      let text = decimal(digits, places: places)
      #expect(parse(text) == Double(text), "\(text)")
    }
  }

  @Test(
    "typical numbers: 17 digits, nanoseconds, exponents",
    arguments: 0..<4 as Range<UInt64>)
  func writtenNumbers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      for number in [random.nextNormal(), 1e-6 * random.nextNormal(), 1e6 * random.nextNormal()] {
        #expect(parse("\(number)") == number)
      }
      let digits = String(random.next() >> (random.next() % 64))
      #expect(parse(digits) == Double(digits), "\(digits)")
      let text = "\(digits.prefix(1)).\(digits.dropFirst())0E\(Int(random.next() % 60) - 30)"
      #expect(parse(text) == Double(text), "\(text)")
    }
  }

  @Test("halfway between two doubles rounds to even; any further digit decides")
  func halfway() throws {
    // (2^53 + odd) / 2 has one bit more than a double.
    for offset in stride(from: 1 as UInt64, to: 200, by: 2) {
      let whole = (1 << 53 + offset) >> 1
      for text in ["\(whole).5", "\(whole).49", "\(whole).51"] {
        #expect(parse(text) == Double(text), "\(text)")
      }
      let odd: UInt64 = 1 << 53 + offset
      #expect(parse("\(odd)") == Double("\(odd)"))
      #expect(parse("\(odd).0") == Double("\(odd).0"))
      #expect(parse("\(odd).1") == Double("\(odd).1"))
    }
  }

  private func decimal(_ digits: Int64, places: Int) -> String {
    let magnitude = String(digits.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - magnitude.count)) + magnitude
    return (digits < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }

  @Test(
    "signs, exponents and integers",
    arguments: [
      ("0", 0), ("-0.0", -0.0), ("+2", 2), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1E-3", 0.001),
      ("123456789012345678901234567890", 1.2345678901234568e29),
      ("4.9e-324", .leastNonzeroMagnitude),
      ("inf", .infinity), ("-inf", -.infinity),
    ])
  func spellings(text: String, number: Double) {
    #expect(parse(text) == number)
    #expect(parse(text)?.sign == number.sign)
  }

  @Test("NaN is a number; other text is not")
  func noNumbers() {
    #expect(parse("nan")?.isNaN == true)
    for text in ["", "-", ".", "abc", "1,5", "0x10", "1e", "1 2", "--1", "nan(1)", "1.2.3"] {
      #expect(parse(text) == nil, "\(text)")
    }
  }
}
