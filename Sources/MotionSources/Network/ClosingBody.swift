#if Studio
  internal import FlyingSocks

  /// The body of a response after which the server closes the connection.
  ///
  /// A server that has not read the whole body of a request cannot find the next one.
  struct ClosingBody: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
    typealias Element = UInt8

    private var bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var count: Int { bytes.count }

    func makeAsyncIterator() -> ClosingBody { self }

    mutating func next() async throws -> UInt8? {
      guard !bytes.isEmpty else { throw SocketError.disconnected }
      return bytes.removeFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard !bytes.isEmpty else { throw SocketError.disconnected }
      defer { bytes.removeFirst(Swift.min(count, bytes.count)) }
      return Array(bytes.prefix(count))
    }
  }
#endif
