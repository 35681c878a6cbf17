/// A JSON value: messages of programs with and without Foundation.
package enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSON

    package init(name: String, value: JSON) { (self.name, self.value) = (name, value) }
  }

  package init(_ number: Double) { self = .number(number) }
  package init(_ number: Int) { self = .number(Double(number)) }
  package init(_ flag: Bool) { self = .flag(flag) }
  package init(_ text: String) { self = .text(text) }
  package init<Element>(_ list: some Sequence<Element>, _ value: (Element) -> JSON) {
    self = .list(list.map(value))
  }
  package init(_ numbers: [Double]) { self.init(numbers) { .number($0) } }
  /// `null` for `nil`.
  package init<Value>(_ value: Value?, _ json: (Value) -> JSON) {
    self = if let value { json(value) } else { .null }
  }

  /// The value of a member; `nil` without one.
  package subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var integer: Int? { number.flatMap(Int.init(exactly:)) }
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var list: [JSON]? { if case .list(let list) = self { list } else { nil } }
  /// A list of numbers only.
  package var numbers: [Double]? {
    guard let list else { return nil }
    let numbers = list.compactMap { $0.number }
    return numbers.count == list.count ? numbers : nil
  }

  /// This object with the members of another one.
  package func with(_ other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
  package typealias Key = String
  package typealias Value = JSON?

  package init(stringLiteral text: String) { self = .text(text) }
  /// An object; members that are `nil` are left out.
  package init(dictionaryLiteral members: (String, JSON?)...) {
    self = .object(
      members.compactMap { member in member.1.map { Member(name: member.0, value: $0) } })
  }
}

// MARK: - Text

extension JSON {
  /// The value as text; `null` for numbers that are not finite.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number):
      guard number.isFinite else {
        bytes += "null".utf8
        return
      }
      if let integer = Int64(exactly: number) {
        bytes += "\(integer)".utf8
      } else {
        bytes += "\(number)".utf8
      }
    case .text(let text): Self.write(text, to: &bytes)
    case .list(let list):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in list.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u00".utf8
        bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Reads a value from text; `nil` for anything else than one value of JSON with at most 64 lists
  /// and objects inside each other.
  package init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let value = reader.value(depth: 64), reader.skipSpace() == nil else { return nil }
    self = value
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    /// Skips white space; returns the next byte.
    mutating func skipSpace() -> UInt8? {
      while place < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
      return place < bytes.count ? bytes[place] : nil
    }

    mutating func take(_ text: StaticString) -> Bool {
      let end = place + text.utf8CodeUnitCount
      guard end <= bytes.count else { return false }
      for index in 0..<text.utf8CodeUnitCount where bytes[place + index] != text.utf8Start[index] {
        return false
      }
      place = end
      return true
    }

    mutating func value(depth: Int) -> JSON? {
      guard depth > 0, let byte = skipSpace() else { return nil }
      switch byte {
      case UInt8(ascii: "{"):
        return elements(to: UInt8(ascii: "}")) { $0.member(depth: depth - 1) }.map { .object($0) }
      case UInt8(ascii: "["):
        return elements(to: UInt8(ascii: "]")) { $0.value(depth: depth - 1) }.map { .list($0) }
      case UInt8(ascii: "\""): return text().map { .text($0) }
      case UInt8(ascii: "t"): return take("true") ? .flag(true) : nil
      case UInt8(ascii: "f"): return take("false") ? .flag(false) : nil
      case UInt8(ascii: "n"): return take("null") ? .null : nil
      default: return number()
      }
    }

    /// The elements of a list or an object, between commas up to `end`.
    mutating func elements<Element>(
      to end: UInt8, _ element: (inout Reader) -> Element?
    ) -> [Element]? {
      place += 1
      var elements: [Element] = []
      if skipSpace() == end {
        place += 1
        return elements
      }
      while true {
        guard let next = element(&self) else { return nil }
        elements.append(next)
        let separator = skipSpace()
        place += 1
        if separator == end { return elements }
        guard separator == UInt8(ascii: ",") else { return nil }
      }
    }

    mutating func member(depth: Int) -> Member? {
      guard skipSpace() == UInt8(ascii: "\""), let name = text(),
        skipSpace() == UInt8(ascii: ":")
      else { return nil }
      place += 1
      return value(depth: depth).map { Member(name: name, value: $0) }
    }

    mutating func number() -> JSON? {
      let start = place
      while place < bytes.count,
        "+-.eE".utf8.contains(bytes[place]) || (0x30...0x39).contains(bytes[place])
      {
        place += 1
      }
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
        let number = Double(text), number.isFinite
      else { return nil }
      return .number(number)
    }

    mutating func text() -> String? {
      place += 1
      var units: [UInt8] = []
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
        case 0..<0x20: return nil
        case UInt8(ascii: "\\"):
          guard place < bytes.count, let scalar = escaped() else { return nil }
          units += String(Character(scalar)).utf8
        default: units.append(byte)
        }
      }
      return nil
    }

    mutating func escaped() -> Unicode.Scalar? {
      place += 1
      switch bytes[place - 1] {
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "u"):
        guard let first = unit() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard take("\\u"), let second = unit(), (0xDC00..<0xE000).contains(second) else {
          return nil
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      case let byte where "\"\\/".utf8.contains(byte): return Unicode.Scalar(byte)
      default: return nil
      }
    }

    /// Four hexadecimal digits.
    mutating func unit() -> UInt32? {
      guard place + 4 <= bytes.count else { return nil }
      let digits = bytes[place..<place + 4]
      place += 4
      // Without signs, which the conversion takes.
      return digits.allSatisfy { $0 > 0x2F }
        ? UInt32(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
  }
}

#if !hasFeature(Embedded)
  extension JSON: Encodable {
    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
      switch self {
      case .object(let members):
        var container = encoder.container(keyedBy: Name.self)
        for member in members {
          try container.encode(member.value, forKey: Name(stringValue: member.name))
        }
      case .list(let list):
        var container = encoder.unkeyedContainer()
        for value in list { try container.encode(value) }
      case .null:
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      case .flag(let flag): try flag.encode(to: encoder)
      case .number(let number):
        if let integer = Int(exactly: number) {
          try integer.encode(to: encoder)
        } else {
          try number.encode(to: encoder)
        }
      case .text(let text): try text.encode(to: encoder)
      }
    }
  }
#endif
