/// Reads decimal numbers from bytes, right to the last bit.
enum DecimalNumber {
  /// The number that all of `bytes` spell, in the way of `strtod` without hexadecimal; `nan` and
  /// `inf` are numbers here, and so is ∞. `nil` when they spell none.
  ///
  /// The decimal mark is a point, or `decimalMark` where that is another; a minus may be U+2212, as
  /// some apps write it.
  ///
  /// Up to 19 digits and a small power of ten take the fast way of W. D. Clinger, *How to read
  /// floating point numbers accurately*, PLDI 1990: both factors are exact doubles, so that one
  /// operation rounds once. The standard library reads the rest.
  static func parse(_ bytes: some RandomAccessCollection<UInt8>, decimalMark: UInt8) -> Double? {
    var index = bytes.startIndex
    let end = bytes.endIndex
    var isNegative = false
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      bytes.formIndex(after: &index)
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    var isFraction = false
    while index < end {
      let byte = bytes[index]
      if byte &- UInt8(ascii: "0") < 10 {
        mantissa = mantissa &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        digits += 1
        if isFraction { exponent -= 1 }
      } else if byte == decimalMark || byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else {
        break
      }
      bytes.formIndex(after: &index)
    }
    guard index == end, digits > 0, digits <= 19, mantissa < 1 << 53, exponent >= -22 else {
      return general(bytes, decimalMark: decimalMark)
    }
    let magnitude = Double(mantissa) / powersOfTen[-exponent]
    return isNegative ? -magnitude : magnitude
  }

  private static func general(
    _ bytes: some Collection<UInt8>, decimalMark: UInt8
  ) -> Double? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Hexadecimal numbers and payloads of NaN are the standard library's, not a table's.
    if text.contains(where: { $0 == "x" || $0 == "X" || $0 == "(" }) { return nil }
    if let number = Double(text) { return number }
    let mark = Character(Unicode.Scalar(decimalMark))
    let plain = text.map { $0 == mark ? "." : $0 == "\u{2212}" ? "-" : $0 }
    return Double(String(plain).replacing("\u{221E}", with: "inf"))
  }

  /// 10 to the 0 ... 22: the powers of ten that a double holds exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
