#if Studio
  package import FlyingSocks
  internal import Foundation
  internal import Synchronization

  /// A socket pool for servers that limits how many connections wait for data, and how long.
  ///
  /// FlyingFox limits neither: a client that stalls within a request would keep its connection for
  /// ever. A connection beyond the limit, or idle for longer than the timeout, is closed. Waiting
  /// for new connections is not limited.
  ///
  /// FlyingFox reads the request line and the headers to their end, however long, in a time that
  /// grows with the square of their length, before it passes the request on; this pool cannot
  /// interrupt that. It keeps the receive buffers small, so that not much is left to read once such
  /// a client is gone.
  package final class BoundedSocketPool: AsyncSocketPool {
    private let pool: any AsyncSocketPool
    private let connectionLimit: Int
    private let idleTimeout: Double
    private let waiting = Mutex(0)

    /// The receive buffer of a connection in bytes; the system doubles it for its own use.
    private static let receiveBuffer: Int32 = 1 << 16

    /// A pool on another one.
    ///
    /// - Parameters:
    ///   - pool: The pool that waits.
    ///   - connectionLimit: The largest number of connections that wait for data.
    ///   - idleTimeout: The longest wait for data in seconds.
    package init(
      _ pool: some AsyncSocketPool, connectionLimit: Int, idleTimeout: Double
    ) {
      self.pool = pool
      self.connectionLimit = connectionLimit
      self.idleTimeout = idleTimeout
    }

    /// Prepares the pool.
    package func prepare() async throws { try await pool.prepare() }

    /// Runs the pool within the current task.
    package func run() async throws { try await pool.run() }

    /// Waits until a socket is ready.
    ///
    /// - Throws: `SocketError` for a connection beyond the limit, and after the timeout.
    package func suspendSocket(
      _ socket: Socket, untilReadyFor events: Socket.Events
    ) async throws {
      let isListening = try socket.getValue(for: BoolSocketOption(name: SO_ACCEPTCONN))
      guard !isListening else {
        // Connections inherit both. The server writes head and body of an answer apart: without the
        // second, the body waits 40 ms for the client's delayed acknowledgement of the head.
        try socket.setValue(Self.receiveBuffer, for: .receiveBufferSize)
        try socket.setValue(
          true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        return try await pool.suspendSocket(socket, untilReadyFor: events)
      }
      let count = waiting.withLock { count in
        count += 1
        return count
      }
      defer { waiting.withLock { $0 -= 1 } }
      guard count <= connectionLimit else { throw SocketError.disconnected }
      let (pool, idleTimeout) = (pool, idleTimeout)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pool.suspendSocket(socket, untilReadyFor: events) }
        group.addTask {
          try await Task.sleep(for: .seconds(idleTimeout))
          throw SocketError.timeout(message: "no data for \(idleTimeout) s")
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }
#endif
