import Foundation
import MotionSources
import Testing
import WebServer

@testable import InertialStudio

@Suite("Requests that may enter")
struct RequestGuardTests {
  private let gate = RequestGuard(
    token: "5ecre7", port: 8765, origins: ["https://192.168.1.5:8443"])

  private var cookie: String { "inertial-8765=\(gate.session)" }

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
    #expect(status(request("POST", bearer: "5ecre7")) == 200)
    var push = request("POST", token: "5ecre7")
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
    let code = gate.makeCode()
    #expect(status(request(host: "evil.example", code: code)) == 421)
    #expect(status(request(code: code)) == 303)
    #expect(status(request(code: code)) == 401)
    #expect(status(request(cookie: cookie, code: code)) == 303)
    #expect(status(request(code: gate.session)) == 401 && status(request(code: "")) == 401)
    var call = request(code: gate.makeCode())
    call.path = "/api/state"
    #expect(status(call) == 401)
  }

  @Test("the cookie is new at each start, not the token, and Secure where only TLS arrives")
  func session() {
    let other = RequestGuard(token: "5ecre7", port: 8765)
    #expect(other.session != gate.session && !gate.session.contains("5ecre7"))
    #expect(status(request(cookie: "inertial-8765=\(other.session)")) == 401)
    #expect(status(request(cookie: "inertial-8765=5ecre7")) == 401)
    #expect(!gate.cookie(for: request()).contains("Secure"))
    #expect(gate.cookie(for: request(host: "192.168.1.5:8443")).hasSuffix("; Secure"))
  }

  @Test("no token, a wrong one, or the cookie of another port does not")
  func token() {
    #expect(status(request()) == 401)
    #expect(status(request(bearer: "5ecre8")) == 401)
    #expect(status(request(bearer: "5ecre77")) == 401)
    #expect(status(request(bearer: "")) == 401)
    #expect(status(request(token: "5ecre7")) == 401)
    #expect(status(request(cookie: "inertial-8766=5ecre7")) == 401)
    #expect(status(request(cookie: "inertial-8765=")) == 401)
    #expect(status(request("POST", token: "5ecre")) == 401)
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
      #expect(status(request("POST", origin: origin, bearer: "5ecre7")) == 403)
    }
    // A form of another site sends the cookie's site, but no script of ours.
    #expect(status(request("POST", cookie: cookie)) == 403)
  }

  @Test("requests beyond the rate wait")
  func rate() {
    let gate = RequestGuard(
      token: "t", port: 1, rate: RateLimit(perSecond: 10, burst: 20))
    var request = WebRequest()
    request.headers = ["host": "127.0.0.1:1", "authorization": "Bearer t"]
    let first = (0..<30).count { _ in gate.check(request, at: 5) == .allowed }
    #expect(first == 20)
    #expect(gate.check(request, at: 5.05) != .allowed)
    #expect(gate.check(request, at: 5.11) == .allowed)
    // A clock that is set back refills nothing.
    #expect(gate.check(request, at: 1) != .allowed)
  }

  @Test("requests of other sites do not use up the limit of the studio's own")
  func foreignRate() {
    let gate = RequestGuard(token: "t", port: 1, rate: RateLimit(perSecond: 10, burst: 20))
    var own = WebRequest()
    own.headers = ["host": "127.0.0.1:1", "authorization": "Bearer t"]
    var foreign = own
    foreign.headers["origin"] = "http://evil.example"
    let statuses = (0..<30).map { _ in
      if case .rejected(let failure) = gate.check(foreign, at: 5) { failure.status } else { 200 }
    }
    #expect(statuses.count { $0 == 403 } == 20 && statuses.count { $0 == 429 } == 10)
    #expect(gate.check(own, at: 5) == .allowed)
  }

  @Test(
    "an origin with the default port of its scheme is also that without a port",
    arguments: [
      ("https://studio.example:443", "https://studio.example", "studio.example"),
      ("http://studio.example:80", "http://studio.example", "studio.example"),
      ("https://studio.example:443", "https://studio.example:443", "studio.example:443"),
    ])
  func defaultPorts(_ configured: String, _ sent: String, _ host: String) {
    let gate = RequestGuard(token: "t", port: 80, origins: [configured])
    var request = WebRequest(method: "POST")
    request.headers = ["host": host, "origin": sent, "authorization": "Bearer t"]
    #expect(gate.check(request, at: 0) == .allowed)
    request.headers = [
      "host": "127.0.0.1", "origin": "http://127.0.0.1", "authorization": "Bearer t",
    ]
    #expect(gate.check(request, at: 0) == .allowed)
    request.headers["origin"] = "https://127.0.0.1"
    #expect(gate.check(request, at: 0) != .allowed)
  }

  @Test(
    "origins of proxies are http or https addresses",
    arguments: [
      "192.168.1.5:8443", "https://", "https://a b", "https://host/path", "file:///x", "",
    ])
  func origins(_ text: String) {
    #expect(RequestGuard.host(of: text) == nil)
  }

  @Test("a token behind a link is replaced, and a folder that all may write to is rejected")
  func tokenFile() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/inertial-token-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let token = try AccessToken.load(folder: folder)
    #expect(try AccessToken.load(folder: folder) == token)
    let path = "\(folder)/.studio-token"
    try FileManager.default.moveItem(atPath: path, toPath: "\(folder)/other")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder)/other")
    #expect(try AccessToken.load(folder: folder) != token)
    #expect(chmod(folder, 0o777) == 0)
    #expect(throws: StudioError.self) { try AccessToken.load(folder: folder) }
  }

  @Test("tokens are 128 random bits in hexadecimal")
  func tokens() {
    let tokens = (0..<100).map { _ in AccessToken.make() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
