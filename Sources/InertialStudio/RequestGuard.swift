internal import StudioEngine
internal import Synchronization
internal import WebServer

/// Decides whether a request may enter: `Host`, `Origin`, the sender and what it may do, and rate.
///
/// A page of another site can send requests to 127.0.0.1 with the user's browser, and a name that
/// resolves to it can make them same-origin. Therefore `Host` and `Origin` have to be the studio's
/// own. A browser exchanges the one-time code of an address for a session cookie: cookies ignore
/// ports, so that another server on this machine may see it. Scripts carry the token as
/// `Authorization: Bearer`, and apps theirs as `?token=`. All secrets are new at each start, and no
/// answer contains the token of scripts or a code for a whole browser.
final class RequestGuard: Sendable {
  /// Who sends a request.
  enum Sender: String, CaseIterable, Sendable {
    /// A program with the token that the studio printed.
    case script
    /// The browser that opened the address that the studio printed.
    case browser
    /// A device that a page invited.
    case phone
    /// An app with a token of its own.
    case app
  }

  /// What a request does.
  enum Use: CaseIterable, Sendable {
    /// Loads the page, its state and its live events.
    case see
    /// Recognises strokes and changes the text.
    case write
    /// Sends samples of motion.
    case move
    /// All else: recordings, examples, models, settings, sources, and the invitation of devices.
    case control

    /// The use of a request.
    init(_ method: String, _ path: String) {
      switch (method, path) {
      case ("POST", "/api/motion"): self = .move
      case ("POST", "/api/recognize"), ("POST", "/api/words"), ("POST", "/api/text"): self = .write
      case ("GET", "/api/state"), ("GET", "/api/live"): self = .see
      case ("GET", _) where !path.hasPrefix("/api/"): self = .see
      default: self = .control
      }
    }
  }

  /// What each sender may do: the one list of it.
  static let uses: [Sender: Set<Use>] = [
    .script: [.see, .write, .move, .control], .browser: [.see, .write, .move, .control],
    .phone: [.see, .write, .move], .app: [.move],
  ]

  /// The outcome of a check.
  enum Verdict: Hashable, Sendable {
    case allowed(Sender)
    /// A valid code in the address: set the cookie of a sender, and continue without the code.
    case entrance(Sender)
    case rejected(RequestFailure)
  }

  /// The secret of scripts.
  let token = AccessToken.make()
  /// The secret of apps.
  let appToken = AccessToken.make()
  let cookieName: String
  /// The contents of the cookie.
  let sessions: [Sender: String] = [.browser: AccessToken.make(), .phone: AccessToken.make()]
  /// The unused codes, oldest first.
  private let codes = Mutex<[(code: String, sender: Sender)]>([])
  /// The origins at which another device may reach the studio: those of proxies, or the studio's
  /// own for a phone on a cable.
  let deviceOrigins: [String]
  private let hosts: Set<String>
  /// The hosts that only TLS reaches.
  private let secureHosts: Set<String>
  private let origins: Set<String>
  /// The limits of requests that pass the other checks, and of those that do not: other sites
  /// cannot use up the studio's own.
  private let limits: Mutex<(own: RateLimit, rejected: RateLimit)>

  /// - Parameters:
  ///   - port: The port of the studio.
  ///   - origins: Further origins, of proxies.
  ///   - rate: The limit of the studio's own requests, and of all others.
  init(port: UInt16, origins: [String] = [], rate: RateLimit = RateLimit()) {
    // Cookies do not distinguish ports: two studios would overwrite each other's.
    cookieName = "inertial-\(port)"
    let own = ["http://127.0.0.1:\(port)", "http://localhost:\(port)"]
    deviceOrigins = origins.isEmpty ? [own[0]] : origins
    self.origins = Set((own + origins).flatMap { [$0, Self.withoutDefaultPort($0)] })
    hosts = Set(self.origins.compactMap(Self.host))
    secureHosts = hosts.subtracting(
      self.origins.filter { $0.hasPrefix("http://") }.compactMap(Self.host))
    limits = Mutex((own: rate, rejected: rate))
  }

  /// The origin as browsers send it, without the default port of its scheme.
  private static func withoutDefaultPort(_ origin: String) -> String {
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
      return String(origin.dropLast(port.count))
    }
    return origin
  }

  /// The host and port of an origin such as `https://192.168.1.5:8443`; `nil` for anything else.
  static func host(of origin: String) -> String? {
    for scheme in ["https://", "http://"] where origin.hasPrefix(scheme) {
      let host = String(origin.dropFirst(scheme.count))
      let isValid = host.allSatisfy { character in
        character.isASCII
          && (character.isLetter || character.isNumber || ".:-[]".contains(character))
      }
      return isValid && !host.isEmpty ? host : nil
    }
    return nil
  }

  /// The most codes that wait for their browsers.
  private static let mostCodes = 64

  /// A new code for the address of one browser or phone.
  func makeCode(for sender: Sender) -> String {
    let code = AccessToken.make()
    codes.withLock { $0 = ($0 + [(code, sender)]).suffix(Self.mostCodes) }
    return code
  }

  private func use(_ code: String) -> Sender? {
    codes.withLock { codes in
      codes.firstIndex { Secret.matches(code, $0.code) }.map { codes.remove(at: $0).sender }
    }
  }

  /// The header that sets the cookie of a sender.
  func cookie(of sender: Sender, for request: WebRequest) -> String {
    let isSecure = request.headers["host"].map(secureHosts.contains) ?? false
    return
      "\(cookieName)=\(sessions[sender] ?? ""); Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
  }

  /// The sources of connections for the Content-Security-Policy.
  var connectSources: String {
    (["'self'"] + hosts.sorted().flatMap { ["ws://\($0)", "wss://\($0)"] }).joined(separator: " ")
  }

  /// Checks a request, except for its body.
  ///
  /// - Parameter seconds: The time of a clock that does not go back.
  func check(_ request: WebRequest, at seconds: Double) -> Verdict {
    let verdict = verdict(on: request)
    let isWithinLimit = limits.withLock { limits in
      if case .rejected = verdict { return limits.rejected.take(at: seconds) }
      return limits.own.take(at: seconds)
    }
    return isWithinLimit
      ? verdict
      : .rejected(RequestFailure(status: 429, reason: "too many requests: wait a second"))
  }

  /// The outcome by `Host`, `Origin` and token.
  private func verdict(on request: WebRequest) -> Verdict {
    guard let host = request.headers["host"], hosts.contains(host) else {
      return .rejected(RequestFailure(status: 421, reason: "expected the studio's own host name"))
    }
    let origin = request.headers["origin"]
    if let origin, !origins.contains(origin) {
      return .rejected(RequestFailure(status: 403, reason: "expected a page of the studio itself"))
    }
    if let header = request.headers["authorization"] {
      let isScript = Secret.matches(header, "Bearer \(token)")
      let isApp = Secret.matches(header, "Bearer \(appToken)")
      return isScript || isApp ? verdict(on: request, of: isScript ? .script : .app) : Self.unknown
    }
    if request.path == "/api/motion", let given = request.query["token"] {
      return Secret.matches(given, appToken) ? verdict(on: request, of: .app) : Self.unknown
    }
    let known = cookie(of: request).flatMap { cookie in
      sessions.first { Secret.matches(cookie, $0.value) }?.key
    }
    if let code = request.query["code"], request.method == "GET", !request.path.hasPrefix("/api/") {
      // The same address again, in a browser that has used it; the link of a phone takes nothing
      // from a browser.
      let sender = known == .browser ? known : use(code) ?? known
      return sender.map { .entrance($0) } ?? Self.used
    }
    guard let known else { return Self.unknown }
    // Browsers send the origin with everything but plain navigation and same-origin reads.
    guard request.method == "GET" || origin != nil else {
      return .rejected(RequestFailure(status: 403, reason: "expected an Origin header"))
    }
    return verdict(on: request, of: known)
  }

  /// The sender of a request that was allowed.
  func sender(of request: WebRequest) -> Sender? {
    guard case .allowed(let sender) = verdict(on: request) else { return nil }
    return sender
  }

  private func verdict(on request: WebRequest, of sender: Sender) -> Verdict {
    guard Self.uses[sender]?.contains(Use(request.method, request.path)) == true else {
      return .rejected(
        RequestFailure(
          status: 403,
          reason:
            "\(sender == .phone ? "a phone sends motion and writing" : "an app sends motion") "
            + "only: do the rest in the browser that opened the studio"))
    }
    return .allowed(sender)
  }

  private func cookie(of request: WebRequest) -> String? {
    request.headers["cookie"]?.split(separator: ";").lazy
      .map { $0.drop { $0 == " " } }
      .first { $0.hasPrefix("\(self.cookieName)=") }
      .map { String($0.dropFirst(self.cookieName.count + 1)) }
  }

  private static let used = Verdict.rejected(
    RequestFailure(
      status: 401,
      reason: "an address opens the studio once, in one browser; the page has addresses of phones "
        + "under Devices, and a restart prints another one"))
  private static let unknown = Verdict.rejected(
    RequestFailure(status: 401, reason: "open the address that the studio printed"))
}

/// A limit of requests: a bucket that refills evenly.
struct RateLimit: Hashable, Sendable {
  /// Requests a second on average.
  var perSecond: Double
  /// The most requests at once.
  var burst: Double
  private var available: Double
  private var last: Double?

  /// - Parameters:
  ///   - perSecond: Requests a second on average (default: 500; a page sends about ten).
  ///   - burst: The most requests at once (default: 1,000).
  init(perSecond: Double = 500, burst: Double = 1000) {
    self.perSecond = perSecond
    self.burst = burst
    available = burst
  }

  /// Takes one request; `false` if the limit is exceeded.
  mutating func take(at seconds: Double) -> Bool {
    available = min(burst, available + max(0, seconds - (last ?? seconds)) * perSecond)
    last = seconds
    guard available >= 1 else { return false }
    available -= 1
    return true
  }
}

/// The secrets of the studio.
enum AccessToken {
  /// 128 random bits of the system's generator, in hexadecimal.
  static func make() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
