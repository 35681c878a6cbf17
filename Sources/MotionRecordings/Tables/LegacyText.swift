/// Text in an encoding of Windows before UTF-8: Chinese (GBK or GB18030), Japanese (Shift JIS),
/// Cyrillic or Western.
///
/// Of the first two, only the characters that programs write in headers of motion recordings are
/// decoded; others become U+FFFD.
enum LegacyText {
  /// An encoding in which a byte of `leads` begins a character of two bytes.
  private struct PairEncoding {
    var leads: [ClosedRange<UInt8>]
    var characters: [UInt16: Character]

    init(leads: [ClosedRange<UInt8>], characters: String, codes: [UInt16]) {
      self.leads = leads
      self.characters = Dictionary(uniqueKeysWithValues: zip(codes, characters))
    }
  }

  private static let chinese = PairEncoding(
    leads: [0x81...0xFE],
    characters: "时间戳刻角速度加计陀螺仪磁场力重轴序号采样温气压高经纬地姿态四元数欧拉俯仰横滚偏航芯片设备"
      + "名称线性强方向单位米秒克编°μ±℃（），：",
    codes: [
      0xCAB1, 0xBCE4, 0xB4C1, 0xBFCC, 0xBDC7, 0xCBD9, 0xB6C8, 0xBCD3, 0xBCC6, 0xCDD3, 0xC2DD,
      0xD2C7, 0xB4C5, 0xB3A1, 0xC1A6, 0xD6D8, 0xD6E1, 0xD0F2, 0xBAC5, 0xB2C9, 0xD1F9, 0xCEC2,
      0xC6F8, 0xD1B9, 0xB8DF, 0xBEAD, 0xCEB3, 0xB5D8, 0xD7CB, 0xCCAC, 0xCBC4, 0xD4AA, 0xCAFD,
      0xC5B7, 0xC0AD, 0xB8A9, 0xD1F6, 0xBAE1, 0xB9F6, 0xC6AB, 0xBABD, 0xD0BE, 0xC6AC, 0xC9E8,
      0xB1B8, 0xC3FB, 0xB3C6, 0xCFDF, 0xD0D4, 0xC7BF, 0xB7BD, 0xCFF2, 0xB5A5, 0xCEBB, 0xC3D7,
      0xC3EB, 0xBFCB, 0xB1E0, 0xA1E3, 0xA6CC, 0xA1C0, 0xA1E6, 0xA3A8, 0xA3A9, 0xA3AC, 0xA3BA,
    ])
  private static let japanese = PairEncoding(
    leads: [0x81...0x9F, 0xE0...0xFC],
    characters: "時刻間加速度角ジャイロコプセンサ地磁気軸重力圧温湿高姿勢秒ヨーピッチル方位回転経緯番号単日"
      + "付名前左右°μ±℃（），：・",
    codes: [
      0x8E9E, 0x8D8F, 0x8AD4, 0x89C1, 0x91AC, 0x9378, 0x8A70, 0x8357, 0x8383, 0x8343, 0x838D,
      0x8352, 0x8376, 0x835A, 0x8393, 0x8354, 0x926E, 0x8EA5, 0x8B43, 0x8EB2, 0x8F64, 0x97CD,
      0x88B3, 0x89B7, 0x8EBC, 0x8D82, 0x8E70, 0x90A8, 0x9562, 0x8388, 0x815B, 0x8373, 0x8362,
      0x8360, 0x838B, 0x95FB, 0x88CA, 0x89F1, 0x935D, 0x8C6F, 0x88DC, 0x94D4, 0x8D86, 0x9250,
      0x93FA, 0x9574, 0x96BC, 0x914F, 0x8DB6, 0x8945, 0x818B, 0x83CA, 0x817D, 0x818E, 0x8169,
      0x816A, 0x8143, 0x8146, 0x8145,
    ])
  /// Superscript 2, which GBK lacks and GB18030 writes in four bytes.
  private static let square: [UInt8] = [0x81, 0x30, 0x85, 0x35]

  /// The text as UTF-8; `nil` for another encoding.
  static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    for encoding in [chinese, japanese] {
      if let text = decoded(bytes, by: encoding) { return text }
    }
    // The line that names the columns is mostly letters of ASCII, or of Cyrillic.
    let line = bytes.prefix { !$0.isLineEnd }
    let high = line.filter { $0 >= 0x80 }
    let isWestern = 4 * high.count < line.count
    guard isWestern || high.allSatisfy({ cyrillic($0) != nil }) else { return nil }
    return bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case ..<0x80: [byte]
      case ..<0xA0 where isWestern: [0x20]
      default:
        Array(
          String(isWestern ? Character(Unicode.Scalar(byte)) : cyrillic(byte) ?? "\u{FFFD}").utf8)
      }
    }
  }

  /// The character of a byte in Windows' code page 1251 that is a letter or a sign of units.
  private static func cyrillic(_ byte: UInt8) -> Character? {
    switch byte {
    case 0xC0...: Unicode.Scalar(UInt32(byte) - 0xC0 + 0x410).map(Character.init)
    case 0xA8: "Ё"
    case 0xB8: "ё"
    case 0xB0, 0xB5: Character(Unicode.Scalar(byte))
    default: nil
    }
  }

  /// The text as UTF-8; `nil` if its bytes form no pairs, or half of the pairs or more are unknown.
  private static func decoded(_ bytes: [UInt8], by encoding: PairEncoding) -> [UInt8]? {
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
      guard encoding.leads.contains(where: { $0.contains(byte) }), index + 1 < bytes.count,
        (0x40...0xFE).contains(bytes[index + 1])
      else { return nil }
      let character = encoding.characters[UInt16(byte) << 8 | UInt16(bytes[index + 1])]
      if character == nil { unknown += 1 }
      text += String(character ?? "\u{FFFD}").utf8
      index += 2
    }
    return 2 * unknown < pairs ? text : nil
  }
}
