/// A digest of 32 bits of a case of a reference suite.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, *The FNV non-cryptographic hash
/// algorithm*, draft-eastlake-fnv; here the 64-bit FNV-1a over words, folded to 32 bits.
struct ReferenceDigest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The digest of the fields of a case, whatever their order.
  static func of(_ fields: [String: ReferenceValue]) -> UInt32 {
    var digest = ReferenceDigest()
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      for byte in name.utf8 { digest.add(UInt64(byte)) }
      value.add(to: &digest)
    }
    return UInt32(truncatingIfNeeded: digest.state ^ digest.state >> 32)
  }

  mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x100_0000_01b3
    // A multiplication carries upwards only.
    state ^= state >> 29
  }
}
