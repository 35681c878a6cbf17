#if Studio
  internal import FlyingFox
  internal import FlyingSocks
  internal import Foundation
  internal import MotionSources

  /// The HTTP and WebSocket server: turns requests of the library into ours and back.
  enum StudioServer {
    /// The most connections that wait at the same time.
    static let mostConnections = 256
    /// The longest silence of a connection in seconds; pages send a sign of life every 25 s.
    static let idleTimeout = 120.0

    /// The port itself, or a free one for 0.
    static func freePort(_ port: UInt16) throws(StudioError) -> UInt16 {
      do {
        let socket = try Socket(domain: AF_INET)
        defer { try? socket.close() }
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
        try socket.listen()
        guard case .ip4(_, let found) = try socket.sockname() else { return port }
        return found
      } catch {
        throw failure(error, port)
      }
    }

    private static func failure(_ error: any Error, _ port: UInt16) -> StudioError {
      if case SocketError.failed(_, let errno, _) = error, errno == EADDRINUSE {
        return .portInUse(port)
      }
      return .cannotListen(port: port, reason: error.localizedDescription)
    }

    static func make(
      port: UInt16, gate: RequestGuard, service: StudioService
    ) throws(StudioError) -> HTTPServer {
      do {
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
        let handler = StudioHandler(gate: gate, service: service)
        return HTTPServer(
          config: HTTPServer.Configuration(
            address: address, timeout: 60,
            pool: BoundedSocketPool(
              HTTPServer.defaultPool(), connectionLimit: mostConnections, idleTimeout: idleTimeout),
            logger: .disabled),
          handler: handler)
      } catch {
        throw failure(error, port)
      }
    }

    /// Runs the server until the task is cancelled.
    static func run(_ server: HTTPServer, port: UInt16) async throws {
      raiseFileLimit()
      do {
        try await server.run()
      } catch is CancellationError {
        return
      } catch {
        if Task.isCancelled { return }
        throw failure(error, port)
      }
    }

    /// Allows as many descriptors as the system does, so that connections that are accepted before
    /// they are rejected do not exhaust them.
    private static func raiseFileLimit() {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
      limit.rlim_cur = min(limit.rlim_max, 65536)
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
  }
#endif
