#if Studio
  internal import MotionSources

  /// The WebSocket of one page or phone.
  struct LiveSocket: WebSocketReceiver {
    private let hub: LiveHub
    private let id: Int
    private let send: @Sendable (String) -> Void
    private var client: LiveClient

    init(_ hub: LiveHub, _ send: @escaping @Sendable (String) -> Void) async {
      self.hub = hub
      self.send = send
      id = await hub.subscribe(send)
      client = LiveClient(hub, id: id)
    }

    mutating func receive(_ message: [UInt8]) async {
      guard let reason = await client.take(message) else { return }
      send(String(decoding: WebAnswer.json(LiveEvent.error(reason)), as: UTF8.self))
    }

    func close() async { await hub.unsubscribe(id) }
  }
#endif
