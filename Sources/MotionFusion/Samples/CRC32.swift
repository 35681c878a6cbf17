/// The cyclic redundancy check of ISO 3309 and zlib: polynomial 0x04C11DB7, reflected.
///
/// Used by model files, data set files and zip archives. It detects every burst of up to 32 bits.
package enum CRC32 {
  package static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    // Without this, generic code from another module takes a hundred times as long.
    bytes.withContiguousStorageIfAvailable(checksum(ofBuffer:))
      ?? ContiguousArray(bytes).withUnsafeBufferPointer(checksum(ofBuffer:))
  }

  private static func checksum(ofBuffer bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register = table[Int((register ^ UInt32(byte)) & 0xFF)] ^ (register >> 8)
    }
    return ~register
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
