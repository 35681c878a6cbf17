#if Studio
  internal import GestureRecognition
  internal import StudioEngine
  internal import WebServer

  /// Checks each request and passes it to the service.
  struct StudioServer: WebSocketService {
    private let gate: RequestGuard
    private let service: StudioService
    private let start = ContinuousClock.now

    /// The most connections at the same time.
    static let mostConnections = 256
    /// The longest silence of a connection in seconds; pages send a message every 25 s.
    static let idleTimeout = 120.0

    init(gate: RequestGuard, service: StudioService) {
      self.gate = gate
      self.service = service
    }

    func admission(of head: WebRequest) -> WebAdmission {
      switch check(head) {
      case .allowed: break
      case .entrance(let sender): return .answer(secured(entrance(head, of: sender)))
      case .rejected(let failure): return .answer(rejection(failure, of: head))
      }
      if head.path == "/api/live" {
        return .answer(
          rejection(RequestFailure(status: 426, reason: "expected a WebSocket"), of: head))
      }
      guard head.headers["transfer-encoding"] == nil else {
        return .answer(
          rejection(RequestFailure(status: 411, reason: "expected a Content-Length"), of: head))
      }
      return .body(atMost: StudioService.largestBody(of: head))
    }

    func answer(to request: WebRequest) async -> WebAnswer {
      if request.method == "POST", request.path == "/api/devices" {
        return secured(WebAnswer(json: devices))
      }
      return secured(await service.answer(request))
    }

    /// The ways of another device into the studio: a code for one phone, at any of the origins,
    /// and the token of apps, which push to an address.
    private var devices: JSON {
      [
        "code": JSON(gate.makeCode(for: .phone)),
        "origins": JSON(gate.deviceOrigins) { JSON($0) }, "appToken": JSON(gate.appToken),
      ]
    }

    func rejection(ofBodyOver limit: Int) -> WebAnswer {
      secured(WebAnswer(.tooLarge(limit: limit)))
    }

    func opensSocket(at head: WebRequest) -> Bool {
      guard head.path == "/api/live", case .allowed = check(head) else { return false }
      return true
    }

    func socket(
      at head: WebRequest, _ send: @escaping @Sendable (String) -> Void
    ) async -> any WebSocketReceiver {
      let sender = gate.sender(of: head)
      let hub = service.hub
      let id = await hub.subscribe(send)
      if let sender { await hub.send(.sender(sender.rawValue), to: id) }
      await hub.send(.session(await service.state()), to: id)
      let uses = sender.flatMap { RequestGuard.uses[$0] } ?? []
      return LiveClient(hub, id: id, controls: uses.contains(.control))
    }

    private func check(_ head: WebRequest) -> RequestGuard.Verdict {
      gate.check(head, at: (ContinuousClock.now - start) / .seconds(1))
    }

    /// Sets the cookie and leads to the same page without the code.
    private func entrance(_ head: WebRequest, of sender: RequestGuard.Sender) -> WebAnswer {
      var answer = WebAnswer(303, type: "text/plain", [])
      answer.headers["Location"] = service.files.file(at: head.path) == nil ? "/" : head.path
      answer.headers["Set-Cookie"] = gate.cookie(of: sender, for: head)
      return answer
    }

    /// The reason, as a page for a person who opens an address and as JSON for a program.
    private func rejection(_ failure: RequestFailure, of head: WebRequest) -> WebAnswer {
      guard head.method == "GET", head.headers["accept"]?.contains("text/html") == true else {
        return secured(WebAnswer(failure))
      }
      let (title, advice) =
        switch failure.status {
        case 401:
          (
            "This address opens nothing",
            """
            <p>Each address opens the studio once, in one browser.</p>\
            <p><b>On this computer:</b> start <code>inertial studio</code> again, and open the \
            address that it prints.</p>\
            <p><b>On a phone:</b> press <b>Devices</b> on the page of the studio, and scan the \
            code that it shows.</p>
            """
          )
        case let status:
          (
            status == 429 ? "Too many requests" : "The studio rejected this request",
            "<p>\(failure.reason.prefix(1).uppercased())\(failure.reason.dropFirst()).</p>"
          )
        }
      // The style sheets need a session. Nothing else is loaded.
      let nonce = AccessToken.make()
      let style = ["/studio.css", "/phone.css"].compactMap { service.files.file(at: $0) }
        .map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
      var answer = WebAnswer(
        failure.status, type: "text/html; charset=utf-8",
        Array(
          """
          <!doctype html><html lang="en"><meta charset="utf-8">\
          <meta name="color-scheme" content="light dark">\
          <meta name="viewport" content="width=device-width, initial-scale=1">\
          <title>Inertial Studio</title><style nonce="\(nonce)">\(style)</style>\
          <body class="phone" data-state="blocked"><header><h1>Inertial</h1></header>\
          <main><section id="advice"><h2>\(title)</h2>\(advice)</section></main>
          """.utf8))
      answer.headers["Content-Security-Policy"] =
        "default-src 'none'; style-src 'nonce-\(nonce)'; base-uri 'none'; frame-ancestors 'none'"
      return secured(answer)
    }

    private func secured(_ answer: WebAnswer) -> WebAnswer {
      var answer = answer
      answer.headers.merge(securityHeaders) { given, _ in given }
      return answer
    }

    private var securityHeaders: [String: String] {
      [
        "Content-Security-Policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
          + "connect-src \(gate.connectSources); base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "accelerometer=(self), gyroscope=(self), camera=(), microphone=()",
      ]
    }
  }
#endif
