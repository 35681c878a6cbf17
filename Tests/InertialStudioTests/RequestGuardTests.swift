import Foundation
import MotionSources
import Testing
import WebServer

@testable import InertialStudio

@Suite("Requests that may enter")
struct RequestGuardTests {
  private let gate = RequestGuard(port: 8765, origins: ["https://192.168.1.5:8443"])

  private var session: String { gate.sessions[.browser] ?? "" }
  private var cookie: String { "inertial-8765=\(session)" }

  private func request(
    _ method: String = "GET", host: String? = "127.0.0.1:8765", origin: String? = nil,
    cookie: String? = nil, bearer: String? = nil, token: String? = nil, code: String? = nil
  ) -> WebRequest {
    var request = WebRequest(method: method)
    request.headers["host"] = host
    request.headers["origin"] = origin
    request.headers["cookie"] = cookie
    request.headers["authorization"] = bearer.map { "Bearer \($0)" }
    request.query["token"] = token
    request.query["code"] = code
    return request
  }

  private func status(_ request: WebRequest) -> Int {
    switch gate.check(request, at: 0) {
    case .allowed: 200
    case .entrance: 303
    case .rejected(let failure): failure.status
    }
  }

  @Test("the session, the bearer and the address of an app with the token enter")
  func allowed() {
    #expect(status(request(cookie: "other=1; \(cookie)")) == 200)
    #expect(status(request("POST", bearer: gate.token)) == 200)
    var push = request("POST", token: gate.appToken)
    push.path = "/api/motion"
    #expect(status(push) == 200)
    #expect(
      status(
        request("POST", origin: "http://127.0.0.1:8765", cookie: cookie)) == 200)
    #expect(
      status(
        request(
          "POST", host: "192.168.1.5:8443", origin: "https://192.168.1.5:8443",
          cookie: cookie)) == 200)
  }

  @Test("a code opens the studio once, and again only in a browser that has the session")
  func codes() {
    let code = gate.makeCode(for: .browser)
    #expect(status(request(host: "evil.example", code: code)) == 421)
    #expect(status(request(code: code)) == 303)
    #expect(status(request(code: code)) == 401)
    #expect(status(request(cookie: cookie, code: code)) == 303)
    #expect(status(request(code: session)) == 401 && status(request(code: "")) == 401)
    var call = request(code: gate.makeCode(for: .browser))
    call.path = "/api/state"
    #expect(status(call) == 401)
  }

  @Test(
    "all secrets are new at each start and differ, and a cookie is Secure where only TLS arrives")
  func secrets() throws {
    let other = RequestGuard(port: 8765)
    func secrets(_ gate: RequestGuard) -> [String] {
      [gate.token, gate.appToken] + gate.sessions.values
    }
    #expect(Set(secrets(gate) + secrets(other)).count == 8)
    for secret in secrets(other) + [gate.token, gate.appToken] {
      #expect(status(request(cookie: "inertial-8765=\(secret)")) == 401)
    }
    #expect(!gate.cookie(of: .browser, for: request()).contains("Secure"))
    let phone = gate.cookie(of: .phone, for: request(host: "192.168.1.5:8443"))
    #expect(phone.hasSuffix("; Secure"))
    #expect(phone.contains(try #require(gate.sessions[.phone])))
  }

  @Test("a code opens what it was made for, and takes nothing from a browser")
  func senders() throws {
    func sender(_ request: WebRequest) -> RequestGuard.Sender? {
      guard case .entrance(let sender) = gate.check(request, at: 0) else { return nil }
      return sender
    }
    let phone = "inertial-8765=\(try #require(gate.sessions[.phone]))"
    #expect(sender(request(code: gate.makeCode(for: .browser))) == .browser)
    #expect(sender(request(code: gate.makeCode(for: .phone))) == .phone)
    #expect(sender(request(cookie: cookie, code: gate.makeCode(for: .phone))) == .browser)
    #expect(sender(request(cookie: phone, code: gate.makeCode(for: .browser))) == .browser)
    #expect(sender(request(cookie: phone, code: "used")) == .phone)
  }

  @Test(
    "each sender does what the list says, and nothing else",
    arguments: [
      ("GET", "/", "sbp"), ("GET", "/app.js", "sbp"), ("GET", "/phone", "sbp"),
      ("GET", "/api/state", "sbp"), ("GET", "/api/live", "sbp"),
      ("POST", "/api/recognize", "sbp"), ("POST", "/api/text", "sbp"),
      ("POST", "/api/words", "sbp"),
      ("POST", "/api/motion", "sbpa"),
      ("POST", "/api/devices", "sb"), ("POST", "/api/settings", "sb"), ("POST", "/api/model", "sb"),
      ("POST", "/api/source", "sb"), ("POST", "/api/gesture", "sb"),
      ("POST", "/api/recordings", "sb"), ("POST", "/api/recordings/example", "sb"),
      ("GET", "/api/examples", "sb"), ("POST", "/api/examples", "sb"),
      ("DELETE", "/api/examples", "sb"), ("GET", "/api/examples/file", "sb"),
      ("POST", "/api/examples/file", "sb"), ("GET", "/api/train", "sb"),
      ("POST", "/api/train", "sb"), ("DELETE", "/api/train", "sb"), ("GET", "/api/other", "sb"),
      ("DELETE", "/", "sb"),
    ])
  func uses(_ method: String, _ path: String, _ senders: String) throws {
    let origin = "http://127.0.0.1:8765"
    for sender in RequestGuard.Sender.allCases {
      let isAllowed = senders.contains(try #require(sender.rawValue.first))
      var sent: [WebRequest] = []
      switch sender {
      case .script: sent = [request(method, bearer: gate.token)]
      case .app:
        sent = [request(method, bearer: gate.appToken), request(method, token: gate.appToken)]
      case .browser, .phone:
        let session = try #require(gate.sessions[sender])
        sent = [request(method, origin: origin, cookie: "inertial-8765=\(session)")]
      }
      for var request in sent {
        request.path = path
        #expect((status(request) == 200) == isAllowed, "\(sender) \(request.query)")
      }
    }
  }

  @Test("no token, a wrong one, or the cookie of another port does not")
  func token() {
    #expect(status(request()) == 401)
    #expect(status(request(bearer: session)) == 401)
    #expect(status(request(bearer: gate.token + "7")) == 401)
    #expect(status(request(bearer: "")) == 401)
    #expect(status(request(token: gate.token)) == 401)
    #expect(status(request(cookie: "inertial-8766=\(session)")) == 401)
    var push = request("POST", token: gate.token)
    push.path = "/api/motion"
    #expect(status(push) == 401)
    #expect(status(request(cookie: "inertial-8765=")) == 401)
    #expect(status(request("POST", token: String(gate.token.dropLast()))) == 401)
  }

  @Test("a foreign host or origin does not, whatever the token")
  func foreign() {
    #expect(status(request(host: "evil.example:8765", cookie: cookie)) == 421)
    #expect(status(request(host: "127.0.0.1", cookie: cookie)) == 421)
    #expect(status(request(host: nil, cookie: cookie)) == 421)
    for origin in [
      "http://evil.example", "http://127.0.0.1:8766", "null", "https://127.0.0.1:8765",
    ] {
      #expect(status(request(origin: origin, cookie: cookie)) == 403)
      #expect(status(request("POST", origin: origin, bearer: gate.token)) == 403)
    }
    // A form of another site sends the cookie's site, but no script of ours.
    #expect(status(request("POST", cookie: cookie)) == 403)
  }

  @Test("requests beyond the rate wait")
  func rate() {
    let gate = RequestGuard(port: 1, rate: RateLimit(perSecond: 10, burst: 20))
    var request = WebRequest()
    request.headers = ["host": "127.0.0.1:1", "authorization": "Bearer \(gate.token)"]
    let first = (0..<30).count { _ in gate.check(request, at: 5) == .allowed(.script) }
    #expect(first == 20)
    #expect(gate.check(request, at: 5.05) != .allowed(.script))
    #expect(gate.check(request, at: 5.11) == .allowed(.script))
    // A clock that is set back refills nothing.
    #expect(gate.check(request, at: 1) != .allowed(.script))
  }

  @Test("requests of other sites do not use up the limit of the studio's own")
  func foreignRate() {
    let gate = RequestGuard(port: 1, rate: RateLimit(perSecond: 10, burst: 20))
    var own = WebRequest()
    own.headers = ["host": "127.0.0.1:1", "authorization": "Bearer \(gate.token)"]
    var foreign = own
    foreign.headers["origin"] = "http://evil.example"
    let statuses = (0..<30).map { _ in
      if case .rejected(let failure) = gate.check(foreign, at: 5) { failure.status } else { 200 }
    }
    #expect(statuses.count { $0 == 403 } == 20 && statuses.count { $0 == 429 } == 10)
    #expect(gate.check(own, at: 5) == .allowed(.script))
  }

  @Test(
    "an origin with the default port of its scheme is also that without a port",
    arguments: [
      ("https://studio.example:443", "https://studio.example", "studio.example"),
      ("http://studio.example:80", "http://studio.example", "studio.example"),
      ("https://studio.example:443", "https://studio.example:443", "studio.example:443"),
    ])
  func defaultPorts(_ configured: String, _ sent: String, _ host: String) {
    let gate = RequestGuard(port: 80, origins: [configured])
    var request = WebRequest(method: "POST")
    request.headers = ["host": host, "origin": sent, "authorization": "Bearer \(gate.token)"]
    #expect(gate.check(request, at: 0) == .allowed(.script))
    request.headers = [
      "host": "127.0.0.1", "origin": "http://127.0.0.1", "authorization": "Bearer \(gate.token)",
    ]
    #expect(gate.check(request, at: 0) == .allowed(.script))
    request.headers["origin"] = "https://127.0.0.1"
    #expect(gate.check(request, at: 0) != .allowed(.script))
  }

  @Test(
    "origins of proxies are http or https addresses",
    arguments: [
      "192.168.1.5:8443", "https://", "https://a b", "https://host/path", "file:///x", "",
    ])
  func origins(_ text: String) {
    #expect(RequestGuard.host(of: text) == nil)
  }

  @Test("a folder has one studio at a time, and one that all may write to is rejected")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/inertial-folder-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try StudioFolder.make(folder)
    do {
      let first = try StudioFolder(folder)
      #expect(throws: StudioError.self) { try StudioFolder(folder) }
      withExtendedLifetime(first) {}
    }
    _ = try StudioFolder(folder)
    #expect(chmod(folder, 0o777) == 0)
    #expect(throws: StudioError.self) { try StudioFolder.make(folder) }
  }

  @Test("tokens are 128 random bits in hexadecimal")
  func tokens() {
    let tokens = (0..<100).map { _ in AccessToken.make() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
