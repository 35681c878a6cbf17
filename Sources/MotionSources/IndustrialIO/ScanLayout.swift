internal import MotionFusion

/// The layout of one scan in a device's buffer.
///
/// Elements are in the order of their indices, each aligned to its size; a scan is aligned to its
/// largest element.
struct ScanLayout: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    /// The channel, such as `in_accel_x`.
    var channel: String
    var index: Int
    var type: ScanType
  }

  private struct Place: Hashable, Sendable {
    var offset: Int
    var type: ScanType
  }

  /// The bytes of one scan.
  let byteCount: Int
  private let places: [String: Place]

  init(_ elements: [Element]) {
    var offset = 0
    var largest = 1
    var places: [String: Place] = [:]
    for element in elements.sorted(by: { $0.index < $1.index }) {
      let size = element.type.byteCount
      offset = (offset + size - 1) / size * size
      places[element.channel] = Place(offset: offset, type: element.type)
      offset += size
      largest = max(largest, size)
    }
    self.places = places
    byteCount = (offset + largest - 1) / largest * largest
  }

  /// The reading of `channel` in the scan `bytes`; `nil` if the scan has none.
  func value(of channel: String, in bytes: ArraySlice<UInt8>) -> Int64? {
    guard let place = places[channel] else { return nil }
    let start = bytes.startIndex + place.offset
    return place.type.value(in: bytes[start..<start + place.type.byteCount])
  }
}
