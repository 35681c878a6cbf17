#if Studio
  internal import FlyingFox
  internal import Foundation
  internal import MotionSources

  /// Checks each request and passes it to the service.
  struct StudioHandler: HTTPHandler {
    private let gate: RequestGuard
    private let service: StudioService
    private let start = ContinuousClock.now

    init(gate: RequestGuard, service: StudioService) {
      self.gate = gate
      self.service = service
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
      var call = StudioRequest(request)
      switch gate.check(call, at: (ContinuousClock.now - start) / .seconds(1)) {
      case .allowed: break
      case .entrance: return entrance(call)
      case .rejected(let failure): return await rejection(failure, of: request, call)
      }
      if call.path == "/api/live" { return try await liveResponse(request) }
      let limit = StudioService.largestBody(of: call)
      guard request.headers[.transferEncoding] == nil else {
        return await rejection(
          RequestFailure(status: 411, reason: "expected a Content-Length"), of: request, call)
      }
      guard (request.bodySequence.count ?? 0) <= limit else {
        return await rejection(.tooLarge(limit: limit), of: request, call)
      }
      call.body = Array(try await request.bodyData)
      return response(await service.answer(call))
    }

    /// Sets the cookie and leads to the same page without the token.
    private func entrance(_ call: StudioRequest) -> HTTPResponse {
      var answer = StudioResponse(303, type: "text/plain", [])
      answer.headers["Location"] = WebFile.named(call.path) == nil ? "/" : call.path
      answer.headers["Set-Cookie"] =
        "\(gate.cookieName)=\(gate.token); Path=/; HttpOnly; SameSite=Strict"
      return response(answer)
    }

    /// The reason, as a page for a person who opens an address and as JSON for a program.
    private func rejection(
      _ failure: RequestFailure, of request: HTTPRequest, _ call: StudioRequest
    ) async -> HTTPResponse {
      var answer = StudioResponse(failure)
      if call.method == "GET", call.headers["accept"]?.contains("text/html") == true {
        answer = StudioResponse(
          failure.status, type: "text/html; charset=utf-8",
          Array(
            """
            <!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">\
            <meta name="viewport" content="width=device-width"><title>Inertial Studio</title>\
            <h1>This address is not complete</h1><p>The studio is private: \(failure.reason).</p>
            """.utf8))
      }
      var response = response(answer)
      guard (request.bodySequence.count ?? 1) > 0 else { return response }
      // The body is not read: the connection ends with the answer.
      response.headers[.connection] = "close"
      let body = ClosingBody(String(decoding: answer.body, as: UTF8.self))
      response.payload = .httpBody(
        HTTPBodySequence(from: body, count: body.count))
      return response
    }

    private func liveResponse(_ request: HTTPRequest) async throws -> HTTPResponse {
      try await WebSocketHTTPHandler(handler: LiveSocket(service.hub)).handleRequest(request)
    }

    private func response(_ answer: StudioResponse) -> HTTPResponse {
      var headers = HTTPHeaders()
      for (name, value) in securityHeaders.merging(answer.headers, uniquingKeysWith: { $1 }) {
        headers[HTTPHeader(name)] = value
      }
      return HTTPResponse(
        statusCode: HTTPStatusCode(answer.status, phrase: answer.status < 400 ? "OK" : "Error"),
        headers: headers, body: Data(answer.body))
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

  extension StudioRequest {
    /// The head of a request, without its body.
    fileprivate init(_ request: HTTPRequest) {
      self.init(method: request.method.rawValue, path: request.path)
      for item in request.query { query[item.name] = item.value }
      for (header, value) in request.headers { headers[header.rawValue.lowercased()] = value }
    }
  }
#endif
