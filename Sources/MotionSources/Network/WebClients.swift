#if Studio
  internal import Platform
  internal import MotionFusion
  internal import MotionRecordings
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOWebSocket
  internal import Synchronization

  /// A host and a port, such as `127.0.0.1:8765` or `[::1]:8765`.
  struct HostPort: Hashable, Sendable {
    var host: String
    var port: UInt16

    init(host: String, port: UInt16) {
      self.host = host
      self.port = port
    }

    /// Parses `[HOST:]PORT`; `nil` for other text.
    init?(_ text: String, defaultHost: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard let last = parts.last, let port = UInt16(last) else { return nil }
      var host = parts.dropLast().joined(separator: ":")
      if host.hasPrefix("["), host.hasSuffix("]") {
        host = String(host.dropFirst().dropLast())
      } else if host.contains(":") {
        return nil
      }
      if parts.count == 1 { host = defaultHost }
      self.init(host: host == "*" || host.isEmpty ? "0.0.0.0" : host, port: port)
    }

    /// The host and the port, by default 80, of a URL; `nil` with another scheme.
    init?(_ url: URLComponents, scheme: String) {
      guard url.scheme == scheme, let host = url.host, !host.isEmpty,
        let port = UInt16(exactly: url.port ?? 80)
      else { return nil }
      self.init(host: host.filter { !"[]".contains($0) }, port: port)
    }

    /// `HOST:PORT`, with an IPv6 address in brackets.
    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The IPv4 addresses of this machine's networks, without loopback.
    static var localAddresses: [String] {
      var found: [String] = []
      for device in (try? System.enumerateDevices()) ?? [] {
        guard case .v4? = device.address, let ip = device.address?.ipAddress,
          !ip.hasPrefix("127."), !found.contains(ip)
        else { continue }
        found.append(ip)
      }
      return found
    }
  }

  /// Fetches JSON objects from an HTTP server, each over a separate connection.
  ///
  /// Phyphox's server does not keep connections open.
  struct HTTPGetter: Sendable {
    /// A failed request.
    struct Failure: Error {
      var reason: String
    }

    let place: HostPort
    /// The longest wait for an answer in seconds.
    let timeout: Double

    /// The most bytes of an answer.
    private static let bodyLimit = 64 << 20

    /// The JSON object at a path.
    func object<Object: Decodable & Sendable>(
      _ type: Object.Type, at path: String, query: String = ""
    ) async throws(Failure) -> Object {
      let body: Data
      do {
        body = try await answer(at: path, query: query)
      } catch let error as Failure {
        throw error
      } catch let error as IOError {
        throw Failure(reason: systemReason(error.errnoCode))
      } catch let error as NIOConnectionError {
        let first = error.connectionErrors.first?.error ?? error
        throw Failure(reason: (first as? IOError).map { systemReason($0.errnoCode) } ?? "\(error)")
      } catch {
        throw Failure(reason: "\(error)")
      }
      do {
        return try JSONDecoder().decode(type, from: body)
      } catch {
        let start = String(decoding: body.prefix(60), as: UTF8.self)
        throw Failure(reason: "expected phyphox's JSON at \(path), got '\(start)'")
      }
    }

    private func answer(at path: String, query: String) async throws -> Data {
      let timeout = timeout
      return try await withThrowingTaskGroup(of: Data.self) { group in
        group.addTask { try await fetch(path, query: query) }
        group.addTask {
          try await Task.sleep(for: .seconds(timeout))
          throw Failure(reason: "no answer within \(timeout) s")
        }
        defer { group.cancelAll() }
        return try await group.next() ?? Data()
      }
    }

    private func fetch(_ path: String, query: String) async throws -> Data {
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(.nanoseconds(Int64(timeout * 1e9)))
        .connect(host: place.host, port: Int(place.port)) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
              wrappingChannelSynchronously: channel)
          }
        }
      return try await channel.executeThenClose { inbound, outbound in
        let head = HTTPRequestHead(
          version: .http1_1, method: .GET, uri: query.isEmpty ? path : "\(path)?\(query)",
          headers: ["Host": place.text, "Connection": "close"])
        try await outbound.write(contentsOf: [.head(head), .end(nil)])
        var body = Data()
        for try await part in inbound {
          switch part {
          case .head(let head):
            guard head.status == .ok else {
              throw Failure(reason: "\(path) was answered with status \(head.status.code)")
            }
          case .body(let bytes):
            body.append(contentsOf: bytes.readableBytesView)
            guard body.count <= Self.bodyLimit else {
              throw Failure(reason: "expected at most \(Self.bodyLimit) bytes at \(path)")
            }
          case .end: return body
          }
        }
        throw Failure(reason: "the connection was closed")
      }
    }
  }

  /// A connection to a WebSocket server that sends text messages.
  struct WebSocketConnection: Sendable {
    private typealias FrameChannel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    private enum Upgrade: Sendable {
      case accepted(FrameChannel)
      case rejected
    }

    /// The longest message in bytes.
    private static let messageLimit = 1 << 16

    private let channel: FrameChannel

    /// Connects to a server; `nil` if it answers without WebSocket, or not within 5 s.
    ///
    /// - Throws: The error of the connection.
    init?(to place: HostPort, target: String) async throws {
      let (connection, upgrade): (any Channel, EventLoopFuture<Upgrade>) =
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(.seconds(5))
        .connect(host: place.host, port: Int(place.port)) { channel in
          channel.eventLoop.makeCompletedFuture {
            let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
              maxFrameSize: Self.messageLimit
            ) { channel, _ in
              channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                  NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 64,
                    maxAccumulatedFrameSize: Self.messageLimit))
                return .accepted(try FrameChannel(wrappingChannelSynchronously: channel))
              }
            }
            let head = HTTPRequestHead(
              version: .http1_1, method: .GET, uri: target,
              headers: ["Host": place.text, "Content-Length": "0"])
            var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
              upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                upgradeRequestHead: head, upgraders: [upgrader]
              ) { channel in
                channel.eventLoop.makeCompletedFuture { .rejected }
              })
            // A message may arrive together with the answer to the upgrade.
            configuration.leftOverBytesStrategy = .forwardBytes
            let upgrade = try channel.pipeline.syncOperations
              .configureUpgradableHTTPClientPipeline(configuration: configuration)
            return (channel, upgrade)
          }
        }
      let timeout = connection.eventLoop.scheduleTask(in: .seconds(5)) {
        connection.close(promise: nil)
      }
      defer { timeout.cancel() }
      do {
        let result = try await withTaskCancellationHandler {
          try await upgrade.get()
        } onCancel: {
          connection.close(promise: nil)
        }
        guard case .accepted(let channel) = result else {
          connection.close(promise: nil)
          return nil
        }
        self.channel = channel
      } catch let error as ChannelError where error == .inappropriateOperationForState {
        // Closed without an answer.
        return nil
      }
    }

    /// Passes each text message to `receive`, until the server closes the connection, is silent for
    /// longer than `patience` seconds, or the task is cancelled.
    ///
    /// - Throws: The error of the connection.
    func run(patience: Double?, _ receive: (_ message: [UInt8]) async -> Void) async throws {
      let arrival = Arrival()
      let channel = channel
      let watch = Task {
        guard let patience else { return }
        while true {
          try await Task.sleep(for: .seconds(patience / 4))
          if arrival.age > .seconds(patience) { return channel.channel.close(promise: nil) }
        }
      }
      defer { watch.cancel() }
      try await channel.executeThenClose { inbound, outbound in
        for try await frame in inbound {
          arrival.update()
          switch frame.opcode {
          case .text: await receive(Array(frame.unmaskedData.readableBytesView))
          case .ping:
            try await outbound.write(
              WebSocketFrame(
                fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData))
          case .connectionClose:
            // The server may have closed the connection already.
            try? await outbound.write(
              WebSocketFrame(
                fin: true, opcode: .connectionClose, maskKey: .random(), data: frame.unmaskedData))
            return
          default: break
          }
        }
      }
    }

    /// The time of the last frame.
    private final class Arrival: Sendable {
      private let time = Mutex(ContinuousClock.now)

      var age: Duration { time.withLock { $0.duration(to: .now) } }

      func update() { time.withLock { $0 = .now } }
    }
  }
#endif
