/// Decompresses the DEFLATE format (RFC 1951).
///
/// It is used instead of zlib because every library module must build without a C library. Tests
/// compare it with streams that zlib wrote (Tests/ReferenceData/archives).
struct Inflate {
  /// The reason why compressed bytes are rejected.
  enum Failure: Error, Hashable {
    /// The bytes end within the data.
    case endsEarly
    /// The bytes violate the format.
    case malformed
    /// The output is longer than expected.
    case tooLong
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let size: Int

  private init(_ bytes: ArraySlice<UInt8>, size: Int) {
    self.bytes = bytes
    self.size = size
    position = bytes.startIndex
    // A damaged size may be huge; the format's greatest ratio is 1032.
    output.reserveCapacity(min(size, 1032 * bytes.count))
  }

  /// The decompressed bytes.
  ///
  /// - Parameter size: The greatest allowed number of bytes.
  static func bytes(of bytes: ArraySlice<UInt8>, size: Int) throws(Failure) -> [UInt8] {
    var inflate = Inflate(bytes, size: size)
    while try !inflate.readBlock() {}
    return inflate.output
  }

  /// Reads one block and returns whether it was the last.
  private mutating func readBlock() throws(Failure) -> Bool {
    let isLast = try read(1) == 1
    switch try read(2) {
    case 0: try readStored()
    case 1: try readCodes(literals: Self.fixedLiterals, distances: Self.fixedDistances)
    case 2:
      let (literals, distances) = try readTables()
      try readCodes(literals: literals, distances: distances)
    default: throw .malformed
    }
    return isLast
  }

  /// The next `count` bits, the first bit lowest.
  private mutating func read(_ count: Int) throws(Failure) -> Int {
    while bitCount < count {
      guard position < bytes.endIndex else { throw .endsEarly }
      bits |= UInt32(bytes[position]) << UInt32(bitCount)
      bitCount += 8
      position += 1
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  // MARK: - Blocks

  private mutating func readStored() throws(Failure) {
    bits = 0
    bitCount = 0
    let length = try read(16)
    guard try read(16) == length ^ 0xFFFF else { throw .malformed }
    guard position + length <= bytes.endIndex else { throw .endsEarly }
    guard output.count + length <= size else { throw .tooLong }
    output += bytes[position..<position + length]
    position += length
  }

  private mutating func readCodes(
    literals: HuffmanTable, distances: HuffmanTable
  ) throws(Failure) {
    while true {
      let symbol = try decode(literals)
      if symbol < 256 {
        guard output.count < size else { throw .tooLong }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw .malformed }
      let length = Self.lengths[symbol - 257]
      let count = length.base + (try read(length.extraBits))
      let code = try decode(distances)
      guard code < Self.distances.count else { throw .malformed }
      let distance = Self.distances[code].base + (try read(Self.distances[code].extraBits))
      guard distance <= output.count else { throw .malformed }
      guard output.count + count <= size else { throw .tooLong }
      // The source of a copy may overlap its destination.
      let start = output.count - distance
      for index in start..<start + count { output.append(output[index]) }
    }
  }

  private mutating func readTables() throws(Failure) -> (HuffmanTable, HuffmanTable) {
    let literalCount = try read(5) + 257
    let distanceCount = try read(5) + 1
    let lengthCount = try read(4) + 4
    var lengths = [Int](repeating: 0, count: Self.lengthOrder.count)
    for index in 0..<lengthCount { lengths[Self.lengthOrder[index]] = try read(3) }
    let lengthTable = try HuffmanTable(lengths: lengths)
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      let symbol = try decode(lengthTable)
      switch symbol {
      case 0..<16: all.append(symbol)
      case 16:
        guard let last = all.last else { throw .malformed }
        all += [Int](repeating: last, count: try read(2) + 3)
      case 17: all += [Int](repeating: 0, count: try read(3) + 3)
      default: all += [Int](repeating: 0, count: try read(7) + 11)
      }
    }
    // A block needs an end code.
    guard all.count == literalCount + distanceCount, all[256] > 0 else { throw .malformed }
    return (
      try HuffmanTable(lengths: Array(all[..<literalCount])),
      try HuffmanTable(lengths: Array(all[literalCount...]))
    )
  }

  /// The next symbol, found bit by bit: codes of one length are consecutive numbers.
  private mutating func decode(_ table: HuffmanTable) throws(Failure) -> Int {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...HuffmanTable.longest {
      code |= try read(1)
      let count = table.counts[length]
      if code - first < count { return table.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .malformed
  }

  // MARK: - Tables of the format

  /// Lengths of copies for symbols 257 and up, by the number of extra bits (RFC 1951, 3.2.5).
  private static let lengths: [(base: Int, extraBits: Int)] =
    zip(
      [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
      ],
      [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    ).map { ($0, $1) }

  /// Distances of copies: two symbols for each number of extra bits, but four for none.
  private static let distances: [(base: Int, extraBits: Int)] = {
    var base = 1
    return (0..<30).map { symbol in
      let extraBits = max(0, symbol / 2 - 1)
      defer { base += 1 << extraBits }
      return (base, extraBits)
    }
  }()

  /// The order in which the lengths of the length codes are written (RFC 1951, 3.2.7).
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private static let fixedLiterals = HuffmanTable(
    complete: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = HuffmanTable(
    complete: [Int](repeating: 5, count: 30))
}

/// A canonical Huffman code: the number of symbols by length, and the symbols in order of codes.
struct HuffmanTable {
  static let longest = 15
  private(set) var counts = [Int](repeating: 0, count: longest + 1)
  private(set) var symbols: [Int] = []

  /// A code with these lengths by symbol; 0 is an unused symbol.
  ///
  /// - Throws: ``Inflate/Failure/malformed`` when the lengths are oversubscribed.
  init(lengths: [Int]) throws(Inflate.Failure) {
    self.init(complete: lengths)
    var room = 1
    for length in 1...Self.longest {
      room = room << 1 - counts[length]
      guard room >= 0 else { throw .malformed }
    }
  }

  /// A code with lengths that are not oversubscribed.
  init(complete lengths: [Int]) {
    for length in lengths where length > 0 { counts[length] += 1 }
    for length in 1...Self.longest {
      for symbol in lengths.indices where lengths[symbol] == length { symbols.append(symbol) }
    }
  }
}
