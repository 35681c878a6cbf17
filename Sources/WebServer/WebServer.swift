#if Studio
  internal import Platform
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOWebSocket
  internal import Synchronization

  /// A server of HTTP/1.1 and WebSockets that bounds what a client can make it keep: headers,
  /// bodies, messages, connections, and the time that a connection is silent or a request takes.
  ///
  /// It listens from its creation to the end of ``run(grace:)``. A WebSocket can only be the first
  /// request of a connection. Proxies use connections for several clients: requests with
  /// `X-Forwarded-For` get a connection each.
  package final class WebServer: Sendable {
    /// What bounds a server.
    package struct Limits: Hashable, Sendable {
      /// The most connections at the same time; others are closed.
      package var connections: Int
      /// The longest silence of a connection in seconds.
      package var idleTimeout: Double
      /// The longest time in seconds from a connection to the end of its first request's headers.
      package var headTimeout = 10.0
      /// The least bytes a second of a body, after ``headTimeout``.
      package var bodyRate = 64.0 * 1024
      /// The most bytes of a request line with its headers.
      package var head = 16 << 10
      /// The largest size of a WebSocket message, in bytes.
      package var message = 4 << 20

      /// The default limits, with these.
      package init(connections: Int, idleTimeout: Double) {
        self.connections = connections
        self.idleTimeout = idleTimeout
      }
    }

    /// A server that cannot listen.
    package struct Failure: Error {
      /// The error number of the system; 0 if it has none.
      package var number: Int32
      package var reason: String
    }

    /// The host and port at which it listens.
    package let host: String
    package let port: UInt16

    private let listener: any Channel
    private let connections: WebConnections

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - host: An IP address or a name of this machine.
    ///   - port: The port; 0 for any free one.
    ///   - limits: The limits of the server.
    ///   - service: Makes what it answers, given the port.
    package init(
      host: String, port: UInt16, limits: Limits,
      service: (_ port: UInt16) -> some WebService
    ) throws(Failure) {
      Self.raiseFileLimit()
      let connections = WebConnections(limit: limits.connections)
      let answering = Answering()
      let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        // Connections wait for the service.
        .serverChannelOption(.autoRead, value: false)
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          guard let service = answering.service, connections.add(channel) else {
            return channel.close()
          }
          channel.closeFuture.whenComplete { _ in connections.remove(channel) }
          return channel.eventLoop.makeCompletedFuture {
            try Self.configure(channel, limits, service, connections)
          }
        }
      do {
        listener = try bootstrap.bind(host: host, port: Int(port)).wait()
      } catch {
        let number = (error as? IOError)?.errnoCode ?? 0
        let reason = number == 0 ? "\(error)" : String(cString: strerror(number))
        throw Failure(number: number, reason: reason)
      }
      self.connections = connections
      self.host = listener.localAddress?.ipAddress ?? host
      self.port = listener.localAddress?.port.flatMap { UInt16(exactly: $0) } ?? port
      answering.service = service(self.port)
      _ = listener.setOption(.autoRead, value: true)
    }

    deinit { listener.close(promise: nil) }

    /// Waits until the task is cancelled or the server is stopped, then closes all connections.
    ///
    /// - Parameter grace: The longest wait in seconds for requests in progress.
    package func run(grace: Double = 1) async {
      let listener = listener
      await withTaskCancellationHandler {
        try? await listener.closeFuture.get()
      } onCancel: {
        listener.close(promise: nil)
      }
      // A separate task, because this one is cancelled while requests in progress are not.
      await Task { [connections] in await connections.finish(within: grace) }.value
    }

    // MARK: - Connections

    /// The service, once the port is known.
    private final class Answering: Sendable {
      private let held = Mutex<(any WebService)?>(nil)

      var service: (any WebService)? {
        get { held.withLock(\.self) }
        set { held.withLock { $0 = newValue } }
      }
    }

    private enum Upgrade: Sendable {
      case http(WebConnection.HTTPChannel)
      case socket(WebConnection.SocketChannel, HTTPRequestHead)
    }

    private static func configure(
      _ channel: any Channel, _ limits: Limits, _ service: any WebService,
      _ connections: WebConnections
    ) throws {
      let pipeline = channel.pipeline.syncOperations
      let upgrader = NIOTypedWebSocketServerUpgrader<Upgrade>(
        maxFrameSize: limits.message,
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
        upgradePipelineHandler: { channel, head in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(FrameCheck())
            try channel.pipeline.syncOperations.addHandler(
              NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 1024,
                maxAccumulatedFrameSize: limits.message))
            return .socket(
              try WebConnection.SocketChannel(wrappingChannelSynchronously: channel), head)
          }
        })
      var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
        upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
          upgraders: [upgrader],
          notUpgradingCompletionHandler: { channel in
            channel.eventLoop.makeCompletedFuture {
              .http(try WebConnection.HTTPChannel(wrappingChannelSynchronously: channel))
            }
          }))
      configuration.decoderConfiguration.maxHeaderFieldSize = limits.head
      configuration.decoderConfiguration.maxHeaderListSize = limits.head
      let upgrade = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
      let upgradeHandler = try pipeline.handler(
        type: NIOTypedHTTPServerUpgradeHandler<Upgrade>.self)
      try pipeline.addHandlers(
        ErrorCloser(), UpgradeFilter(service as? any WebSocketService),
        position: .before(upgradeHandler))
      let connection = WebConnection(service: service, connections: connections, limits: limits)
      let deadline = channel.deadline(in: min(limits.headTimeout, limits.idleTimeout))
      upgrade.whenComplete { result in
        deadline.cancel()
        switch result {
        case .success(.http(let channel)): Task { await connection.serve(channel) }
        case .success(.socket(let channel, let head)):
          Task { await connection.serve(channel, at: WebRequest(head)) }
        case .failure: channel.close(promise: nil)
        }
      }
    }

    /// Closes a connection whose bytes are no HTTP, once that is answered.
    private final class ErrorCloser: ChannelInboundHandler {
      typealias InboundIn = NIOAny

      func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        context.close(promise: nil)
      }
    }

    /// Closes a WebSocket whose frames are not those of a client (RFC 6455, sections 5.1 and 5.2):
    /// masked, and without the bits of extensions.
    private final class FrameCheck: ChannelInboundHandler {
      typealias InboundIn = WebSocketFrame
      typealias InboundOut = WebSocketFrame
      typealias OutboundOut = WebSocketFrame

      private var isClosed = false

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !isClosed else { return }
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
          isClosed = true
          context.writeAndFlush(wrapOutboundOut(.close(1002)), promise: nil)
          return context.close(promise: nil)
        }
        context.fireChannelRead(data)
      }
    }

    /// Makes a plain request of a first request that opens no WebSocket: the upgrade handler drops
    /// rejected requests (swift-nio 2.101).
    private final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
      typealias InboundIn = HTTPServerRequestPart
      typealias InboundOut = HTTPServerRequestPart

      private let service: (any WebSocketService)?

      init(_ service: (any WebSocketService)?) { self.service = service }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        if case .head(var head) = part, head.headers.contains(name: "Upgrade"),
          !opensSocket(at: head)
        {
          head.headers.remove(name: "Upgrade")
          // The decoder reads no further request after an upgrade.
          head.headers.replaceOrAdd(name: "Connection", value: "close")
          part = .head(head)
        }
        context.fireChannelRead(wrapInboundOut(part))
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
      }

      /// RFC 6455, section 4.2.1.
      private func opensSocket(at head: HTTPRequestHead) -> Bool {
        func values(_ name: String) -> [String] {
          head.headers[canonicalForm: name].map { $0.lowercased() }
        }
        return head.method == .GET && head.isPlain && values("upgrade") == ["websocket"]
          && values("connection").contains("upgrade") && values("sec-websocket-version") == ["13"]
          && values("sec-websocket-key").count == 1
          && service?.opensSocket(at: WebRequest(head)) == true
      }
    }

    /// Allows as many descriptors as the system does, so that connections that are accepted before
    /// they are closed do not exhaust them.
    private static func raiseFileLimit() {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
      limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65536))
      _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
  }
#endif
