/// Parses decimal numbers from bytes, correctly rounded.
enum DecimalNumber {
  /// The number in all of `bytes`, or `nil` when they are not a number.
  ///
  /// The syntax is that of `strtod` without hexadecimal, with `nan`, `inf` and ∞. The decimal mark
  /// is a point or `decimalMark`; a minus may be U+2212, which some apps write.
  ///
  /// Numbers of up to 19 digits with a small power of ten are parsed here and rounded once: by one
  /// operation on two exact doubles (W. D. Clinger, *How to read floating point numbers
  /// accurately*, PLDI 1990), or by one division of 128-bit integers. Others go to the standard
  /// library.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>, decimalMark: UInt8) -> Double? {
    var index = 0
    let end = bytes.count
    var isNegative = false
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    let start = index
    var mantissa: UInt64 = 0
    func addDigits() {
      while index < end {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        index += 1
      }
    }
    addDigits()
    var count = index - start
    var exponent = 0
    if index < end, bytes[index] == UInt8(ascii: ".") || bytes[index] == decimalMark {
      index += 1
      let fraction = index
      addDigits()
      exponent = fraction - index
      count -= exponent
    }
    let hasDigits = count > 0
    // Leading zeros are no significant digits.
    if count > 19 {
      count -= bytes[start..<index].prefix { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
        .count { $0 == UInt8(ascii: "0") }
    }
    guard hasDigits, count <= 19, index == end || addExponent(bytes[index...], to: &exponent),
      let magnitude = magnitude(mantissa, powerOfTen: exponent)
    else { return general(bytes, decimalMark: decimalMark) }
    return isNegative ? -magnitude : magnitude
  }

  /// The number in all of `bytes`, which are not in a buffer.
  static func parse(_ bytes: ArraySlice<UInt8>, decimalMark: UInt8) -> Double? {
    bytes.withUnsafeBufferPointer { parse($0, decimalMark: decimalMark) }
  }

  /// Adds the exponent in `bytes`, `e` with one to three digits, to `exponent`; `false` for other
  /// text.
  private static func addExponent(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, to exponent: inout Int
  ) -> Bool {
    guard let letter = bytes.first, letter | 0x20 == UInt8(ascii: "e") else { return false }
    var digits = bytes.dropFirst()
    let sign = digits.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard (1...3).contains(digits.count) else { return false }
    var stated = 0
    for byte in digits {
      guard byte &- UInt8(ascii: "0") < 10 else { return false }
      stated = stated * 10 + Int(byte &- UInt8(ascii: "0"))
    }
    exponent += sign == UInt8(ascii: "-") ? -stated : stated
    return true
  }

  /// `mantissa` times a power of ten, rounded once to the nearest double, ties to even; `nil`
  /// outside the range of the two fast methods.
  private static func magnitude(_ mantissa: UInt64, powerOfTen exponent: Int) -> Double? {
    if mantissa == 0 { return 0 }
    if exponent == 0 { return Double(mantissa) }
    if mantissa < 1 << 53, abs(exponent) <= 22 {
      let power = powersOfTen[abs(exponent)]
      return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    }
    return (-19..<0).contains(exponent) ? quotient(mantissa, integerPowersOfTen[-exponent]) : nil
  }

  /// A quotient of integers, rounded once.
  ///
  /// The dividend is shifted to the top of 128 bits, so that the quotient has 64 bits or more: 53
  /// are kept, the others and the remainder determine the rounding. The quotient is between 1e-19
  /// and 2e18, so that it neither over- nor underflows.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    let shift = dividend.leadingZeroBitCount
    let (quotient, remainder) = (UInt128(dividend << UInt64(shift)) << 64)
      .quotientAndRemainder(dividingBy: UInt128(divisor))
    let surplus = 128 - quotient.leadingZeroBitCount - 53
    var significand = UInt64(truncatingIfNeeded: quotient >> UInt128(surplus))
    let rest = quotient & (1 << UInt128(surplus) - 1)
    let half = UInt128(1) << UInt128(surplus - 1)
    let isOdd = significand & 1 == 1
    if rest > half || rest == half && (remainder > 0 || isOdd) { significand += 1 }
    let exponent = surplus - 64 - shift
    return Double(significand) * Double(bitPattern: UInt64(1023 + exponent) << 52)
  }

  private static func general(
    _ bytes: UnsafeBufferPointer<UInt8>, decimalMark: UInt8
  ) -> Double? {
    let text = String(decoding: bytes, as: UTF8.self)
    // The standard library also accepts hexadecimal numbers and payloads of NaN; tables do not.
    if text.contains(where: { $0 == "x" || $0 == "X" || $0 == "(" }) { return nil }
    if let number = Double(text) { return number }
    let mark = Character(Unicode.Scalar(decimalMark))
    let plain = text.map { $0 == mark ? "." : $0 == "\u{2212}" ? "-" : $0 }
    return Double(String(plain).replacing("\u{221E}", with: "inf"))
  }

  /// The number in all of `bytes` with separators of thousands: `1,234.5`, `1.234,5`, `1 234` or
  /// `1'234`; `nil` for another one.
  ///
  /// - Parameter decimalMark: The mark that alone separates no thousands; `nil` for both marks.
  static func grouped(_ bytes: ArraySlice<UInt8>, decimalMark: UInt8?) -> Double? {
    let text = String(
      String(decoding: bytes, as: UTF8.self).map {
        "\u{A0}\u{202F}'\u{2019}".contains($0) ? " " : $0 == "\u{2212}" ? "-" : $0
      })
    let sign = text.prefix { "+-".contains($0) }
    let parts = text.dropFirst(sign.count)
      .split(omittingEmptySubsequences: false) { " .,".contains($0) }
    let marks = text.filter { " .,".contains($0) }
    guard sign.count < 2, let mark = marks.first, let last = marks.last else { return nil }
    let hasDecimals = last != mark
    let groups = hasDecimals ? parts.dropLast() : parts[...]
    guard marks.dropLast(hasDecimals ? 1 : 0).allSatisfy({ $0 == mark }),
      hasDecimals
        ? last != " "
        : marks.count > 1 || mark == " " || decimalMark != nil && decimalMark != mark.asciiValue,
      parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      (1...3).contains(groups[0].count), groups[0].first != "0",
      groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return Double(sign + groups.joined() + (hasDecimals ? "." + parts[parts.count - 1] : ""))
  }

  /// 10⁰ to 10²²: the powers of ten that are exact doubles.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// 10⁰ to 10¹⁹: the powers of ten that fit 64 bits.
  private static let integerPowersOfTen: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(UInt64(1)) { power, _ in power * 10 }
  }
}

/// Parses times of day, with or without a date.
enum ClockTime {
  /// The seconds since midnight, or since 1970-01-01 for a text with a date; `nil` for other text.
  ///
  /// Forms: `17:23:55.464`, `17:23:55,464`, `17:23:55:464`, `5:23:55 PM`,
  /// `2018-10-03 17:23:55.464`, `2018/10/03 17:23:55`, `03.10.2018`, `3/10/2018 17:23:55` as a time
  /// of day, ISO 8601 with a zone, `2018-10-03T17:23:55.464+02:00` or `Z`, and months by name,
  /// `Wed Oct 3 17:23:55 2018` or `03-Oct-2018 17:23:55`. MATLAB writes durations as `0.01 sec`.
  static func seconds(_ text: String) -> Double? {
    if text.hasSuffix(" sec") { return Double(text.dropLast(4)) }
    return secondsOfNumbers(text) ?? withNumberedMonth(text).flatMap(secondsOfNumbers)
  }

  /// The text with its date as year, month and day; `nil` without the name of a month.
  private static func withNumberedMonth(_ text: String) -> String? {
    let words = text.split { " ,-".contains($0) }
    let months = "jan feb mar apr may jun jul aug sep oct nov dec".split(separator: " ")
    guard
      let month = words.lazy.compactMap({ months.firstIndex(of: $0.prefix(3).lowercased()[...]) })
        .first,
      let year = words.first(where: { $0.count == 4 && Int($0) != nil }),
      let day = words.first(where: { $0.count < 3 && Int($0) != nil }),
      let clock = words.firstIndex(where: { $0.contains(":") })
    else { return nil }
    let half = words[clock...].dropFirst().first { ["am", "pm"].contains($0.lowercased()) } ?? ""
    return "\(year)-\(month + 1)-\(day) \(words[clock]) \(half)"
  }

  private static func secondsOfNumbers(_ text: String) -> Double? {
    var parts = text.split { $0 == " " || $0 == "T" }
    var hourOffset: Int?
    if let last = parts.last?.lowercased(), last == "am" || last == "pm" {
      hourOffset = last == "pm" ? 12 : 0
      parts.removeLast()
    }
    guard let clock = parts.last, parts.count <= 2 else { return nil }
    if parts.count == 1, !clock.contains(":") {
      return days(String(clock)).map { Double($0) * 86_400 }
    }
    guard let (ofDay, zone) = timeOfDay(clock, hasZone: parts.count == 2) else { return nil }
    var seconds = ofDay
    if let hourOffset {
      guard (3600..<46_800).contains(ofDay) else { return nil }
      seconds = (ofDay >= 43_200 ? ofDay - 43_200 : ofDay) + Double(hourOffset * 3600)
    }
    // A date with the year last, between slashes, may start with the month or the day.
    guard parts.count == 2, !isAmbiguousDate(parts[0]) else { return seconds }
    return days(String(parts[0])).map { Double($0) * 86_400 + seconds - zone }
  }

  private static func isAmbiguousDate(_ text: Substring) -> Bool {
    let fields = text.split(separator: "/")
    return fields.count == 3 && fields[2].count == 4 && fields.allSatisfy { Int($0) != nil }
  }

  /// The seconds since midnight and the offset of the zone.
  private static func timeOfDay(
    _ text: Substring, hasZone: Bool
  ) -> (seconds: Double, zone: Double)? {
    var clock = text
    var zone = 0.0
    if hasZone {
      if clock.last == "Z" || clock.last == "z" {
        clock = clock.dropLast()
      } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" || $0 == "\u{2212}" }) {
        let digits = clock[sign...].filter { $0.isNumber }
        guard digits.count == 2 || digits.count == 4, let hours = Double(digits.prefix(2)),
          let minutes = Double(digits.count == 4 ? String(digits.suffix(2)) : "0"), hours < 24,
          minutes < 60
        else { return nil }
        zone = (hours * 60 + minutes) * (clock[sign] == "+" ? 60 : -60)
        clock = clock[..<sign]
      }
    }
    // Some apps write a colon before the fraction.
    let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 3 || fields.count == 4, let hours = Int(fields[0]),
      let minutes = Int(fields[1]), (0..<60).contains(minutes),
      let seconds = Double(
        fields.count == 4 ? "\(fields[2]).\(fields[3])" : fields[2].replacing(",", with: ".")),
      (0..<61).contains(seconds), (0..<24).contains(hours)
    else { return nil }
    return (Double(hours * 3600 + minutes * 60) + seconds, zone)
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar, in ISO 8601's order, or with the
  /// day first between points.
  private static func days(_ date: String) -> Int? {
    var fields = date.split { $0 == "-" || $0 == "/" }.map { Int($0) }
    if fields.count == 1 { fields = date.split(separator: ".").map { Int($0) }.reversed() }
    guard fields.count == 3, let year = fields[0], let month = fields[1], let day = fields[2],
      (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // Years start in March, so that the leap day is the last day of the year.
    let shifted = month > 2 ? year : year - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * shifted + leapDays + dayOfYear - 719_468
  }
}

/// Reads the words of a text, separated by white space, and counts lines.
package struct WordScanner {
  /// The name of the file in errors.
  package let file: String
  /// The line of the last word, or of the position, from 1.
  package internal(set) var line = 1

  let bytes: [UInt8]
  var position = 0

  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    try TextCheck.check(bytes, file: file)
    self.bytes = bytes
    self.file = file
  }

  /// The next word; `nil` at the end.
  package mutating func next() -> String? {
    nextBytes().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The next word.
  ///
  /// - Parameter what: The expected word, for the message at the end of the file.
  package mutating func word(_ what: String) throws(RecordingError) -> String {
    guard let word = next() else { throw error("expected \(what), got the end of the file") }
    return word
  }

  /// Skips a word that must be one of `words`.
  package mutating func expect(_ words: [String]) throws(RecordingError) {
    let expected = words.joined(separator: " or ")
    let found = try word(expected)
    guard words.contains(found) else {
      throw error("expected \(expected), got \(found.quoted(atMost: 40))")
    }
  }

  /// The next word as an integer in `range`.
  package mutating func count(_ what: String, in range: ClosedRange<Int>) throws(RecordingError)
    -> Int
  {
    let found = try word(what)
    guard let count = Int(found), range.contains(count) else {
      throw error("expected \(what), got \(found.quoted(atMost: 40))")
    }
    return count
  }

  /// The next word as a number.
  package mutating func number() throws(RecordingError) -> Double {
    guard let word = nextBytes() else { throw error("expected a number, got the end of the file") }
    guard let number = DecimalNumber.parse(word, decimalMark: UInt8(ascii: ".")) else {
      throw RecordingError(
        file: file, line: line,
        problem: .notANumber(text: String(decoding: word.prefix(40), as: UTF8.self)))
    }
    return number
  }

  /// The rest of the line after the last word, without surrounding blanks.
  package mutating func restOfLine() -> String {
    let rest = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
    position = rest.endIndex
    let text = rest.drop(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
  }

  package func error(_ text: String) -> RecordingError {
    RecordingError(file: file, line: line, text)
  }

  private mutating func nextBytes() -> ArraySlice<UInt8>? {
    while position < bytes.count, bytes[position].isWhitespace {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    let word = bytes[position...].prefix { !$0.isWhitespace }
    position = word.endIndex
    return word.isEmpty ? nil : word
  }
}

extension UInt8 {
  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether the byte ends the name in front of a number: a colon or an equals sign.
  var isLabelEnd: Bool { self == UInt8(ascii: ":") || self == UInt8(ascii: "=") }

  /// Whether the byte is a line feed or a carriage return.
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether the byte is ASCII white space.
  package var isWhitespace: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }
}
