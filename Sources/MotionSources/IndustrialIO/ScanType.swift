/// How one reading stands in a device's buffer: `[be|le]:[s|u]bits/storage[>>shift]`.
struct ScanType: Hashable, Sendable {
  var isBigEndian: Bool
  var isSigned: Bool
  /// The bits that count.
  var bits: Int
  /// The bytes that it takes up.
  var byteCount: Int
  /// The bits below it.
  var shift: Int

  /// The type that `text` spells; `nil` when it spells none, or a repeated element.
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

  /// The reading that `bytes`, the storage of one element, hold.
  func value(in bytes: some Collection<UInt8>) -> Int64 {
    var word: UInt64 = 0
    if isBigEndian {
      for byte in bytes { word = word << 8 | UInt64(byte) }
    } else {
      for (place, byte) in bytes.enumerated() { word |= UInt64(byte) << UInt64(8 * place) }
    }
    // Up to the top of the word, and down again: that drops what stands above, and keeps the sign.
    let above = UInt64(64 - bits - shift)
    let raised = word << above
    let down = UInt64(64 - bits)
    return isSigned
      ? Int64(bitPattern: raised) >> Int64(down) : Int64(bitPattern: raised >> down)
  }
}
