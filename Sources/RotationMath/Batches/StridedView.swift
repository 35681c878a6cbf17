/// Elements at equal distances in memory, for reading.
///
/// For a field of an array of records, or for memory of C, NumPy or a GPU buffer:
///
/// ```swift
/// // Three doubles each 40 bytes.
/// let accelerations = StridedView<Vector3<Double>>(start: records, count: 1000, stride: 40)
/// ```
///
/// A view does not own its memory, which must stay valid and unchanged while the view is used.
@frozen public struct StridedView<Element> {
  /// The address of the first element, aligned for `Element`; `nil` only if there is none.
  public let start: UnsafeRawPointer?
  /// The number of elements.
  public let count: Int
  /// The distance of consecutive elements in bytes, a multiple of the alignment; it can be
  /// negative.
  public let stride: Int

  /// Creates a view of elements at equal distances.
  ///
  /// - Precondition: `count` is zero or more, and `start` is not `nil` unless it is zero.
  @inlinable
  public init(start: UnsafeRawPointer?, count: Int, stride: Int = MemoryLayout<Element>.stride) {
    precondition(count >= 0, "expected a count of zero or more, got \(count)")
    precondition(start != nil || count == 0, "expected an address of \(count) elements, got nil")
    self.start = start
    self.count = count
    self.stride = stride
  }

  /// Creates a view of consecutive elements.
  @inlinable public init(_ buffer: UnsafeBufferPointer<Element>) {
    self.init(start: buffer.baseAddress.map { UnsafeRawPointer($0) }, count: buffer.count)
  }

  /// The element at `index`, which is not checked in release builds.
  @inlinable public subscript(index: Int) -> Element {
    assert(index >= 0 && index < count, "expected an index in 0..<\(count), got \(index)")
    return start.unsafelyUnwrapped.load(fromByteOffset: index &* stride, as: Element.self)
  }

  /// The elements, if they are consecutive.
  @inlinable var contiguous: UnsafeBufferPointer<Element>? {
    guard stride == MemoryLayout<Element>.stride else { return nil }
    return UnsafeBufferPointer(start: start?.assumingMemoryBound(to: Element.self), count: count)
  }

  /// Up to `length` elements from the one at `index`.
  @inlinable func part(at index: Int, length: Int) -> Self {
    Self(
      start: start.map { $0 + index * stride }, count: min(length, count - index), stride: stride)
  }
}

/// Elements at equal distances in memory, for writing.
///
/// A view does not own its memory, which must stay valid while the view is used, and must hold
/// initialised numbers. The views of a call may overlap only if they are the same elements: results
/// are stored one by one, each after its operands are read.
@frozen public struct MutableStridedView<Element> {
  /// The address of the first element, aligned for `Element`; `nil` only if there is none.
  public let start: UnsafeMutableRawPointer?
  /// The number of elements.
  public let count: Int
  /// The distance of consecutive elements in bytes, a multiple of the alignment; it can be
  /// negative.
  public let stride: Int

  /// Creates a view of elements at equal distances.
  ///
  /// - Precondition: `count` is zero or more, and `start` is not `nil` unless it is zero.
  @inlinable public init(
    start: UnsafeMutableRawPointer?, count: Int, stride: Int = MemoryLayout<Element>.stride
  ) {
    precondition(count >= 0, "expected a count of zero or more, got \(count)")
    precondition(start != nil || count == 0, "expected an address of \(count) elements, got nil")
    self.start = start
    self.count = count
    self.stride = stride
  }

  /// Creates a view of consecutive elements.
  @inlinable public init(_ buffer: UnsafeMutableBufferPointer<Element>) {
    self.init(start: buffer.baseAddress.map { UnsafeMutableRawPointer($0) }, count: buffer.count)
  }

  /// The element at `index`, which is not checked in release builds.
  @inlinable public subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count, "expected an index in 0..<\(count), got \(index)")
      return start.unsafelyUnwrapped.load(fromByteOffset: index &* stride, as: Element.self)
    }
    nonmutating set {
      assert(index >= 0 && index < count, "expected an index in 0..<\(count), got \(index)")
      (start.unsafelyUnwrapped + index &* stride).assumingMemoryBound(to: Element.self).pointee =
        newValue
    }
  }

  /// The elements, if they are consecutive.
  @inlinable var contiguous: UnsafeMutableBufferPointer<Element>? {
    guard stride == MemoryLayout<Element>.stride else { return nil }
    return UnsafeMutableBufferPointer(
      start: start?.assumingMemoryBound(to: Element.self), count: count)
  }

  /// Up to `length` elements from the one at `index`.
  @inlinable func part(at index: Int, length: Int) -> Self {
    Self(
      start: start.map { $0 + index * stride }, count: min(length, count - index), stride: stride)
  }
}
