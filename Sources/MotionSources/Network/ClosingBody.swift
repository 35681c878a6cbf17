#if Studio
  internal import FlyingSocks

  /// The body of a response after which the server closes the connection.
  ///
  /// A server that has not read the whole body of a request cannot find the next one.
  package struct ClosingBody: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
    package typealias Element = UInt8

    private var bytes: [UInt8]

    /// A body of this text.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The number of bytes that are left.
    package var count: Int { bytes.count }

    /// The body itself.
    package func makeAsyncIterator() -> ClosingBody { self }

    /// The next byte.
    ///
    /// - Throws: `SocketError.disconnected` after the last one.
    package mutating func next() async throws -> UInt8? {
      guard !bytes.isEmpty else { throw SocketError.disconnected }
      return bytes.removeFirst()
    }

    /// The next bytes, at most `count`.
    ///
    /// - Throws: `SocketError.disconnected` after the last one.
    package mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard !bytes.isEmpty else { throw SocketError.disconnected }
      defer { bytes.removeFirst(Swift.min(count, bytes.count)) }
      return Array(bytes.prefix(count))
    }
  }
#endif
