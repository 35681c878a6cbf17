#if Studio
  import FlyingFox
  import FlyingSocks
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import WebServer

  /// The server against sockets of another library.
  @Suite(
    "Web server", .enabled(if: Loopback.isUp, "needs the loopback interface"),
    .timeLimit(.minutes(1)))
  struct WebServerTests {
    /// Answers with what it received; echoes the messages of WebSockets at `/echo`.
    private struct Echo: WebSocketService {
      func admission(of head: WebRequest) -> WebAdmission {
        head.path == "/no"
          ? .answer(WebAnswer(403, type: "text/plain", Array("no".utf8))) : .body(atMost: 100_000)
      }

      func answer(to request: WebRequest) async -> WebAnswer {
        let query = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let text = "\(request.method) \(request.path) \(query) \(request.body.count)"
        return WebAnswer(type: "text/plain", Array(text.utf8))
      }

      func rejection(ofBodyOver limit: Int) -> WebAnswer {
        WebAnswer(413, type: "text/plain", Array("\(limit)".utf8))
      }

      func opensSocket(at head: WebRequest) -> Bool { head.path == "/echo" }

      func socket(
        at head: WebRequest, _ send: @escaping @Sendable (String) -> Void
      ) async -> any WebSocketReceiver { Receiver(send: send) }

      struct Receiver: WebSocketReceiver {
        let send: @Sendable (String) -> Void
        mutating func receive(_ message: [UInt8]) async {
          send(String(decoding: message, as: UTF8.self))
        }
        func close() async {}
      }
    }

    /// Runs a server while `body` talks to its port.
    private func serve(
      idleTimeout: Double = 20, headTimeout: Double = 10, _ body: (UInt16) async throws -> Void
    ) async throws {
      var limits = WebServer.Limits(connections: 8, idleTimeout: idleTimeout)
      limits.headTimeout = headTimeout
      let server = try WebServer(host: "127.0.0.1", port: 0, limits: limits) { _ in Echo() }
      let running = Task { await server.run() }
      defer { running.cancel() }
      try await body(server.port)
      running.cancel()
      await running.value
      // Nothing listens any more.
      await #expect(throws: (any Error).self) {
        try await AsyncSocket.connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: server.port))
      }
    }

    /// What the server sends until it closes the connection.
    private func answers(to text: String, at port: UInt16) async throws -> String {
      let socket = try await AsyncSocket.connected(
        to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 30)
      defer { try? socket.close() }
      // A server that closes early ends the write.
      try? await socket.write(Data(text.utf8))
      var bytes: [UInt8] = []
      while let more = try? await socket.read(atMost: 4096), !more.isEmpty { bytes += more }
      return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
      "requests are answered as they are meant",
      arguments: [
        (
          "GET /a%20b?x=1%262&y=%zz&&=&k HTTP/1.1", "",
          "GET /a b [\"=\", \"k=\", \"x=1&2\", \"y=%zz\"] 0"
        ),
        ("POST / HTTP/1.1\r\nContent-Length: 5", "hello", "POST / [] 5"),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n", "POST / [] 5"),
        ("GET /echo HTTP/1.1", "", "GET /echo [] 0"),
        ("GET /no HTTP/1.1", "", "no"),
        ("POST /no HTTP/1.1\r\nContent-Length: 5", "", "no"),
        ("POST / HTTP/1.1\r\nContent-Length: 100001", "", "100000"),
        ("GET /x HTTP/1.1\r\nUpgrade: websocket", "", "GET /x [] 0"),
        ("POST /x HTTP/1.1\r\nUpgrade: h2c\r\nContent-Length: 5", "hello", "POST /x [] 5"),
      ])
    func requests(head: String, body: String, expected: String) async throws {
      try await serve { port in
        let text = "\(head)\r\nHost: a\r\nConnection: close\r\n\r\n\(body)"
        let answer = try await answers(to: text, at: port)
        #expect(answer.hasSuffix("\r\n\r\n\(expected)"), "\(answer)")
      }
    }

    /// A request after which the server closes the connection.
    private let closing = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    /// Text with a short description, for the names of test cases.
    struct Sent: CustomTestStringConvertible {
      var text: String
      var testDescription: String { "\(text.prefix(24))… (\(text.utf8.count) bytes)" }

      init(_ start: String, _ repeated: String, _ count: Int) {
        text = start + String(repeating: repeated, count: count)
      }
    }

    @Test(
      "heads over the limit and bodies that grow past it are rejected",
      arguments: [
        (Sent("GET /", "a", 1 << 20), " 400 "),
        (Sent("GET / HTTP/1.1\r\nX: ", "a", 1 << 20), " 400 "),
        (Sent("GET / HTTP/1.1\r\n", "X: y\r\n", 1 << 18), " 400 "),
        (
          Sent("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "4\r\nabcd\r\n", 30_000),
          " 413 "
        ),
        (Sent("\u{16}\u{3}\u{1}", "", 0), " 400 "),
      ])
    func limits(sent: Sent, status: String) async throws {
      try await serve { port in
        let answer = try await answers(to: sent.text, at: port)
        // A client that is still sending may see the end of the connection only.
        #expect(answer.isEmpty || answer.prefix(20).contains(status), "\(answer.prefix(80))")
        let next = try await answers(to: closing, at: port)
        #expect(next.contains(" 200 "))
      }
    }

    @Test(
      "two hosts, or a target that is no path, are rejected",
      arguments: ["GET / HTTP/1.1\r\nHost: b", "GET http://a/ HTTP/1.1", "OPTIONS * HTTP/1.1"])
    func ambiguous(head: String) async throws {
      try await serve { port in
        let answer = try await answers(to: "\(head)\r\nHost: a\r\n\r\n", at: port)
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
      }
    }

    @Test(
      "clients that send slowly keep nobody out",
      arguments: [
        "GET / HTTP/1.1\r\nX: ", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n1",
      ])
    func slowClients(sent: String) async throws {
      try await serve { port in
        var sockets: [AsyncSocket] = []
        for _ in 0..<30 {
          let socket = try await AsyncSocket.connected(
            to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 30)
          try? await socket.write(Data(sent.utf8))
          sockets.append(socket)
        }
        #expect(try await answers(to: closing, at: port).contains(" 200 "))
        for socket in sockets { try? socket.close() }
      }
    }

    @Test("bytes of a head that does not end are no sign of life")
    func slowHead() async throws {
      try await serve(headTimeout: 0.3) { port in
        let socket = try await AsyncSocket.connected(
          to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 30)
        let start = ContinuousClock.now
        let sending = Task {
          for byte in "GET / HTTP/1.1\r\nX: \(String(repeating: "y", count: 100))".utf8 {
            try await socket.write(Data([byte]))
            try await Task.sleep(for: .milliseconds(50))
          }
        }
        while let more = try? await socket.read(atMost: 64), !more.isEmpty {}
        #expect(ContinuousClock.now - start < .seconds(4))
        sending.cancel()
        try? socket.close()
      }
    }

    @Test("one connection carries several requests, also sent ahead; a proxy's carries one")
    func keptConnections() async throws {
      try await serve { port in
        let two = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nHEAD /2 HTTP/1.1\r\nHost: a\r\n\r\n"
        let answer = try await answers(to: two + closing, at: port)
        #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
        #expect(answer.contains("GET /1 [] 0") && !answer.contains("HEAD /2 [] 0"))
        let proxied = "GET /1 HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n"
        let first = try await answers(to: proxied + proxied, at: port)
        #expect(first.components(separatedBy: "HTTP/1.1 200 OK").count == 2)
      }
    }

    private let upgrade = """
      Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r
      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
      """

    @Test(
      "a frame that no client sends ends its WebSocket, with the reason",
      arguments: [
        ("unmasked", [0x81, 0x02, 0x48, 0x69], 1002),
        ("with a bit of an extension", [0xc1, 0x82, 0, 0, 0, 0, 0x48, 0x69], 1002),
        ("of no UTF-8", [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007),
      ] as [(String, [UInt8], UInt16)])
    func frames(name: String, frame: [UInt8], reason: UInt16) async throws {
      try await serve { port in
        let socket = try await AsyncSocket.connected(
          to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 30)
        try await socket.write(Data("GET /echo HTTP/1.1\r\n\(upgrade)".utf8))
        try await socket.write(Data(frame))
        var received: [UInt8] = []
        while let more = try? await socket.read(atMost: 4096), !more.isEmpty { received += more }
        #expect(received.ends(with: [0x88, 2, UInt8(reason >> 8), UInt8(reason & 255)]), "\(name)")
        try? socket.close()
      }
    }

    @Test("messages of a WebSocket are echoed; one over the limit ends it")
    func webSocket() async throws {
      try await serve { port in
        let refused = try await answers(to: "GET /other HTTP/1.1\r\n\(upgrade)", at: port)
        #expect(refused.hasSuffix("GET /other [] 0"))
        // RFC 6455, section 1.3: the key and its answer; 5.7: a masked "Hello" and an unmasked one.
        let socket = try await AsyncSocket.connected(
          to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 30)
        try await socket.write(Data("GET /echo HTTP/1.1\r\n\(upgrade)".utf8))
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
        try await socket.write(Data(hello))
        var received: [UInt8] = []
        while !received.ends(with: [0x81, 0x05] + Array("Hello".utf8)) {
          received += try await socket.read(atMost: 4096)
        }
        #expect(
          String(decoding: received, as: UTF8.self).contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        // A frame that announces 16 MiB.
        try await socket.write(Data([0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4]))
        await #expect(throws: SocketError.self) {
          while true { _ = try await socket.read(atMost: 4096) }
        }
        try? socket.close()
      }
    }

    @Test("a silent connection is closed")
    func silence() async throws {
      try await serve(idleTimeout: 0.2) { port in
        let answer = try await answers(to: "GET / HT", at: port)
        #expect(answer.isEmpty || answer.contains(" 400 "))
      }
    }

    @Test(
      "frames of a device's system do not keep a dead page connected",
      arguments: [("pings", 0x89), ("pongs", 0x8a)] as [(String, UInt8)])
    func deadPage(name: String, opcode: UInt8) async throws {
      try await serve(idleTimeout: 0.4) { port in
        let socket = try await AsyncSocket.connected(
          to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 30)
        try await socket.write(Data("GET /echo HTTP/1.1\r\n\(upgrade)".utf8))
        let start = ContinuousClock.now
        let sending = Task {
          // An empty frame of control, masked.
          while true {
            try await socket.write(Data([opcode, 0x80, 0, 0, 0, 0]))
            try await Task.sleep(for: .milliseconds(50))
          }
        }
        while let more = try? await socket.read(atMost: 64), !more.isEmpty {}
        #expect(ContinuousClock.now - start < .seconds(4), "\(name)")
        sending.cancel()
        try? socket.close()
      }
    }

    @Test("messages keep a page connected, and each one is a new sign of life")
    func livePage() async throws {
      try await serve(idleTimeout: 2) { port in
        let socket = try await AsyncSocket.connected(
          to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 30)
        try await socket.write(Data("GET /echo HTTP/1.1\r\n\(upgrade)".utf8))
        // For longer than the silence that is allowed: an "a", masked with zeros, and its echo.
        for _ in 0..<30 {
          try await Task.sleep(for: .milliseconds(100))
          try await socket.write(Data([0x81, 0x81, 0, 0, 0, 0, 0x61]))
        }
        let echoes = (0..<30).flatMap { _ in [0x81, 1, 0x61] as [UInt8] }
        var received: [UInt8] = []
        while !received.ends(with: echoes) { received += try await socket.read(atMost: 4096) }
        try? socket.close()
      }
    }
  }

  extension Array where Element == UInt8 {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
  }
#endif
