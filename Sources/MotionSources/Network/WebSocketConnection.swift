#if Studio
  internal import MotionFusion
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOWebSocket
  internal import Synchronization

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
