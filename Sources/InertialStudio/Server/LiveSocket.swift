#if Studio
  internal import FlyingFox
  internal import Foundation

  /// The WebSocket of one page or phone.
  struct LiveSocket: WSHandler {
    /// The most frames that wait for a client; one that does not read them is disconnected.
    private static let waitingFrames = 2048

    private let hub: LiveHub

    init(_ hub: LiveHub) { self.hub = hub }

    func makeFrames(
      for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> {
      let frames = try await MessageFrameWSHandler(handler: Messages(hub: hub))
        .makeFrames(for: client)
      // The library's streams are unbounded: a client that stalls must not fill the memory.
      let (bounded, continuation) = AsyncStream.makeStream(
        of: WSFrame.self, bufferingPolicy: .bufferingOldest(Self.waitingFrames))
      let pump = Task {
        for await frame in frames {
          if case .dropped = continuation.yield(frame) { break }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in pump.cancel() }
      return bounded
    }

    private struct Messages: WSMessageHandler {
      let hub: LiveHub

      func makeMessages(
        for client: AsyncStream<WSMessage>
      ) async throws -> AsyncStream<WSMessage> {
        let (messages, continuation) = AsyncStream.makeStream(of: WSMessage.self)
        let id = await hub.subscribe { line in continuation.yield(.text(line)) }
        let reader = Task {
          var live = LiveClient(hub)
          for await message in client {
            guard case .text(let text) = message else { continue }
            if let reason = await live.take(Array(text.utf8)) {
              let line = StudioResponse.json(LiveEvent.error(reason))
              continuation.yield(.text(String(decoding: line, as: UTF8.self)))
            }
          }
          await hub.unsubscribe(id)
          continuation.finish()
        }
        continuation.onTermination = { _ in
          reader.cancel()
          Task { await hub.unsubscribe(id) }
        }
        return messages
      }
    }
  }
#endif
