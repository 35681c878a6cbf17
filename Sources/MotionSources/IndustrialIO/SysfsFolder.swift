internal import Foundation
internal import MotionFusion
internal import MotionRecordings

/// A sysfs folder: text files, each an attribute of a device.
struct SysfsFolder: Hashable, Sendable {
  let path: String
  /// The name of the device in messages.
  let device: String

  /// The trimmed text of an attribute; `nil` if it is missing or unreadable.
  func text(_ name: String) -> String? {
    guard let bytes = try? InputFile.read("\(path)/\(name)") else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func has(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

  /// The names in a subfolder; none if it is missing.
  func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
    return (names ?? []).sorted()
  }

  /// The number of an attribute; `nil` if it is missing.
  func number(_ name: String) throws(MotionSourceError) -> Double? {
    guard let text = text(name) else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw error(name, "expected a decimal number, got '\(text)'")
    }
    return number
  }

  /// The number of the first attribute, or of the second if it is missing.
  func number(_ name: String, or other: String) throws(MotionSourceError) -> Double? {
    if let number = try number(name) { return number }
    return try number(other)
  }

  /// Sets an attribute.
  func write(_ text: String, to name: String) throws(MotionSourceError) {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw error(name, "cannot be set: \(systemReason(errno))") }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw error(name, "cannot be set to '\(text)': \(systemReason(errno))")
    }
  }

  /// An error of an attribute.
  func error(_ name: String, _ reason: String) -> MotionSourceError {
    MotionSourceError(source: device, kind: .unavailable, reason: "\(name): \(reason)")
  }
}
