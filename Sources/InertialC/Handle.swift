/// The object behind an opaque pointer of the C interface.
final class Handle<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }

  /// An opaque pointer that owns a new object.
  static func make(_ value: Value) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(Handle(value)).toOpaque())
  }

  /// The object behind `pointer`, which stays its owner.
  @inline(__always)
  static func object(_ pointer: OpaquePointer) -> Handle {
    Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  /// Releases the object; NULL is allowed.
  static func free(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}
