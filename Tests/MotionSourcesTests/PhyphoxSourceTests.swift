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
    "phyphox", .enabled(if: Loopback.isUp, "needs the loopback interface"),
    .timeLimit(.minutes(2)))
  struct PhyphoxSourceTests {
    /// A stand-in for the app: documented requests and answers of its remote access.
    private final class Phone: Sendable {
      struct State {
        var isMeasuring = false
        var session = "a1"
        /// The number of readings so far, at 100 Hz.
        var count = 0
        /// The answers to `/get` before the phone falls silent.
        var answers = Int.max
        var sources = ["accelerometer", "gyroscope"]
      }
      let state = Mutex(State())
      let server = HTTPServer(
        address: sockaddr_in.inet(port: 0), logger: .disabled)

      /// The value of a buffer at an index.
      static func value(_ name: String, _ index: Int) -> Double {
        switch name {
        case "acc_time", "gyr_time": Double(index) / 100 + 0.005
        case "accZ": 9.80665
        case "gyrX": Double(index)
        default: 0
        }
      }

      func start() async throws -> UInt16 {
        await server.appendRoute("GET /config") { [self] _ in
          let inputs = state.withLock(\.sources).map { source -> [String: Any] in
            let name = String(source.prefix(3))
            return [
              "source": source,
              "outputs": [
                ["x": "\(name)X"], ["y": "\(name)Y"], ["z": "\(name)Z"], ["t": "\(name)_time"],
              ],
            ]
          }
          return json(["title": "Test", "inputs": inputs])
        }
        await server.appendRoute("GET /control") { [self] _ in
          state.withLock { $0.isMeasuring = true }
          return json(["result": true])
        }
        await server.appendRoute("GET /get") { [self] request in
          let state = state.withLock { state in
            if state.isMeasuring { state.count += 10 }
            state.answers -= 1
            return state
          }
          guard state.answers >= 0 else {
            try await Task.sleep(for: .seconds(60))
            return HTTPResponse(statusCode: .serviceUnavailable)
          }
          var buffers: [String: Any] = [:]
          for item in request.query {
            let parts = item.value.split(separator: "|")
            let values: [Double]
            if parts.count == 2, let threshold = Double(parts[0]) {
              values = (0..<state.count).filter {
                Self.value(String(parts[1]), $0) > threshold
              }.map { Self.value(item.name, $0) }
            } else {
              values = state.count > 0 ? [Self.value(item.name, state.count - 1)] : []
            }
            buffers[item.name] = ["size": 0, "updateMode": "partial", "buffer": values]
          }
          return json([
            "buffer": buffers,
            "status": ["session": state.session, "measuring": state.isMeasuring],
          ])
        }
        Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { return 0 }
        return port
      }

      private func json(_ object: [String: Any]) -> HTTPResponse {
        HTTPResponse(
          statusCode: .ok, body: (try? JSONSerialization.data(withJSONObject: object)) ?? Data())
      }
    }

    /// The samples of a source up to a number, or its error.
    private func samples(_ source: PhyphoxSource, _ count: Int) async throws -> [SensorSample] {
      let (stream, continuation) = AsyncStream.makeStream(of: SensorSample.self)
      let running = Task {
        defer { continuation.finish() }
        try await source.run { continuation.yield($0) }
      }
      var samples: [SensorSample] = []
      for await sample in stream {
        samples.append(sample)
        if samples.count == count { running.cancel() }
      }
      do {
        try await running.value
      } catch {
        if samples.count < count { throw error }
      }
      return samples
    }

    @Test("new readings of an experiment, in our units and signs; the measurement is started")
    func readings() async throws {
      let phone = Phone()
      let port = try await phone.start()
      phone.state.withLock { $0.count = 50 }
      let source = try PhyphoxSource(url: "http://127.0.0.1:\(port)", interval: 0.01)
      let samples = try await samples(source, 100).prefix(100)
      let isMeasuring = phone.state.withLock(\.isMeasuring)
      #expect(isMeasuring)
      #expect(samples.count == 100)
      // What was measured before the connection is left out.
      #expect(samples.map { $0.rotationRate?.x } == (50..<150).map { Double($0) })
      for (index, sample) in samples.enumerated() {
        #expect(abs(sample.timestamp - Double(index) / 100) < 1e-9)
        #expect(abs((sample.acceleration?.z ?? 0) + 1) < 1e-12)
      }
      await phone.server.stop()
    }

    @Test("a phone that vanishes is an error, after all that it sent", arguments: [true, false])
    func vanishes(closes: Bool) async throws {
      let phone = Phone()
      let port = try await phone.start()
      if !closes { phone.state.withLock { $0.answers = 6 } }
      let source = try PhyphoxSource(
        url: "http://127.0.0.1:\(port)", interval: 0.01, patience: 5)
      let counter = Mutex(0)
      await #expect {
        try await source.run { _ in
          let count = counter.withLock { count in
            count += 1
            return count
          }
          if closes, count == 40 { await phone.server.stop() }
        }
      } throws: {
        "\($0)".contains("has not answered for 5.0 s")
      }
      let count = counter.withLock { $0 }
      #expect(count >= 40)
      await phone.server.stop()
    }

    @Test("no phone, another server and an experiment without motion are errors that say so")
    func unavailable() async throws {
      let phone = Phone()
      let port = try await phone.start()
      phone.state.withLock { $0.sources = ["pressure"] }
      let url = "http://127.0.0.1:\(port)"
      await #expect {
        try await PhyphoxSource(url: url).run { _ in }
      } throws: {
        "\($0)".contains(
          "expected an experiment with the accelerometer or the gyroscope, got 'Test'")
      }
      await phone.server.stop()
      await #expect {
        try await PhyphoxSource(url: url, patience: 1).run { _ in }
      } throws: {
        "\($0)".contains("Allow remote access")
      }
      for url in ["", "phone", "ftp://phone", "http://", "http://phone:99999"] {
        #expect(throws: MotionSourceError.self) { try PhyphoxSource(url: url) }
      }
      await #expect(throws: MotionSourceError.self) {
        try await PhyphoxSource(url: "http://no-such-host.invalid:8080").run { _ in }
      }
    }
  }
#endif
