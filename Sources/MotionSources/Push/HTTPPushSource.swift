public import MotionDelivery

#if Studio
  internal import Platform
  public import MotionFusion
  public import MotionRecordings
  internal import Synchronization
  internal import WebServer

  /// Motion that a phone pushes over HTTP: a server for the app Sensor Logger, or for JSON Lines.
  ///
  /// ```swift
  /// let source = try HTTPPushSource(listeningAt: "0.0.0.0:8765") { print("enter", $0) }
  /// for try await motion in try MotionManager(source: source).updates() {
  ///   print(motion.attitude.yaw)
  /// }
  /// ```
  ///
  /// `POST` to any path takes one message (``PushedMotionDecoder``) and answers with `{"samples":
  /// N}`, the samples that are complete; other text is answered with status 400 and `{"error":
  /// REASON}`, a body over the limit with 413 before it is read. The server is loopback only unless
  /// the address says otherwise, and has no encryption. Without a ``Configuration/token``, anyone
  /// who can reach the port can push, except for web pages: requests from a page (`Origin`) are
  /// answered with 403, and requests to the name of another host with 421.
  ///
  /// A client that stalls is disconnected after 30 s. The source ends with
  /// its task; it then answers requests in progress and passes their samples on.
  public final class HTTPPushSource: MotionSource {
    /// Limits of the server.
    public struct Configuration: Hashable, Sendable {
      /// The largest body in bytes (default: 4 MiB, a minute of three sensors at 100 Hz).
      package var bodyLimit = 1 << 22
      /// The largest number of open connections that wait for data (default: 64).
      package var connectionLimit = 64
      /// The longest pause of a client in seconds (default: 30).
      package var idleTimeout = 30.0
      /// A secret that requests carry, as `Authorization: Bearer TOKEN` or as `?token=TOKEN`;
      /// others are answered with 401. Default: `nil`, no secret.
      public var token: String?
      /// The platform of the phone, used where its readings do not determine it (default: `nil`).
      public var platform: ReadingOptions.Platform?

      /// The default limits.
      public init() {}
    }

    /// The limits of the server.
    let configuration: Configuration
    /// The address as `HOST:PORT`, the name of the source in messages.
    public var address: String { place.text }
    /// `nil`: the sensors are unknown before the messages.
    public var sensors: MotionSensors? { nil }
    /// The number of messages and readings of the last run.
    package var counts: PushedMotionDecoder.Counts { state.withLock(\.decoder.counts) }

    /// The most samples that wait for a slow consumer; then messages are answered with 503.
    private static let capacity = 1 << 16

    private let place: HostPort
    private let onListening: @Sendable ([String]) -> Void
    private let state: Mutex<State>

    private struct State {
      var decoder: PushedMotionDecoder
      var samples: [SensorSample] = []
    }

    /// A source that listens while it runs.
    ///
    /// - Parameters:
    ///   - address: `[HOST:]PORT`. Without a host it is 127.0.0.1, for this machine only; `0.0.0.0`
    ///     is for its networks, and port 0 for any free port.
    ///   - configuration: The limits of the server.
    ///   - onListening: Receives the addresses to enter in the app, such as
    ///     `http://192.168.1.7:8765/`, once the server listens.
    /// - Throws: `MotionSourceError` for other text.
    public init(
      listeningAt address: String, configuration: Configuration = Configuration(),
      onListening: @escaping @Sendable (_ addresses: [String]) -> Void = { _ in }
    ) throws(MotionSourceError) {
      guard let place = HostPort(address, defaultHost: "127.0.0.1") else {
        throw MotionSourceError(
          source: address, kind: .unavailable,
          reason: "expected [HOST:]PORT, such as 8765 or 0.0.0.0:8765")
      }
      self.place = place
      self.configuration = configuration
      self.onListening = onListening
      state = Mutex(
        State(decoder: PushedMotionDecoder(name: "request", platform: configuration.platform)))
    }

    /// Passes pushed samples to `receive` until the task is cancelled.
    ///
    /// - Throws: `MotionSourceError` if the port is in use, the address is not one of this machine,
    ///   or the server fails.
    public func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
      let platform = configuration.platform
      state.withLock {
        $0 = State(decoder: PushedMotionDecoder(name: "request", platform: platform))
      }
      let (arrivals, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let server = try makeServer { continuation.yield() }
      onListening(urls(of: server))
      let serving = Task {
        await server.run()
        continuation.finish()
      }
      for await _ in arrivals {
        for sample in takeSamples() { await receive(sample) }
      }
      serving.cancel()
      await serving.value
      for sample in takeSamples() { await receive(sample) }
      for sample in state.withLock({ $0.decoder.finish() }) { await receive(sample) }
    }

    private func takeSamples() -> [SensorSample] {
      state.withLock { state in
        defer { state.samples = [] }
        return state.samples
      }
    }
  }

  // MARK: - Requests

  extension HTTPPushSource {
    private func makeServer(
      onArrival: @escaping @Sendable () -> Void
    ) throws(MotionSourceError) -> WebServer {
      let limits = WebServer.Limits(
        connections: configuration.connectionLimit, idleTimeout: configuration.idleTimeout)
      do {
        return try WebServer(host: place.host, port: place.port, limits: limits) { _ in
          Service(host: place.host, configuration: configuration, onArrival: onArrival) {
            [weak self] in
            self?.accept($0)
          }
        }
      } catch {
        throw sourceError(error)
      }
    }

    private struct Service: WebService {
      let host: String
      let configuration: Configuration
      let onArrival: @Sendable () -> Void
      let accept: @Sendable ([UInt8]) -> WebAnswer?

      func admission(of head: WebRequest) -> WebAdmission {
        func reject(_ status: Int, _ reason: String) -> WebAdmission {
          .answer(HTTPPushSource.failure(status, reason))
        }
        // Apps send no Origin; a page's own name may resolve to this machine.
        if head.headers["origin"] != nil {
          return reject(403, "expected an app, got a request of a web page")
        }
        guard isOwn(head.headers["host"]) else {
          return reject(421, "expected the IP address of this machine as the host")
        }
        guard carriesToken(head) else {
          return reject(
            401, "expected the token, as ?token=TOKEN or as Authorization: Bearer TOKEN")
        }
        guard head.method == "POST" || head.method == "PUT" else {
          return reject(405, "expected POST, got \(head.method)")
        }
        return .body(atMost: configuration.bodyLimit)
      }

      func answer(to request: WebRequest) async -> WebAnswer {
        defer { onArrival() }
        return accept(request.body) ?? HTTPPushSource.failure(503, "the source has ended")
      }

      func rejection(ofBodyOver limit: Int) -> WebAnswer {
        HTTPPushSource.failure(413, "expected at most \(limit) bytes")
      }

      /// Whether a `Host` is this machine: an IP address, or a name that cannot exist on the
      /// Internet.
      private func isOwn(_ header: String?) -> Bool {
        guard let header, !header.hasPrefix("[") else { return true }
        let name = header.split(separator: ":").first.map { $0.lowercased() } ?? ""
        return name.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } || name == host
          || !name.contains(".") || name.hasSuffix(".local")
      }

      private func carriesToken(_ head: WebRequest) -> Bool {
        guard let token = configuration.token else { return true }
        if let header = head.headers["authorization"] {
          return Secret.matches(header, "Bearer \(token)")
        }
        return head.query["token"].map { Secret.matches($0, token) } ?? false
      }
    }

    private func accept(_ body: [UInt8]) -> WebAnswer {
      state.withLock { state in
        guard state.samples.count < Self.capacity else {
          return Self.failure(503, "\(Self.capacity) samples are waiting; try again later")
        }
        do throws(RecordingError) {
          let samples = try state.decoder.decode(body)
          state.samples += samples
          return WebAnswer(json: ["samples": samples.count])
        } catch {
          return Self.failure(400, "\(error)")
        }
      }
    }

    private static func failure(_ status: Int, _ reason: String) -> WebAnswer {
      WebAnswer(status, json: ["error": reason])
    }
  }

  // MARK: - The listening socket

  extension HTTPPushSource {
    /// The addresses at which a phone reaches the server.
    private func urls(of server: WebServer) -> [String] {
      guard ["0.0.0.0", "::"].contains(server.host) else {
        return [url(HostPort(host: server.host, port: server.port))]
      }
      let hosts = HostPort.localAddresses
      return (hosts.isEmpty ? ["127.0.0.1"] : hosts).map {
        url(HostPort(host: $0, port: server.port))
      }
    }

    private func url(_ place: HostPort) -> String {
      var url = "http://\(place.text)/"
      if let token = configuration.token {
        url += "?token=\(token.percentEncoded)"
      }
      return url
    }

    private func sourceError(_ error: WebServer.Failure) -> MotionSourceError {
      let reason =
        switch error.number {
        case EADDRINUSE: "the port is in use; choose another one, or end the program that uses it"
        case EACCES: "expected a port that needs no privileges, such as 8765"
        case EADDRNOTAVAIL: "expected an address of this machine, such as 127.0.0.1 or 0.0.0.0"
        case 0: "expected the name or the IP address of this machine, got '\(place.host)'"
        default: "cannot listen: \(error.reason)"
        }
      return MotionSourceError(
        source: address, kind: error.number == EADDRINUSE ? .busy : .unavailable, reason: reason)
    }
  }
#endif
