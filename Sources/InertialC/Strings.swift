// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CInertial
internal import Foundation

/// The version of the library, as in the header.
private let version: StaticString = "0.1.0"

/// The version of the library; see the header.
@c @implementation
public func inertial_version() -> UnsafePointer<CChar>? {
  UnsafeRawPointer(version.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Frees a string returned by the library.
@c @implementation
public func inertial_string_free(_ string: UnsafeMutablePointer<CChar>?) { free(string) }

/// Writes `value` as JSON to `result`, a string that the caller frees.
func writeJSON(
  _ value: some Encodable, to result: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) throws {
  guard let result else { return }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  let bytes = try encoder.encode(value)
  guard let string = strdup(String(decoding: bytes, as: UTF8.self)) else {
    throw ArgumentError("expected memory for \(bytes.count) bytes of JSON, got none")
  }
  result.pointee = string
}
