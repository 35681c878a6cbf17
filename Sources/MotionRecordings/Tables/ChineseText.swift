/// Text in the encoding of Chinese Windows, GBK or GB18030.
///
/// Only the characters that programs write in headers of motion recordings are decoded; others
/// become U+FFFD.
enum ChineseText {
  private static let characters = Array(
    "时间戳刻角速度加计陀螺仪磁场力重轴序号采样温气压高经纬地姿态四元数欧拉俯仰横滚偏"
      + "航芯片设备名称线性强方向单位米秒克编°μ±℃（），：")
  private static let codes: [UInt16] = [
    0xCAB1, 0xBCE4, 0xB4C1, 0xBFCC, 0xBDC7, 0xCBD9, 0xB6C8, 0xBCD3, 0xBCC6, 0xCDD3, 0xC2DD,
    0xD2C7, 0xB4C5, 0xB3A1, 0xC1A6, 0xD6D8, 0xD6E1, 0xD0F2, 0xBAC5, 0xB2C9, 0xD1F9, 0xCEC2,
    0xC6F8, 0xD1B9, 0xB8DF, 0xBEAD, 0xCEB3, 0xB5D8, 0xD7CB, 0xCCAC, 0xCBC4, 0xD4AA, 0xCAFD,
    0xC5B7, 0xC0AD, 0xB8A9, 0xD1F6, 0xBAE1, 0xB9F6, 0xC6AB, 0xBABD, 0xD0BE, 0xC6AC, 0xC9E8,
    0xB1B8, 0xC3FB, 0xB3C6, 0xCFDF, 0xD0D4, 0xC7BF, 0xB7BD, 0xCFF2, 0xB5A5, 0xCEBB, 0xC3D7,
    0xC3EB, 0xBFCB, 0xB1E0, 0xA1E3, 0xA6CC, 0xA1C0, 0xA1E6, 0xA3A8, 0xA3A9, 0xA3AC, 0xA3BA,
  ]
  /// Superscript 2, which GBK lacks and GB18030 writes in four bytes.
  private static let square: [UInt8] = [0x81, 0x30, 0x85, 0x35]

  /// The text as UTF-8; `nil` if its bytes form no pairs, or half of the pairs or more are unknown.
  static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    let known = Dictionary(uniqueKeysWithValues: zip(codes, characters))
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var (pairs, unknown) = (0, 0)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte >= 0x80 else {
        text.append(byte)
        index += 1
        continue
      }
      pairs += 1
      if bytes[index...].starts(with: square) {
        text += "²".utf8
        index += square.count
        continue
      }
      guard byte > 0x80, index + 1 < bytes.count, (0x40...0xFE).contains(bytes[index + 1]) else {
        return nil
      }
      let character = known[UInt16(byte) << 8 | UInt16(bytes[index + 1])]
      if character == nil { unknown += 1 }
      text += String(character ?? "\u{FFFD}").utf8
      index += 2
    }
    return 2 * unknown < pairs ? text : nil
  }
}
