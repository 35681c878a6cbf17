import MotionDelivery

#if Studio
  import FlyingFox
  import FlyingSocks
  import Foundation
  import MotionFusion
  import MotionSources
  import Synchronization
  import TestSupport
  import Testing

  @Suite(
    "SensorServer", .enabled(if: Loopback.isUp, "needs the loopback interface"),
    .timeLimit(.minutes(2)))
  struct SensorServerSourceTests {
    /// A stand-in for the app: its documented address and messages.
    private final class Phone: Sendable, WSMessageHandler {
      let server = HTTPServer(address: sockaddr_in.inet(port: 0), logger: .disabled)
      let target = Mutex("")
      let isTouched = Mutex(false)
      /// The number of instants before the phone ends the connection, or falls silent.
      let count: Int
      let closes: Bool

      init(count: Int, closes: Bool) {
        self.count = count
        self.closes = closes
      }

      func start() async throws -> UInt16 {
        let sensors = WebSocketHTTPHandler(handler: MessageFrameWSHandler(handler: self))
        await server.appendRoute("GET /sensors/connect") { [self] request in
          target.withLock { $0 = request.query.first?.value ?? "" }
          return try await sensors.handleRequest(request)
        }
        let screen = WebSocketHTTPHandler(
          handler: MessageFrameWSHandler(handler: Screen(phone: self)))
        await server.appendRoute("GET /touchscreen") { try await screen.handleRequest($0) }
        Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { return 0 }
        return port
      }

      func makeMessages(
        for client: AsyncStream<WSMessage>
      ) async throws -> AsyncStream<WSMessage> {
        AsyncStream { continuation in
          Task {
            // Time for the touch screen to connect, and for its touch to arrive.
            for _ in 0..<300 where !isTouched.withLock({ $0 }) {
              try await Task.sleep(for: .milliseconds(10))
            }
            try await Task.sleep(for: .seconds(0.5))
            for index in 0..<count {
              let time = 3_925_657_519_043_709 + index * 10_000_000
              for (type, values) in [
                ("accelerometer", "[0.0,0.0,9.80665]"), ("gyroscope", "[\(index),0,0]"),
                ("step_detector", "[1.0]"),
              ] {
                continuation.yield(
                  .text(
                    #"{"type":"android.sensor.\#(type)","accuracy":3,"timestamp":\#(time),"#
                      + #""values":\#(values)}"#))
              }
            }
            continuation.yield(.text("{"))
            for time in ["9000000000000000000", "-9000000000000000000"] {
              continuation.yield(
                .text(
                  #"{"type":"android.sensor.gyroscope","timestamp":\#(time),"values":[0,0,0]}"#))
            }
            if closes { continuation.finish() }
          }
        }
      }

      struct Screen: WSMessageHandler {
        let phone: Phone

        func makeMessages(
          for client: AsyncStream<WSMessage>
        ) async throws -> AsyncStream<WSMessage> {
          AsyncStream { continuation in
            continuation.yield(.text(#"{"x":1.5,"y":2,"action":"ACTION_DOWN"}"#))
            phone.isTouched.withLock { $0 = true }
          }
        }
      }
    }

    @Test(
      "all that a phone sent arrives; that it vanishes is an error", arguments: [true, false])
    func readings(closes: Bool) async throws {
      let phone = Phone(count: 100, closes: closes)
      let port = try await phone.start()
      let source = try SensorServerSource(url: "ws://127.0.0.1:\(port)", patience: 5)
      let received = Mutex<[SensorSample]>([])
      await #expect {
        try await source.run { sample in received.withLock { $0.append(sample) } }
      } throws: {
        "\($0)".contains("the phone closed the connection, or was silent for 5.0 s")
      }
      let samples = received.withLock { $0 }
      #expect(samples.count == 100)
      for (index, sample) in samples.enumerated() {
        #expect(abs(sample.timestamp - Double(index) / 100) < 1e-9)
        // The first sample does not wait for a sensor that has not reported yet.
        #expect(sample.rotationRate == (index == 0 ? nil : Vector3(Double(index), 0, 0)))
        #expect(abs((sample.acceleration?.z ?? 0) + 1) < 1e-12)
        #expect(sample.isTouching == true)
      }
      let target = phone.target.withLock { $0 }
      #expect(target.hasPrefix(#"["android.sensor.accelerometer","android.sensor.gyroscope""#))
      await phone.server.stop()
    }

    @Test("no phone, another server and other addresses are errors that say so")
    func unavailable() async throws {
      let phone = Phone(count: 0, closes: true)
      let port = try await phone.start()
      await #expect {
        try await SensorServerSource(url: "ws://127.0.0.1:\(port)/elsewhere").run { _ in }
      } throws: {
        "\($0)".contains("start the server in the app")
      }
      await phone.server.stop()
      await #expect {
        try await SensorServerSource(url: "ws://127.0.0.1:\(port)").run { _ in }
      } throws: {
        "\($0)".contains("cannot connect")
      }
      for url in ["", "http://phone", "ws://", "ws://phone:99999"] {
        #expect(throws: MotionSourceError.self) { try SensorServerSource(url: url) }
      }
    }

    @Test("a server that never answers is an error after 5 s; the source ends with its task")
    func silent() async throws {
      // The system accepts connections to a socket that listens.
      let socket = try Socket(domain: AF_INET)
      try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
      try socket.listen()
      defer { try? socket.close() }
      guard case .ip4(_, let port) = try socket.sockname() else { return #expect(Bool(false)) }
      let source = try SensorServerSource(url: "ws://127.0.0.1:\(port)")
      let running = Task { try await source.run { _ in } }
      try await Task.sleep(for: .seconds(0.2))
      running.cancel()
      try await running.value
      await #expect {
        try await source.run { _ in }
      } throws: {
        "\($0)".contains("start the server in the app")
      }
    }

    @Test("a source ends with its task")
    func cancel() async throws {
      let phone = Phone(count: 10, closes: false)
      let port = try await phone.start()
      let source = try SensorServerSource(url: "ws://127.0.0.1:\(port)", patience: 60)
      let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
      let running = Task { try await source.run { _ in continuation.yield() } }
      _ = await arrived.first { true }
      running.cancel()
      try await running.value
      await phone.server.stop()
    }

    @Test("the scheme of an address chooses the app")
    func scheme() throws {
      #expect(try PhoneConnection.source(url: "http://phone:8080") is PhyphoxSource)
      #expect(try PhoneConnection.source(url: "ws://phone:8080") is SensorServerSource)
      #expect(throws: MotionSourceError.self) { try PhoneConnection.source(url: "tcp://phone") }
      // As the app's documentation writes it, without percent encoding.
      let url = #"ws://phone:8080/sensors/connect?types=["android.sensor.gyroscope"]"#
      #expect(throws: Never.self) { try SensorServerSource(url: url) }
    }
  }
#endif
