/// The format of a reading in a device's buffer: `[be|le]:[s|u]bits/storage[>>shift]`.
struct ScanType: Hashable, Sendable {
  var isBigEndian: Bool
  var isSigned: Bool
  /// The number of significant bits.
  var bits: Int
  /// The number of bytes in the buffer.
  var byteCount: Int
  /// The number of bits below the reading.
  var shift: Int

  /// Parses a type; `nil` for invalid text or a repeated element.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let sign = parts[1].first, sign == "s" || sign == "u" else {
      return nil
    }
    switch parts[0] {
    case "be": isBigEndian = true
    case "le": isBigEndian = false
    default: return nil
    }
    isSigned = sign == "s"
    let sizes = parts[1].dropFirst().split(separator: "/", maxSplits: 1)
    guard sizes.count == 2, let bits = Int(sizes[0]) else { return nil }
    let storage = sizes[1].split(separator: ">", omittingEmptySubsequences: true)
    guard let first = storage.first, let width = Int(first), [8, 16, 32, 64].contains(width)
    else { return nil }
    guard storage.count <= 2, let shift = storage.count == 2 ? Int(storage[1]) : 0 else {
      return nil
    }
    guard bits >= 1, shift >= 0, bits + shift <= width else { return nil }
    self.bits = bits
    self.shift = shift
    byteCount = width / 8
  }

  /// Decodes the reading in `bytes`, the storage of one element.
  func value(in bytes: some Collection<UInt8>) -> Int64 {
    var word: UInt64 = 0
    if isBigEndian {
      for byte in bytes { word = word << 8 | UInt64(byte) }
    } else {
      for (place, byte) in bytes.enumerated() { word |= UInt64(byte) << UInt64(8 * place) }
    }
    // Shift up and down again: removes the bits above and extends the sign.
    let above = UInt64(64 - bits - shift)
    let raised = word << above
    let down = UInt64(64 - bits)
    return isSigned
      ? Int64(bitPattern: raised) >> Int64(down) : Int64(bitPattern: raised >> down)
  }
}
