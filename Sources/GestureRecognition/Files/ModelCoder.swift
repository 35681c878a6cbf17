internal import MotionFusion

/// Writes the parts of a model or a data set to a file, or reads them from one: a single list of
/// parts does both.
///
/// Numbers are little-endian: whole numbers and counts of 32 bits without sign, and IEEE 754
/// numbers of 32 or 64 bits. A text is the count of its UTF-8 bytes and these bytes; a list is its
/// count and its elements; an optional part is a byte of 0, or 1 and the part.
package struct ModelCoder {
  /// The kinds of files by their first bytes, before the version, the CRC-32 checksum and the
  /// number of bytes of the parts, 32 bits each.
  package enum Kind: String, Sendable {
    case model = "inertial model\n"
    case dataSet = "inertial data set\n"

    /// The number of bytes before the parts.
    package var headerCount: Int { rawValue.utf8.count + 12 }
  }

  static let version = 1

  private var bytes: [UInt8] = []
  /// The number of bytes that were read; `nil` in a file that is written.
  private var place: Int?

  var isReading: Bool { place != nil }

  /// The bytes of a file with these parts.
  package static func file(
    of part: some ModelPart, _ kind: Kind = .model
  ) throws(ModelError) -> [UInt8] {
    var coder = ModelCoder()
    _ = try coder.coded(part)
    return seal(coder.bytes, kind)
  }

  /// The bytes of a file with the bytes of its parts.
  package static func seal(_ parts: [UInt8], _ kind: Kind = .model) -> [UInt8] {
    var file = ModelCoder()
    file.append(kind.rawValue.utf8)
    file.append(UInt32(version))
    file.append(CRC32.checksum(of: parts))
    file.append(UInt32(truncatingIfNeeded: parts.count))
    file.append(parts)
    return file.bytes
  }

  /// The parts in the bytes of a file.
  ///
  /// - Throws: ``ModelError`` for bytes that are truncated, altered, or not those of this part.
  package static func part<Part: ModelPart>(
    of file: [UInt8], _ kind: Kind = .model
  ) throws(ModelError) -> Part {
    let signature = kind.rawValue.utf8
    guard file.starts(with: signature) else {
      guard !signature.starts(with: file) else { throw .truncated }
      throw kind == .model ? .notAModel : .notADataSet
    }
    let headerCount = kind.headerCount
    guard file.count >= headerCount else { throw .truncated }
    var coder = ModelCoder()
    coder.bytes = file
    coder.place = signature.count
    let version: UInt32 = try coder.number()
    guard version == Self.version else {
      throw .unsupportedVersion(Int(truncatingIfNeeded: version), supported: Self.version)
    }
    let checksum: UInt32 = try coder.number()
    let count: UInt32 = try coder.number()
    guard file.count - headerCount >= count else { throw .truncated }
    guard file.count - headerCount == count,
      checksum == CRC32.checksum(of: file[headerCount...])
    else { throw .altered }
    let part = try Part(nil, in: &coder)
    guard coder.place == file.count else { throw .malformed("expected its end after the parts") }
    return part
  }

  /// Writes a part, or reads it.
  mutating func code<Part: ModelPart>(_ part: inout Part) throws(ModelError) {
    part = try coded(isReading ? nil : part)
  }

  /// Writes a part, or reads it and returns it.
  package mutating func coded<Part: ModelPart>(_ part: Part?) throws(ModelError) -> Part {
    // An optional part can be nil in a file that is written: pass `.some(nil)`.
    precondition((part == nil) == isReading, "expected a part to write")
    return try Part(part, in: &self)
  }

  /// Writes the name of a kind of part, and the part.
  mutating func write(_ name: String, _ part: some ModelPart) throws(ModelError) {
    _ = try coded(name)
    _ = try coded(part)
  }

  mutating func take(_ count: Int) throws(ModelError) -> ArraySlice<UInt8> {
    guard let start = place, count <= bytes.count - start else {
      throw Self.ended
    }
    place = start + count
    return bytes[start..<start + count]
  }

  /// Writes a list of bytes, or reads it.
  mutating func bytes(_ part: [UInt8]?) throws(ModelError) -> ArraySlice<UInt8> {
    let count = try coded(part?.count)
    guard let part else { return try take(count) }
    append(part)
    return part[...]
  }

  /// Writes a list of numbers, or reads it, as `coded(_:)` does in less time.
  mutating func floats(_ part: [Float]?) throws(ModelError) -> [Float] {
    let count = try coded(part?.count)
    if let part {
      for number in part { append(number.bitPattern) }
      return part
    }
    guard count <= bytes.count / 4 else { throw Self.ended }
    return Self.floats(in: try take(4 * count))
  }

  /// The numbers in these bytes, whose count is a multiple of 4.
  static func floats(in bytes: ArraySlice<UInt8>) -> [Float] {
    bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map {
        let bits = bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
        return Float(bitPattern: UInt32(littleEndian: bits))
      }
    }
  }

  private static let ended = ModelError.malformed("expected more bytes, got its end")

  mutating func append(_ new: some Sequence<UInt8>) { bytes += new }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  mutating func number<Number: FixedWidthInteger>() throws(ModelError) -> Number {
    try take(Number.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Number($1) }
  }
}

/// A part of a model or a data set in a file.
package protocol ModelPart {
  /// Writes a part and returns it, or reads it.
  ///
  /// - Parameters:
  ///   - part: The part to write; `nil` to read it.
  ///   - file: The file.
  init(_ part: Self?, in file: inout ModelCoder) throws(ModelError)
}

extension UInt8: ModelPart {
  package init(_ part: UInt8?, in file: inout ModelCoder) throws(ModelError) {
    if let part {
      file.append(part)
      self = part
    } else {
      self = try file.number()
    }
  }
}

extension Bool: ModelPart {
  package init(_ part: Bool?, in file: inout ModelCoder) throws(ModelError) {
    let byte = try file.coded(part.map { $0 ? 1 as UInt8 : 0 })
    guard byte <= 1 else { throw .malformed("expected a byte of 0 or 1, got \(byte)") }
    self = byte == 1
  }
}

extension Int: ModelPart {
  package init(_ part: Int?, in file: inout ModelCoder) throws(ModelError) {
    if let part {
      guard let number = UInt32(exactly: part), number <= Int32.max else {
        throw .inconsistent("expected a number from 0 to \(Int32.max), got \(part)")
      }
      file.append(number)
      self = part
    } else {
      let number: UInt32 = try file.number()
      guard number <= Int32.max else {
        throw .malformed("expected a number from 0 to \(Int32.max), got \(number)")
      }
      self = Int(number)
    }
  }
}

extension Double: ModelPart {
  package init(_ part: Double?, in file: inout ModelCoder) throws(ModelError) {
    if let part {
      file.append(part.bitPattern)
      self = part
    } else {
      self = Double(bitPattern: try file.number())
    }
  }
}

extension Float: ModelPart {
  package init(_ part: Float?, in file: inout ModelCoder) throws(ModelError) {
    if let part {
      file.append(part.bitPattern)
      self = part
    } else {
      self = Float(bitPattern: try file.number())
    }
  }
}

extension String: ModelPart {
  package init(_ part: String?, in file: inout ModelCoder) throws(ModelError) {
    let count = try file.coded(part?.utf8.count)
    if let part {
      file.append(part.utf8)
      self = part
    } else {
      self = String(decoding: try file.take(count), as: UTF8.self)
    }
  }
}

extension Optional: ModelPart where Wrapped: ModelPart {
  package init(_ part: Wrapped??, in file: inout ModelCoder) throws(ModelError) {
    let exists = try file.coded(part.map { $0 != nil })
    guard exists else {
      self = nil
      return
    }
    let wrapped: Wrapped = try file.coded(part ?? nil)
    self = wrapped
  }
}

extension Array: ModelPart where Element: ModelPart {
  package init(_ part: [Element]?, in file: inout ModelCoder) throws(ModelError) {
    let count = try file.coded(part?.count)
    // No reserve: the count of a damaged file can be of any size.
    self = []
    for index in 0..<count { append(try file.coded(part?[index])) }
  }
}

/// A dictionary is a list of its keys and values, in the order of the keys.
extension [String: String]: ModelPart {
  package init(_ part: [String: String]?, in file: inout ModelCoder) throws(ModelError) {
    let keys = try file.coded(part?.keys.sorted())
    self = [:]
    for key in keys { self[key] = try file.coded(part?[key]) }
  }
}

/// A value of an enumeration is its name.
extension ModelPart where Self: RawRepresentable, RawValue == String {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    let name = try file.coded(part?.rawValue)
    guard let value = Self(rawValue: name) else { throw .unknown(name) }
    self = value
  }
}

extension ModelError {
  /// The error of a name that is none of those of the format.
  static func unknown(_ name: String) -> ModelError { .malformed("got the unknown name '\(name)'") }

  static func check(temperature: Double) throws(ModelError) {
    guard temperature > 0, temperature.isFinite else {
      throw .inconsistent("expected a finite temperature above 0, got \(temperature)")
    }
  }

  static func check(dampingRate: Double) throws(ModelError) {
    guard dampingRate >= 0, dampingRate.isFinite else {
      throw .inconsistent("expected a finite damping rate of 0 or more, got \(dampingRate)")
    }
  }
}
