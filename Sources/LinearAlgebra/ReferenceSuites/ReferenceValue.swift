/// A value of a reference file.
enum ReferenceValue: Decodable, Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([ReferenceValue])

  /// Decodes null, a flag, a number, a text or a list of these.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([ReferenceValue].self))
    }
  }

  /// The numbers of the value and its lists, row by row; `nil` if it has other values.
  ///
  /// The text "inf" is infinity, for which JSON has no number.
  var numbers: [Double]? {
    switch self {
    case .number(let number): return [number]
    case .text("inf"): return [.infinity]
    case .list(let values):
      var numbers: [Double] = []
      for value in values {
        guard let more = value.numbers else { return nil }
        numbers += more
      }
      return numbers
    case .null, .flag, .text: return nil
    }
  }

  /// The number of elements of a list.
  var count: Int? {
    if case .list(let values) = self { return values.count }
    return nil
  }

  /// The number of numbers in the value.
  var numberCount: Int {
    switch self {
    case .number, .text("inf"): 1
    case .list(let values): values.reduce(0) { $0 + $1.numberCount }
    case .null, .flag, .text: 0
    }
  }

  /// Feeds the value to a digest.
  func add(to digest: inout ReferenceDigest) {
    switch self {
    case .null: digest.add(0)
    case .flag(let flag): digest.add(flag ? 1 : 2)
    case .number(let number): digest.add(number.bitPattern)
    case .text(let text): for byte in text.utf8 { digest.add(UInt64(byte)) }
    case .list(let values):
      digest.add(UInt64(values.count))
      for value in values { value.add(to: &digest) }
    }
  }
}
