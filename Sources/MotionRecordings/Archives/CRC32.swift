/// The cyclic redundancy check of ISO 3309 and zlib: polynomial 0x04C11DB7, reflected.
///
/// Finds every flipped byte and every burst of up to 32 bits; of model and data set files, and of zip
/// archives.
package enum CRC32 {
  /// The checksum of these bytes.
  package static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    // Generic code of another module reads a byte a hundred times slower.
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
