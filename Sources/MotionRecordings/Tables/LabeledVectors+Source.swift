// MARK: - The lab's training log

extension LabeledVectors {
  /// Whether the bytes hold a tuple of the lab's training log, `('A', [0.1, …])`, in the first
  /// 64 KiB.
  package static func hasTuples(_ bytes: [UInt8]) -> Bool {
    var head = bytes.prefix(1 << 16)
    guard head.contains(UInt8(ascii: "(")) else { return false }
    if head.count < bytes.count { head = head[...(head.lastIndex(of: UInt8(ascii: "\n")) ?? 0)] }
    guard var scanner = try? WordScanner(Array(head), file: "") else { return false }
    return scanner.skipToTuple() != nil
  }

  /// Reads the tuples of the lab's training log or training program: `('A', [0.1, …])`.
  ///
  /// Other text between the tuples is skipped. Components have the names of zone features. The
  /// vectors have no labels if all are empty, as in a log that is not yet labelled. The lab's app
  /// logs the constant 1 twice; the second one is left out.
  ///
  /// - Throws: ``RecordingError`` with the line for a malformed list, vectors of different length,
  ///   and a text without tuples.
  package init(tuples bytes: [UInt8], name: String) throws(RecordingError) {
    var scanner = try WordScanner(bytes, file: name)
    var labels: [String] = []
    var values: [Double] = []
    var width = 0
    var nonFinite: Int?
    while let label = scanner.skipToTuple() {
      let line = scanner.line
      let vector = try scanner.numbers()
      // Another call with a text and an empty list.
      if vector.isEmpty { continue }
      if labels.isEmpty { width = vector.count }
      if nonFinite == nil, !vector.allSatisfy(\.isFinite) { nonFinite = line }
      guard vector.count == width else {
        throw RecordingError(
          file: name, line: line,
          "expected \(width) components as in the first tuple, got \(vector.count)")
      }
      guard scanner.take(UInt8(ascii: ")")) else {
        throw scanner.error("expected ')' after the vector")
      }
      labels.append(label)
      values += vector
    }
    guard width > 0 else {
      throw RecordingError(file: name, "expected tuples such as ('A', [0.1, 1.0]), got none")
    }
    let rows = stride(from: 0, to: values.count, by: width)
    if width % 3 == 2,
      rows.allSatisfy({ values[$0 + width - 1] == 1 && values[$0 + width - 2] == 1 })
    {
      values = rows.flatMap { values[$0..<$0 + width - 1] }
      width -= 1
    }
    self.init(
      names: Self.zoneNames(count: width), labels: labels.allSatisfy(\.isEmpty) ? nil : labels,
      values: values, file: name, firstNonFinite: nonFinite)
  }

  /// The vectors as the lab's training log: one tuple per line, five decimals, a constant 1.0 last.
  ///
  /// A label with both kinds of quotes cannot be read back.
  package var tuples: String {
    (0..<count).map { row in
      let numbers =
        self[row].last == 1
        ? Self.decimals(self[row].dropLast()) + ", 1.0" : Self.decimals(self[row])
      let label = labels?[row] ?? ""
      // A Character, because the method for strings needs all of Foundation.
      let quote = label.contains("'" as Character) ? "\"" : "'"
      return "(\(quote)\(label)\(quote), [\(numbers)]),\n"
    }.joined()
  }

  /// The numbers of each vector with a sign and five decimals, separated by commas.
  package var rows: [String] { (0..<count).map { Self.decimals(self[$0]) } }

  private static func decimals(_ numbers: ArraySlice<Double>) -> String {
    numbers.map(decimal).joined(separator: ", ")
  }

  /// The number with a sign and five decimals; as it is if it is very large or not finite.
  private static func decimal(_ number: Double) -> String {
    guard abs(number) < 1e12 else { return "\(number)" }
    let units = Int64((abs(number) * 1e5).rounded())
    let digits = "\(units % 100_000)"
    let fraction = String(repeating: "0", count: 5 - digits.count) + digits
    return "\(number < 0 && units > 0 ? "-" : "+")\(units / 100_000).\(fraction)"
  }

  /// The vectors as a table with the column `label`.
  package var csv: String {
    var table = TableWriter((labels == nil ? [] : ["label"]) + names)
    for row in 0..<count {
      if let labels { table.add(labels[row]) }
      for value in self[row] { table.add(value) }
      table.endRow()
    }
    return table.text
  }
}

// MARK: - The lab's weights

extension LabeledVectors {
  /// Reads a table or tuples of vectors, depending on the contents.
  ///
  /// - Throws: ``RecordingError``.
  package static func vectors(
    _ bytes: [UInt8], name: String
  ) throws(RecordingError) -> LabeledVectors {
    hasTuples(bytes)
      ? try LabeledVectors(tuples: bytes, name: name) : try LabeledVectors(bytes, name: name)
  }

  /// Reads weights: a table with labels, or the arrays `weights` and `labels` of the lab's source.
  ///
  /// - Throws: ``RecordingError`` for weights that have no labels, are not finite, or are
  ///   malformed.
  package static func weights(
    _ bytes: [UInt8], name: String
  ) throws(RecordingError) -> LabeledVectors {
    if let arrays = try arrays(bytes, name: name) { return arrays }
    let table = try LabeledVectors(bytes, name: name)
    guard table.labels != nil else {
      throw RecordingError(file: name, line: 1, problem: .missingColumns(["label"]))
    }
    if let line = table.firstNonFinite {
      throw RecordingError(file: name, line: line, "a weight is not finite")
    }
    return table
  }

  /// The arrays of the lab's source, in Swift or Python; `nil` without an array `weights`.
  ///
  /// Labels beyond the rows are left out: the lab's last one is shown without a recognition.
  private static func arrays(
    _ bytes: [UInt8], name: String
  ) throws(RecordingError) -> LabeledVectors? {
    guard bytes.contains(UInt8(ascii: "[")) else { return nil }
    var scanner = try WordScanner(bytes, file: name)
    var rows: [[Double]] = []
    var labels: [String] = []
    while scanner.peek() != nil {
      guard let identifier = scanner.identifier() else {
        if scanner.text() == nil { scanner.advance() }
        continue
      }
      let start = scanner
      if identifier == "weights", scanner.skipToValue(), scanner.take(UInt8(ascii: "[")),
        scanner.peek() == UInt8(ascii: "[")
      {
        rows = try scanner.rows()
      } else if identifier == "labels", scanner.skipToValue(), scanner.take(UInt8(ascii: "[")),
        let texts = scanner.texts()
      {
        labels = texts
      } else {
        scanner = start
      }
    }
    guard let width = rows.first?.count, width > 0 else { return nil }
    guard labels.count >= rows.count else {
      throw RecordingError(
        file: name,
        "expected an array 'labels' of \(rows.count) texts, one per row of 'weights', got "
          + "\(labels.count)")
    }
    return LabeledVectors(
      names: zoneNames(count: width), labels: Array(labels.prefix(rows.count)),
      values: rows.flatMap { $0 }, file: name)
  }
}

extension WordScanner {
  /// Skips to the list of the next tuple of a text and a list, and returns the text.
  fileprivate mutating func skipToTuple() -> String? {
    while peek() != nil {
      if take(UInt8(ascii: "(")) {
        let start = self
        if let label = text(), take(UInt8(ascii: ",")), peek() == UInt8(ascii: "[") { return label }
        self = start
      } else {
        advance()
      }
    }
    return nil
  }

  /// Skips an optional type and the equals sign of a definition.
  fileprivate mutating func skipToValue() -> Bool {
    if take(UInt8(ascii: ":")) {
      while let byte = peek(), byte != UInt8(ascii: "="), byte != UInt8(ascii: "\n") { advance() }
    }
    return take(UInt8(ascii: "="))
  }

  /// Takes lists of finite numbers, all of one length, up to the closing bracket.
  fileprivate mutating func rows() throws(RecordingError) -> [[Double]] {
    var rows: [[Double]] = []
    while !take(UInt8(ascii: "]")) {
      let row = try numbers()
      guard row.count == rows.first?.count ?? row.count, row.allSatisfy(\.isFinite) else {
        throw error(
          "expected \(rows.first?.count ?? 1) finite weights as in the first row, got \(row.count)")
      }
      rows.append(row)
      guard take(UInt8(ascii: ",")) || peek() == UInt8(ascii: "]") else {
        throw error("expected ',' or ']' after a row of weights")
      }
    }
    return rows
  }

  /// Takes texts up to the closing bracket; `nil` for anything else.
  fileprivate mutating func texts() -> [String]? {
    var texts: [String] = []
    while !take(UInt8(ascii: "]")) {
      guard let text = text() else { return nil }
      texts.append(text)
      guard take(UInt8(ascii: ",")) || peek() == UInt8(ascii: "]") else { return nil }
    }
    return texts
  }
}

/// Reads literals of Python or Swift source: texts in quotes, numbers and brackets.
extension WordScanner {
  /// The byte at the position, white space and comments skipped; `nil` at the end.
  fileprivate mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "#")
        || byte == UInt8(ascii: "/") && bytes[(position + 1)...].first == byte
      {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      } else if byte.isWhitespace {
        advance()
      } else {
        return byte
      }
    }
    return nil
  }

  /// Skips this byte, if it is next after white space and comments.
  fileprivate mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    advance()
    return true
  }

  /// Skips one byte.
  fileprivate mutating func advance() {
    guard position < bytes.count else { return }
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  /// Takes a text in single or double quotes that ends on its line; `nil` if none is next.
  fileprivate mutating func text() -> String? {
    guard let quote = peek(), quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      return nil
    }
    let rest = bytes[(position + 1)...]
    guard let end = rest.firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "\n") }),
      bytes[end] == quote
    else { return nil }
    position = end + 1
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Takes an identifier; `nil` if none is next.
  fileprivate mutating func identifier() -> String? {
    guard let first = peek(), first.isIdentifier, !(0x30...0x39).contains(first) else { return nil }
    let name = bytes[position...].prefix(while: \.isIdentifier)
    position = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Takes a list of numbers in brackets.
  fileprivate mutating func numbers() throws(RecordingError) -> [Double] {
    guard take(UInt8(ascii: "[")) else { throw expected("a list of numbers in brackets") }
    var numbers: [Double] = []
    while !take(UInt8(ascii: "]")) {
      guard peek() != nil else { throw expected("']'") }
      let word = bytes[position...].prefix { $0.isNumberPart }
      guard let number = DecimalNumber.parse(word, decimalMark: UInt8(ascii: ".")) else {
        throw expected("a number such as -0.25")
      }
      position = word.endIndex
      numbers.append(number)
      guard take(UInt8(ascii: ",")) || peek() == UInt8(ascii: "]") else { throw expected("','") }
    }
    return numbers
  }

  private func expected(_ what: String) -> RecordingError {
    let rest = bytes[position...].prefix { !$0.isLineEnd }.prefix(20)
    let found =
      rest.isEmpty ? "the end of the line" : String(decoding: rest, as: UTF8.self).quoted()
    return error("expected \(what), got \(found)")
  }
}

extension UInt8 {
  fileprivate var isIdentifier: Bool {
    self == UInt8(ascii: "_") || (0x30...0x39).contains(self) || (0x41...0x5A).contains(self)
      || (0x61...0x7A).contains(self)
  }

  fileprivate var isNumberPart: Bool {
    isIdentifier || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }
}
