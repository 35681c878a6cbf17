import Foundation

/// The memory of a day of live reading.
struct LiveSoakResult: Encodable {
  var samples = 0
  var letters = 0
  var seconds = 0.0
  /// After each 24th of the samples.
  var residentBytes: [UInt64] = []
  var isFinite = true

  /// One megabyte, for the allocator's caches; a leak of one byte a sample would be eight.
  private static let allowedGrowth: UInt64 = 1 << 20

  /// Flat memory after the first 24th, and finite numbers.
  var isFit: Bool {
    guard let first = residentBytes.first, let largest = residentBytes.max() else { return false }
    return isFinite && largest <= first + Self.allowedGrowth
  }

  var text: String {
    let sizes = residentBytes.map { String(format: "%.1f", Double($0) / 1_048_576) }
    return """
      \(samples) samples, \(String(format: "%.2f", Double(samples) / 360_000)) h at 100 Hz, in \
      \(String(format: "%.1f", seconds)) s; \(letters) letters
      resident in MiB after each 24th: \(sizes.joined(separator: " "))
      \(isFit ? "fit: flat memory" : "NOT FIT")
      """
  }
}
