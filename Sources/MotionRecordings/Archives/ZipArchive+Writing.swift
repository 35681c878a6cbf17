internal import MotionFusion

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
