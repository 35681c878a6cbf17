// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CInertial
internal import GestureRecognition
internal import GestureTraining
internal import LinearAlgebra
internal import MotionFusion
internal import MotionRecordings
internal import MotionSimulation
internal import Platform
internal import RotationMath
internal import SensorDiagnostics

/// An argument outside its range: what was expected and what was found.
struct ArgumentError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Runs the body of a C function: an error becomes a status and a message.
func status(_ result: UnsafeMutablePointer<inertial_error>?, _ body: () throws -> Void) -> Int32 {
  do {
    try body()
    return Int32(INERTIAL_OK)
  } catch {
    let status = statusCode(of: error)
    if let result {
      result.pointee.status = status
      withUnsafeMutableBytes(of: &result.pointee.message) { copyText("\(error)", to: $0) }
      let proposal = (error as? RecordingError)?.proposal ?? ""
      withUnsafeMutableBytes(of: &result.pointee.columns) { copyText(proposal, to: $0) }
    }
    return status
  }
}

/// The status of an error, as the tool's exit status.
private func statusCode(of error: any Error) -> Int32 {
  let status =
    switch error {
    case is ArgumentError, is SensorCorrectionError, is ColumnMapError, is SimulationError:
      INERTIAL_WRONG_USE
    case is RecordingError, is ModelFileError, is ModelError, is RotationAverageError,
      is MatrixError, is RotationPathError, is TrainingError, is GestureError, is DataSetError:
      INERTIAL_BAD_DATA
    case FileError.missing, FileError.unreadable: INERTIAL_NO_INPUT
    case FileError.cannotCreate: INERTIAL_CANNOT_CREATE
    case FileError.writeFailed: INERTIAL_WRITE_FAILED
    default: INERTIAL_INTERNAL
    }
  return Int32(status)
}

/// Copies `text` and a zero; what does not fit is cut at a character.
func copyText(_ text: String, to buffer: UnsafeMutableRawBufferPointer) {
  var place = 0
  for character in text {
    let bytes = character.utf8
    guard place + bytes.count < buffer.count else { break }
    for byte in bytes {
      buffer[place] = byte
      place += 1
    }
  }
  buffer[place] = 0
}

func required<Value>(_ pointer: Value?, _ name: String) throws -> Value {
  guard let pointer else { throw ArgumentError("\(name): expected a pointer, got NULL") }
  return pointer
}

/// A number of elements; a size_t above the largest Int arrives as a negative number.
func checked(count: Int) throws -> Int {
  guard count >= 0 else {
    throw ArgumentError("count: expected at most \(Int.max), got \(UInt(bitPattern: count))")
  }
  return count
}

/// The text of an optional C string.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

/// The choice called `name`, or `fallback` for NULL.
func choice<Choice: RawRepresentable & CaseIterable>(
  _ pointer: UnsafePointer<CChar>?, _ name: String, default fallback: Choice
) throws -> Choice where Choice.RawValue == String {
  guard let value = text(pointer) else { return fallback }
  guard let choice = Choice(rawValue: value) else {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw ArgumentError("\(name): expected one of \(names), got '\(value)'")
  }
  return choice
}

/// The version of the library, as in the header.
private let version: StaticString = "0.1.0"

/// The version of the library; see the header.
@c @implementation public func inertial_version() -> UnsafePointer<CChar>? {
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

/// The object behind an opaque pointer of the C interface.
final class Handle<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }

  /// An opaque pointer that owns a new object.
  static func make(_ value: Value) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(Handle(value)).toOpaque())
  }

  /// The object behind `pointer`, which stays its owner.
  @inline(__always) static func object(_ pointer: OpaquePointer) -> Handle {
    Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  /// Releases the object; NULL is allowed.
  static func free(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}
