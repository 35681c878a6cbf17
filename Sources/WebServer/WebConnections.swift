#if Studio
  internal import NIOCore
  internal import Synchronization

  /// The open connections of a server.
  final class WebConnections: Sendable {
    private struct State {
      var channels: [ObjectIdentifier: any Channel] = [:]
      /// Those that have not had an answer yet, in the order of their arrival.
      var unproven: [any Channel] = []
      /// Those with a request in progress.
      var busy: Set<ObjectIdentifier> = []
      var isStopping = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Adds a connection; `false` if there are too many, or the server stops.
    ///
    /// Beyond the limit, the oldest connection without an answer is closed, so that slow clients do
    /// not block others.
    func add(_ channel: any Channel) -> Bool {
      let (isAdded, oldest) = state.withLock { state -> (Bool, (any Channel)?) in
        guard !state.isStopping else { return (false, nil) }
        var oldest: (any Channel)?
        if state.channels.count >= limit {
          guard !state.unproven.isEmpty else { return (false, nil) }
          let first = state.unproven.removeFirst()
          state.channels[ObjectIdentifier(first)] = nil
          oldest = first
        }
        state.channels[ObjectIdentifier(channel)] = channel
        state.unproven.append(channel)
        return (true, oldest)
      }
      oldest?.close(promise: nil)
      return isAdded
    }

    /// A connection has had an answer that its client was entitled to.
    func prove(_ channel: any Channel) {
      state.withLock { state in state.unproven.removeAll { $0 === channel } }
    }

    func remove(_ channel: any Channel) {
      state.withLock { state in
        state.channels[ObjectIdentifier(channel)] = nil
        state.unproven.removeAll { $0 === channel }
        state.busy.remove(ObjectIdentifier(channel))
      }
    }

    /// Begins a request of a connection.
    func begin(_ channel: any Channel) {
      state.withLock { _ = $0.busy.insert(ObjectIdentifier(channel)) }
    }

    /// Ends a request of a connection.
    func end(_ channel: any Channel) {
      state.withLock { _ = $0.busy.remove(ObjectIdentifier(channel)) }
    }

    /// Whether connections are closed after the answers in progress.
    var isStopping: Bool { state.withLock(\.isStopping) }

    /// Closes all connections, those with a request in progress after its answer.
    ///
    /// - Parameter seconds: The longest wait for answers.
    func finish(within seconds: Double) async {
      let idle = state.withLock { state in
        state.isStopping = true
        return state.channels.filter { !state.busy.contains($0.key) }.map(\.value)
      }
      for channel in idle { channel.close(promise: nil) }
      let clock = ContinuousClock()
      let end = clock.now.advanced(by: .seconds(seconds))
      while clock.now < end, state.withLock({ !$0.channels.isEmpty }) {
        try? await clock.sleep(for: .milliseconds(5))
      }
      for channel in state.withLock({ Array($0.channels.values) }) { channel.close(promise: nil) }
    }
  }
#endif
