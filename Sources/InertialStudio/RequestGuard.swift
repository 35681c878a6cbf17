internal import MotionRecordings
internal import Platform
internal import Synchronization
internal import WebServer

/// Decides whether a request may enter: `Host`, `Origin`, session or token, and rate.
///
/// A page of another site can send requests to 127.0.0.1 with the user's browser, and a name that
/// resolves to it can make them same-origin. Therefore `Host` and `Origin` have to be the studio's
/// own. A browser exchanges the one-time code of an address for a session cookie, which is new at
/// each start: cookies ignore ports, so that another server on this machine may see it. Scripts
/// carry the token as `Authorization: Bearer`, and apps that push to an address as `?token=`.
final class RequestGuard: Sendable {
  /// The outcome of a check.
  enum Verdict: Hashable, Sendable {
    case allowed
    /// A valid code in the address: set the cookie, and continue without the code.
    case entrance
    case rejected(RequestFailure)
  }

  let token: String
  let cookieName: String
  /// The content of the cookie.
  let session = AccessToken.make()
  /// The unused codes, oldest first.
  private let codes = Mutex<[String]>([])
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
  ///   - token: The secret.
  ///   - port: The port of the studio.
  ///   - origins: Further origins, of proxies.
  ///   - rate: The limit of the studio's own requests, and of all others.
  init(token: String, port: UInt16, origins: [String] = [], rate: RateLimit = RateLimit()) {
    self.token = token
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

  /// A new code for the address of one browser.
  func makeCode() -> String {
    let code = AccessToken.make()
    codes.withLock { $0 = ($0 + [code]).suffix(Self.mostCodes) }
    return code
  }

  private func use(_ code: String) -> Bool {
    codes.withLock { codes in
      guard let index = codes.firstIndex(where: { Secret.matches(code, $0) }) else { return false }
      codes.remove(at: index)
      return true
    }
  }

  /// The header that sets the cookie.
  func cookie(for request: WebRequest) -> String {
    let isSecure = request.headers["host"].map(secureHosts.contains) ?? false
    return
      "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
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
      return Secret.matches(header, "Bearer \(token)") ? .allowed : Self.unauthorized
    }
    if request.path == "/api/motion", let given = request.query["token"] {
      return Secret.matches(given, token) ? .allowed : Self.unauthorized
    }
    let isKnown = cookie(of: request).map { Secret.matches($0, session) } ?? false
    if let code = request.query["code"], request.method == "GET", !request.path.hasPrefix("/api/") {
      // The same address again, in a browser that has used it.
      return isKnown || use(code) ? .entrance : Self.used
    }
    guard isKnown else { return Self.unauthorized }
    // Browsers send the origin with everything but plain navigation and same-origin reads.
    guard request.method == "GET" || origin != nil else {
      return .rejected(RequestFailure(status: 403, reason: "expected an Origin header"))
    }
    return .allowed
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
      reason: "an address opens the studio once; its page has others under Devices, and a restart "
        + "prints one"))
  private static let unauthorized = Verdict.rejected(
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

/// The secret of scripts and apps.
///
/// It is kept in the folder, readable by the user only, so that scripts work after a restart.
enum AccessToken {
  private static let fileName = ".studio-token"
  private static let length = 32

  /// The token of the folder; a new one if it has none.
  ///
  /// - Throws: ``StudioError/folder(path:cause:)`` for a folder that every user may write to: others
  ///   could replace the token, the examples and the models.
  static func load(folder: String) throws(StudioError) -> String {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .folder(
        path: folder, cause: FileError.cannotCreate(path: folder, reason: systemReason(errno)))
    }
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & 0o002 == 0 else {
      throw .folder(
        path: folder,
        cause: FileError.unreadable(
          path: folder, reason: "expected a folder that other users cannot write to (chmod o-w)"))
    }
    let path = "\(folder)/\(fileName)"
    if let token = kept(path) { return token }
    let token = make()
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .folder(
        path: path, cause: FileError.cannotCreate(path: path, reason: systemReason(errno)))
    }
    defer { close(descriptor) }
    let bytes = Array(token.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw .folder(
        path: path, cause: FileError.writeFailed(path: path, reason: systemReason(errno)))
    }
    return token
  }

  /// The token of a file of this user that nobody else can read; `nil` for any other.
  private static func kept(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    var bytes = [UInt8](repeating: 0, count: length + 1)
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == getuid(), status.st_mode & 0o077 == 0,
      read(descriptor, &bytes, length + 1) == length,
      bytes.dropLast().allSatisfy({
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
      })
    else { return nil }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// 128 random bits of the system's generator, in hexadecimal.
  static func make() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
