#if Studio
  internal import FlyingFox
  internal import FlyingSocks
  internal import Foundation
  public import MotionFusion
  public import MotionRecordings
  internal import Synchronization

  /// Motion that a phone pushes over HTTP: a server for the app Sensor Logger, or for JSON Lines.
  ///
  /// ```swift
  /// let source = try HTTPPushSource(listeningAt: "0.0.0.0:8765") { print("enter", $0) }
  /// for try await motion in try MotionManager(source: source).updates() {
  ///   print(motion.attitude.yaw)
  /// }
  /// ```
  ///
  /// `POST` to any path takes one message (``PushedMotionDecoder``) and answers with
  /// `{"samples": N}`, the samples that are complete; other text is answered with status 400 and
  /// `{"error": REASON}`, a body over the limit with 413 before it is read. The server is loopback only
  /// unless the address says otherwise, and has no encryption. Without a
  /// ``Configuration/token``, anyone who reaches the port can push.
  ///
  /// A client that stalls is disconnected after ``Configuration/idleTimeout``. The source ends with
  /// its task; it then answers requests in progress and passes their samples on.
  public final class HTTPPushSource: MotionSource {
    /// Limits of the server.
    public struct Configuration: Hashable, Sendable {
      /// The largest body in bytes (default: 4 MiB, a minute of three sensors at 100 Hz).
      public var bodyLimit = 1 << 22
      /// The largest number of open connections that wait for data (default: 64).
      public var connectionLimit = 64
      /// The longest pause of a client in seconds (default: 30).
      public var idleTimeout = 30.0
      /// A secret that requests carry, as `Authorization: Bearer TOKEN` or as `?token=TOKEN`;
      /// others are answered with 401. Default: `nil`, no secret.
      public var token: String?
      /// The platform of the phone, used where its readings do not determine it (default: `nil`).
      public var platform: ReadingOptions.Platform?

      /// The default limits.
      public init() {}
    }

    /// The limits of the server.
    public let configuration: Configuration
    /// The address as `HOST:PORT`, the name of the source in messages.
    public var address: String { place.text }
    /// `nil`: the sensors are unknown before the messages.
    public var sensors: MotionSensors? { nil }
    /// The number of messages and readings of the last run.
    public var counts: PushedMotionDecoder.Counts { state.withLock(\.decoder.counts) }

    /// The most samples that wait for a slow consumer; then messages are answered with 503.
    private static let capacity = 1 << 16

    private let place: HostPort
    private let onListening: @Sendable ([String]) -> Void
    private let state: Mutex<State>

    private struct State {
      var decoder: PushedMotionDecoder
      var samples: [SensorSample] = []
      var failure: MotionSourceError?
    }

    /// A source that listens while it runs.
    ///
    /// - Parameters:
    ///   - address: `[HOST:]PORT`. Without a host 127.0.0.1, for this machine only; `0.0.0.0` for
    ///     its networks; port 0 for any free one.
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
    /// - Parameter receive: Takes one sample.
    /// - Throws: `MotionSourceError` if the port is in use, the address is not one of this machine,
    ///   or the server fails.
    public func run(
      _ receive: (SensorSample) async -> Void
    ) async throws(MotionSourceError) {
      let platform = configuration.platform
      state.withLock {
        $0 = State(decoder: PushedMotionDecoder(name: "request", platform: platform))
      }
      let (arrivals, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let server = try makeServer { continuation.yield() }
      let serving = Task { [self] in
        do {
          try await server.run()
        } catch {
          state.withLock { $0.failure = sourceError(error) }
        }
        continuation.finish()
      }
      let announcing = Task { [self] in
        try await server.waitUntilListening(timeout: 60)
        if let address = await server.listeningAddress { onListening(urls(of: address)) }
      }
      for await _ in arrivals {
        for sample in takeSamples() { await receive(sample) }
      }
      announcing.cancel()
      let failure = state.withLock(\.failure)
      // A task of its own: this one is cancelled, requests in progress are not.
      await Task { await server.stop(timeout: 1) }.value
      serving.cancel()
      await serving.value
      for sample in takeSamples() { await receive(sample) }
      for sample in state.withLock({ $0.decoder.finish() }) { await receive(sample) }
      if let failure { throw failure }
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
    ) throws(MotionSourceError) -> HTTPServer {
      let pool = BoundedSocketPool(
        HTTPServer.defaultPool(), connectionLimit: configuration.connectionLimit,
        idleTimeout: configuration.idleTimeout)
      let server = HTTPServer.Configuration(
        address: try place.resolved(for: address), timeout: configuration.idleTimeout,
        pool: pool, logger: .disabled)
      return HTTPServer(
        config: server,
        handler: ClosureHTTPHandler { [weak self] request in
          guard let self else { return HTTPResponse(statusCode: .serviceUnavailable) }
          let response = try await self.response(to: request)
          onArrival()
          return response
        })
    }

    private func response(to request: HTTPRequest) async throws -> HTTPResponse {
      if let token = configuration.token, !Self.carries(token, request) {
        // The body is not read: the connection ends with the answer.
        return Self.closing(
          .unauthorized,
          ["error": "expected the token, as ?token=TOKEN or as Authorization: Bearer TOKEN"])
      }
      guard request.method == .POST || request.method == .PUT else {
        return Self.answer(
          .methodNotAllowed, ["error": "expected POST, got \(request.method.rawValue)"])
      }
      var body: [UInt8] = []
      let length = request.bodySequence.count ?? 0
      if length <= configuration.bodyLimit {
        body.reserveCapacity(length)
        for try await chunk in request.bodySequence {
          body += chunk
          if body.count > configuration.bodyLimit { break }
        }
      }
      guard max(length, body.count) <= configuration.bodyLimit else {
        return Self.closing(
          .payloadTooLarge,
          [
            "error":
              "expected at most \(configuration.bodyLimit) bytes, got \(max(length, body.count))"
          ])
      }
      return accept(body)
    }

    private static func carries(_ token: String, _ request: HTTPRequest) -> Bool {
      if let header = request.headers[.authorization] {
        return Secret.matches(header, "Bearer \(token)")
      }
      return request.query.contains { $0.name == "token" && Secret.matches($0.value, token) }
    }

    /// An answer after which the connection is closed.
    private static func closing(
      _ status: HTTPStatusCode, _ fields: [String: any Sendable]
    ) -> HTTPResponse {
      let body = ClosingBody(json(fields))
      return HTTPResponse(
        statusCode: status, headers: [.contentType: "application/json", .connection: "close"],
        body: HTTPBodySequence(from: body, count: body.count))
    }

    private func accept(_ body: [UInt8]) -> HTTPResponse {
      let outcome = state.withLock { state -> Result<Int, RecordingError>? in
        guard state.samples.count < Self.capacity else { return nil }
        do throws(RecordingError) {
          let samples = try state.decoder.decode(body)
          state.samples += samples
          return .success(samples.count)
        } catch {
          return .failure(error)
        }
      }
      switch outcome {
      case .success(let count): return Self.answer(.ok, ["samples": count])
      case .failure(let error): return Self.answer(.badRequest, ["error": "\(error)"])
      case nil:
        return Self.answer(
          .serviceUnavailable, ["error": "\(Self.capacity) samples are waiting; try again later"])
      }
    }

    private static func answer(
      _ status: HTTPStatusCode, _ fields: [String: any Sendable]
    ) -> HTTPResponse {
      HTTPResponse(
        statusCode: status, headers: [.contentType: "application/json"],
        body: Data(json(fields).utf8))
    }

    private static func json(_ fields: [String: any Sendable]) -> String {
      let data = try? JSONSerialization.data(withJSONObject: fields)
      return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }

  // MARK: - The listening socket

  extension HTTPPushSource {
    /// The addresses at which a phone reaches the server.
    private func urls(of address: Socket.Address) -> [String] {
      switch address {
      case .ip4("0.0.0.0", let port), .ip6("::", let port):
        let hosts = HostPort.localAddresses
        return (hosts.isEmpty ? ["127.0.0.1"] : hosts).map { url(HostPort(host: $0, port: port)) }
      case .ip4(let host, let port), .ip6(let host, let port):
        return [url(HostPort(host: host, port: port))]
      case .unix: return []
      }
    }

    private func url(_ place: HostPort) -> String {
      var url = "http://\(place.text)/"
      if let token = configuration.token {
        url += "?token=\(token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
      }
      return url
    }

    private func sourceError(_ error: any Error) -> MotionSourceError? {
      if error is CancellationError { return nil }
      guard case SocketError.failed(_, let code, let message) = error else {
        // A closed listening socket: the source was stopped.
        if case SocketError.disconnected = error { return nil }
        return MotionSourceError(source: address, kind: .brokenOff, reason: "\(error)")
      }
      let reason =
        switch code {
        case EADDRINUSE: "the port is in use; choose another one, or end the program that uses it"
        case EACCES: "expected a port that needs no privileges, such as 8765"
        case EADDRNOTAVAIL: "expected an address of this machine, such as 127.0.0.1 or 0.0.0.0"
        default: "cannot listen: \(message)"
        }
      return MotionSourceError(source: address, kind: .unavailable, reason: reason)
    }
  }
#endif
