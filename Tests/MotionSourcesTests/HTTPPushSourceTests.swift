import MotionDelivery

#if Studio
  import FlyingFox
  import FlyingSocks
  import Foundation
  import GestureRecognition
  import GestureTraining
  import MotionFusion
  import MotionRecordings
  import MotionSimulation
  import MotionSources
  import TestSupport
  import Testing

  @Suite(
    "HTTP push", .enabled(if: Loopback.isUp, "needs the loopback interface"),
    .timeLimit(.minutes(2)))
  struct HTTPPushSourceTests {
    /// Runs a source while `body` talks to its port, and returns its samples.
    private func samples(
      _ configuration: HTTPPushSource.Configuration = .init(),
      _ body: (UInt16) async throws -> Void
    ) async throws -> [SensorSample] {
      let (ports, continuation) = AsyncStream.makeStream(of: UInt16.self)
      let source = try HTTPPushSource(listeningAt: "0", configuration: configuration) { addresses in
        let port = addresses.first.flatMap { URL(string: $0)?.port }
        continuation.yield(UInt16(port ?? 0))
      }
      let running = Task {
        var samples: [SensorSample] = []
        try await source.run { samples.append($0) }
        return samples
      }
      let port = try #require(await ports.first { _ in true })
      do {
        try await body(port)
      } catch {
        running.cancel()
        throw error
      }
      running.cancel()
      return try await running.value
    }

    private func post(
      _ body: [UInt8], to port: UInt16, method: HTTPMethod = .POST, path: String = "/",
      query: String = "", authorization: String? = nil, host: String = "127.0.0.1",
      origin: String? = nil
    ) async throws -> (status: Int, text: String) {
      let request = HTTPRequest(
        method: method, version: .http11, target: .init(path: path, query: query),
        headers: HTTPHeaders(
          [.host: host].merging(authorization.map { [.authorization: $0] } ?? [:]) { $1 }
            .merging(origin.map { [HTTPHeader("Origin"): $0] } ?? [:]) { $1 }),
        body: HTTPBodySequence(data: Data(body)))
      var client = HTTPClient()
      let response = try await client.sendHTTPRequest(
        request, to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      return (
        response.statusCode.code, String(decoding: try await response.bodyData, as: UTF8.self)
      )
    }

    /// Posts a message, and expects status 200.
    private func expectAccepted(_ body: [UInt8], by port: UInt16) async throws {
      let answer = try await post(body, to: port, path: "/data")
      #expect(answer.status == 200)
    }

    private let line = Array(#"{"time_s":1,"gyro_rad_s":[0,0,0],"accel_g":[0,0,-1]}"#.utf8)

    @Test("pages of the web and names of other hosts push nothing")
    func foreignPages() async throws {
      let pushed = try await samples { port in
        for (host, origin, status) in [
          ("127.0.0.1", "http://evil.example", 403), ("127.0.0.1", "null", 403),
          ("evil.example", nil, 421), ("evil.example:\(port)", nil, 421),
          ("127.0.0.1.evil.example", nil, 421),
        ] {
          let answer = try await post(line, to: port, host: host, origin: origin)
          #expect(answer.status == status, "\(host), \(origin ?? "no origin")")
        }
        for host in ["127.0.0.1:\(port)", "localhost:\(port)", "desk.local"] {
          #expect(try await post(line, to: port, host: host).status == 200, "\(host)")
        }
      }
      #expect(pushed.count <= 1)
    }

    @Test(
      "HELLO WORLD pushed by either platform over a bad network reads as from the file",
      arguments: [(ReadingOptions.Platform.iOS, 0.05), (.android, 0.5)])
    func words(platform: ReadingOptions.Platform, period: Double) async throws {
      let recording = try AirSimulator().recording(of: "HELLO WORLD", by: Writer(seed: 1)).samples
      let phone = PushedPhone(platform: platform, period: period)
      let messages = PushedPhone.delivered(
        try phone.messages(phone.entries(recording)), seed: 11)
      let pushed = try await samples { port in
        for message in messages {
          try await expectAccepted(message, by: port)
        }
      }
      #expect(difference(pushed, recording) < 2e-9)
      let recognizer = try GestureRecognizer.uppercaseLetters()
      func letters(_ samples: [SensorSample]) -> [String?] {
        var recordings = Recordings(format: "test")
        recordings.sensorSamples = [LabeledRecording(name: "test", samples: samples)]
        return recognizer.recognize(recordings).map(\.label)
      }
      let expected = letters(recording)
      #expect(expected.count == 10)
      #expect(letters(pushed) == expected)
    }

    @Test(
      "a token is required in the address or as a header",
      arguments: [
        ("token=s%26cret", nil, 200), ("", "Bearer s&cret", 200), ("", nil, 401),
        ("token=", nil, 401), ("token=s%26cres", nil, 401), ("", "s&cret", 401),
        ("token=s%26cret", "Bearer other", 401),
      ] as [(String, String?, Int)])
    func token(query: String, authorization: String?, status: Int) async throws {
      var configuration = HTTPPushSource.Configuration()
      configuration.token = "s&cret"
      let received = try await samples(configuration) { port in
        let answer = try await post(
          line, to: port, query: query, authorization: authorization)
        #expect(answer.status == status)
        #expect(answer.text.contains("expected the token") == (status == 401))
      }
      #expect(received.count == (status == 200 ? 1 : 0))
    }

    @Test("the address to enter in the app carries the token")
    func tokenInAddress() async throws {
      var configuration = HTTPPushSource.Configuration()
      configuration.token = "a b"
      let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
      let source = try HTTPPushSource(listeningAt: "0", configuration: configuration) {
        for address in $0 { continuation.yield(address) }
      }
      let running = Task { try await source.run { _ in } }
      let address = try #require(await addresses.first { _ in true })
      #expect(address.hasSuffix("/?token=a%20b"))
      running.cancel()
      try await running.value
    }

    @Test("malformed bodies are answered with 400 and a reason, and lose nothing")
    func malformed() async throws {
      let received = try await samples { port in
        #expect(try await post(line, to: port) == (200, #"{"samples":1}"#))
        for body in ["", "hello", "{}", "{\"payload\":3}"] {
          let answer = try await post(Array(body.utf8), to: port)
          #expect(answer.status == 400)
          #expect(answer.text.contains("expected"))
        }
        #expect(try await post([], to: port, method: .GET).status == 405)
        let next = Array(#"{"time_s":1.01,"gyro_rad_s":[0,0,0]}"#.utf8)
        try await expectAccepted(next, by: port)
      }
      #expect(received.map(\.timestamp) == [1, 1.01])
    }

    @Test("bodies over the limit are rejected; the server goes on", arguments: [20_000, 3_000_000])
    func oversized(count: Int) async throws {
      var configuration = HTTPPushSource.Configuration()
      configuration.bodyLimit = 10_000
      let received = try await samples(configuration) { port in
        let body = [UInt8](repeating: UInt8(ascii: " "), count: count)
        // The connection is closed: the client may still be sending, and then sees that only.
        let answer = try? await post(body, to: port)
        #expect(answer == nil || answer?.status == 413)
        try await expectAccepted(line, by: port)
      }
      #expect(received.count == 1)
    }

    @Test("clients may be silent without a limit")
    func noIdleTimeout() async throws {
      var configuration = HTTPPushSource.Configuration()
      configuration.idleTimeout = .infinity
      let received = try await samples(configuration) { try await expectAccepted(line, by: $0) }
      #expect(received.count == 1)
    }

    @Test("a client that stalls is disconnected; others are served meanwhile")
    func stall() async throws {
      var configuration = HTTPPushSource.Configuration()
      configuration.idleTimeout = 0.5
      let received = try await samples(configuration) { port in
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
        let half = "POST / HTTP/1.1\r\nHost: phone\r\nContent-Length: 1000\r\n\r\n{\"payload\""
        let headless = try await AsyncSocket.connected(to: address)
        try await headless.write(Data("POST / HT".utf8))
        let stalled = try await AsyncSocket.connected(to: address)
        try await stalled.write(Data(half.utf8))
        try await expectAccepted(line, by: port)
        for socket in [headless, stalled] {
          // An error answer may come first; the end of the connection does.
          await #expect(throws: SocketError.self) {
            while true { _ = try await socket.read(atMost: 4096) }
          }
          try? socket.close()
        }
      }
      #expect(received.count == 1)
    }

    @Test("connections over the limit are closed")
    func connections() async throws {
      var configuration = HTTPPushSource.Configuration()
      configuration.connectionLimit = 4
      _ = try await samples(configuration) { port in
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
        var sockets: [AsyncSocket] = []
        for _ in 0..<12 { sockets.append(try await AsyncSocket.connected(to: address)) }
        await withTaskGroup(of: Bool.self) { group in
          for socket in sockets {
            group.addTask { (try? await socket.read(atMost: 1)) == nil && !Task.isCancelled }
          }
          var closed = 0
          for await isClosed in group where isClosed {
            closed += 1
            if closed == 8 { break }
          }
          group.cancelAll()
          #expect(closed == 8)
        }
        for socket in sockets { try? socket.close() }
        // Accepted as soon as the server has noticed that the others are gone.
        var answer = try? await post(line, to: port, path: "/data")
        for _ in 0..<500 where answer == nil {
          try await Task.sleep(for: .milliseconds(10))
          answer = try? await post(line, to: port, path: "/data")
        }
        #expect(answer?.status == 200)
      }
    }

    @Test("a port in use, and addresses that are none, are errors that say so")
    func addresses() async throws {
      _ = try await samples { port in
        let second = try HTTPPushSource(listeningAt: "127.0.0.1:\(port)")
        await #expect {
          try await second.run { _ in }
        } throws: {
          "\($0)".contains("127.0.0.1:\(port): the port is in use")
        }
      }
      let elsewhere = try HTTPPushSource(listeningAt: "192.0.2.1:0")
      await #expect {
        try await elsewhere.run { _ in }
      } throws: {
        "\($0)".contains("expected an address of this machine")
      }
      for text in ["", "phone", "1:2:3", "70000", "127.0.0.1:-1"] {
        #expect(throws: MotionSourceError.self) { try HTTPPushSource(listeningAt: text) }
      }
      #expect(try HTTPPushSource(listeningAt: "[::1]:80").address == "[::1]:80")
      #expect(try HTTPPushSource(listeningAt: "*:80").address == "0.0.0.0:80")
    }

    @Test("a source runs again on its port after it was stopped")
    func again() async throws {
      var port: UInt16 = 0
      _ = try await samples { port = $0 }
      let (ready, continuation) = AsyncStream.makeStream(of: Void.self)
      let source = try HTTPPushSource(listeningAt: "127.0.0.1:\(port)") { _ in
        continuation.yield()
      }
      for _ in 0..<2 {
        let running = Task { try await source.run { _ in } }
        _ = await ready.first { true }
        try await expectAccepted(line, by: port)
        running.cancel()
        try await running.value
        #expect(source.counts.readings == 1)
      }
    }
  }
#endif
