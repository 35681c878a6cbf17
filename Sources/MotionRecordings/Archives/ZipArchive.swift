internal import MotionFusion

/// The files in a zip archive (PKWARE's APPNOTE 6.3), stored or deflated.
package struct ZipArchive {
  /// One file in the archive.
  struct Entry {
    var path: String
    fileprivate var method: Int
    fileprivate var checksum: UInt32
    fileprivate var compressedSize: Int
    fileprivate var size: Int
    fileprivate var headerOffset: Int
    fileprivate var isEncrypted: Bool
  }

  /// The files in the order of the archive's list, without folders.
  private(set) var entries: [Entry] = []
  private let bytes: [UInt8]
  private let name: String

  /// Files over 256 MiB in total, and over 100 times the archive, are rejected as a decompression
  /// bomb: tables of samples compress about 4-fold, and those of a stationary sensor at most
  /// 50-fold.
  private static let (largeSize, greatestRatio) = (1 << 28, 100)

  /// Whether `bytes` start like an archive, possibly without files.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Reads the list of files of the archive in `bytes`; errors name it `name`.
  init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    self.bytes = bytes
    self.name = name
    guard let end = Self.endOfList(bytes) else {
      throw error("expected a list of files at the end of the zip archive; it was cut off")
    }
    let count = number(2, at: end + 10)
    var position = number(4, at: end + 16)
    guard count != 0xFFFF, position != 0xFFFF_FFFF else {
      throw error("64-bit zip archives are not supported; unzip it and read the folder")
    }
    for _ in 0..<count {
      guard position + 46 <= bytes.count, number(4, at: position) == 0x0201_4B50 else {
        throw error("the zip archive's list of files is damaged")
      }
      let pathLength = number(2, at: position + 28)
      let next =
        position + 46 + pathLength + number(2, at: position + 30) + number(2, at: position + 32)
      guard next <= bytes.count else { throw error("the zip archive's list of files is damaged") }
      let path = String(decoding: bytes[position + 46..<position + 46 + pathLength], as: UTF8.self)
      if !path.hasSuffix("/") {
        entries.append(
          Entry(
            path: path, method: number(2, at: position + 10),
            checksum: UInt32(number(4, at: position + 16)),
            compressedSize: number(4, at: position + 20), size: number(4, at: position + 24),
            headerOffset: number(4, at: position + 42),
            isEncrypted: number(2, at: position + 8) & 1 == 1))
      }
      position = next
    }
    let size = entries.reduce(0) { $0 + $1.size }
    guard size <= Self.largeSize || size / Self.greatestRatio <= bytes.count else {
      throw error(
        "expected a compression ratio of at most \(Self.greatestRatio), got \(size) bytes from "
          + "\(bytes.count)")
    }
  }

  /// The bytes of one file, checked against its checksum.
  func contents(of entry: Entry) throws(RecordingError) -> [UInt8] {
    let file = "\(name)/\(entry.path)"
    guard !entry.isEncrypted else {
      throw RecordingError(
        file: file, "encrypted files are not supported; unzip it and read the folder")
    }
    // Check the stated size before unpacking.
    guard entry.size <= InputFile.largestSize else {
      throw RecordingError(
        file: file, "expected at most \(InputFile.largestSize >> 30) GiB, got \(entry.size) bytes")
    }
    let header = entry.headerOffset
    guard header + 30 <= bytes.count, number(4, at: header) == 0x0403_4B50 else {
      throw RecordingError(file: file, "the zip archive is damaged here")
    }
    let start = header + 30 + number(2, at: header + 26) + number(2, at: header + 28)
    guard start + entry.compressedSize <= bytes.count else {
      throw RecordingError(file: file, "the zip archive ends within the file")
    }
    let packed = bytes[start..<start + entry.compressedSize]
    let contents: [UInt8]
    switch entry.method {
    case 0: contents = Array(packed)
    case 8:
      do throws(Inflate.Failure) {
        contents = try Inflate.bytes(of: packed, size: entry.size)
      } catch {
        throw RecordingError(file: file, "the compressed data are damaged")
      }
    default:
      throw RecordingError(
        file: file, "expected compression method 0 (stored) or 8 (deflate), got \(entry.method)")
    }
    guard contents.count == entry.size, CRC32.checksum(of: contents) == entry.checksum else {
      throw RecordingError(file: file, "the checksum is wrong: the zip archive is damaged")
    }
    return contents
  }

  // MARK: - Parts

  /// The offset of the record at the archive's end, which a comment of up to 65,535 bytes can
  /// follow.
  private static func endOfList(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    let earliest = max(0, bytes.count - 22 - 0xFFFF)
    return stride(from: bytes.count - 22, through: earliest, by: -1).first {
      bytes[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06])
    }
  }

  private func number(_ size: Int, at position: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
  }

  private func error(_ reason: String) -> RecordingError {
    RecordingError(file: name, reason)
  }
}

extension ZipArchive {
  /// An archive of `files`, without compression.
  static func bytes(of files: [(path: String, text: String)]) -> [UInt8] {
    var archive: [UInt8] = []
    var list: [UInt8] = []
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for (path, text) in files {
      let (name, contents) = (Array(path.utf8), Array(text.utf8))
      // Version 2.0, names in UTF-8, stored, the date 1980-01-01, checksum, sizes, length of the
      // name, no extra fields.
      var about = number(20, 2) + number(1 << 11, 2) + number(0, 2)
      about += number(0, 2) + number(0x21, 2)
      about += number(Int(CRC32.checksum(of: contents)), 4)
      about += number(contents.count, 4) + number(contents.count, 4)
      about += number(name.count, 2) + number(0, 2)
      list += number(0x0201_4B50, 4) + number(20, 2) + about
      // No comment, first disk, no attributes, offset of the file.
      list += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(archive.count, 4)
      list += name
      archive += number(0x0403_4B50, 4) + about + name + contents
    }
    let end =
      number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
      + number(list.count, 4) + number(archive.count, 4) + number(0, 2)
    return archive + list + end
  }
}

extension ZipArchive {
  /// The number of files of an archive and their bytes, as its list states them; `nil` for other
  /// bytes.
  package static func extent(
    of bytes: [UInt8], name: String
  ) throws(RecordingError) -> (files: Int, size: Int)? {
    guard recognizes(bytes) else { return nil }
    let entries = try ZipArchive(bytes, name: name).entries
    return (entries.count, entries.reduce(0) { $0 + $1.size })
  }

  /// Unpacks each file of an archive in turn.
  package static func unpack(
    _ bytes: [UInt8], name: String, _ body: (_ path: String, _ bytes: [UInt8]) throws -> Void
  ) throws {
    let archive = try ZipArchive(bytes, name: name)
    for entry in archive.entries {
      try body("\(name)/\(entry.path)", try archive.contents(of: entry))
    }
  }
}
