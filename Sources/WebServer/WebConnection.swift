#if Studio
  internal import Platform
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOWebSocket
  internal import Synchronization

  /// Serves one connection.
  struct WebConnection: Sendable {
    typealias HTTPChannel = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
    typealias SocketChannel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
    private typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

    /// The most messages that wait for a client; one that does not read them is disconnected.
    private static let waitingMessages = 2048

    let service: any WebService
    let connections: WebConnections
    let limits: WebServer.Limits

    // MARK: - HTTP

    /// Answers the requests of a connection until it is closed.
    func serve(_ channel: HTTPChannel) async {
      // A client that goes away in the middle is not an error of the server.
      let work = Work()
      channel.channel.closeFuture.whenComplete { _ in work.cancel() }
      try? await channel.executeThenClose { inbound, outbound in
        var parts = inbound.makeAsyncIterator()
        func head() async throws -> HTTPServerRequestPart? {
          // Bytes of a head that does not end are no sign of life.
          let deadline = channel.channel.deadline(in: limits.idleTimeout)
          defer { deadline.cancel() }
          return try await parts.next()
        }
        while case .head(let head)? = try await head() {
          connections.begin(channel.channel)
          defer { connections.end(channel.channel) }
          let request = WebRequest(head)
          let (answer, isRead) =
            head.isPlain
            ? try await self.answer(to: request, &parts, of: channel.channel, work)
            : (Self.notPlain, false)
          let isKept =
            isRead && head.isKeepAlive && !connections.isStopping
            && request.headers["x-forwarded-for"] == nil
          // A client that does not read its answer is silent too.
          let deadline = channel.channel.deadline(in: limits.idleTimeout)
          defer { deadline.cancel() }
          try await Self.write(answer, to: outbound, of: request, isKept: isKept)
          guard isKept else {
            if !isRead { await Self.discard(&parts, of: channel.channel) }
            return
          }
        }
      }
    }

    /// The answer that a connection waits for, which is cancelled as the client leaves.
    private final class Work: Sendable {
      private let task = Mutex<Task<WebAnswer, Never>?>(nil)

      func run(_ body: @escaping @Sendable () async -> WebAnswer) async -> WebAnswer {
        let task = Task(operation: body)
        self.task.withLock { $0 = task }
        return await task.value
      }

      func cancel() { task.withLock { $0?.cancel() } }
    }

    private static let notPlain = WebAnswer(
      400, json: ["error": "expected one Host header and a path from /"])

    /// The answer, and whether the request was read to its end.
    private func answer(
      to head: WebRequest, _ parts: inout Parts, of channel: any Channel, _ work: Work
    ) async throws -> (WebAnswer, isRead: Bool) {
      var request = head
      let limit: Int
      switch service.admission(of: head) {
      case .answer(let answer) where head.hasBody: return (answer, false)
      case .answer(let answer):
        while let part = try await parts.next() { if case .end = part { break } }
        return (answer, true)
      case .body(let most): limit = most
      }
      let announced = head.announcedLength ?? 0
      guard announced <= limit else { return (service.rejection(ofBodyOver: limit), false) }
      request.body.reserveCapacity(announced)
      let seconds = limits.headTimeout + Double(announced > 0 ? announced : limit) / limits.bodyRate
      let deadline = channel.deadline(in: seconds)
      defer { deadline.cancel() }
      while let part = try await parts.next() {
        switch part {
        case .body(let bytes):
          guard request.body.count + bytes.readableBytes <= limit else {
            return (service.rejection(ofBodyOver: limit), false)
          }
          request.body += bytes.readableBytesView
        case .end:
          deadline.cancel()
          connections.prove(channel)
          // Long work ends with the client that waits for it.
          return (await work.run { [service, request] in await service.answer(to: request) }, true)
        case .head: break
        }
      }
      throw ChannelError.eof
    }

    private static func write(
      _ answer: WebAnswer, to outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>,
      of request: WebRequest, isKept: Bool
    ) async throws {
      var headers = HTTPHeaders(answer.headers.sorted { $0.key < $1.key })
      headers.add(name: "Content-Length", value: String(answer.body.count))
      if !isKept { headers.add(name: "Connection", value: "close") }
      let head = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
      var parts = [HTTPServerResponsePart.head(head)]
      if request.method != "HEAD" {
        parts.append(.body(.byteBuffer(ByteBuffer(bytes: answer.body))))
      }
      parts.append(.end(nil))
      try await outbound.write(contentsOf: parts)
    }

    /// Reads what a rejected client still sends, for a second: a connection that is closed with
    /// unread bytes is reset, and the client may not see the answer.
    private static func discard(_ parts: inout Parts, of channel: any Channel) async {
      let end = channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
      while case .some? = try? await parts.next() {}
      end.cancel()
    }

    // MARK: - WebSocket

    /// Passes the messages of a WebSocket on until it is closed.
    func serve(_ channel: SocketChannel, at head: WebRequest) async {
      guard let service = service as? any WebSocketService else { return }
      connections.prove(channel.channel)
      try? await channel.executeThenClose { inbound, outbound in
        let (texts, continuation) = AsyncStream.makeStream(
          of: String.self, bufferingPolicy: .bufferingOldest(Self.waitingMessages))
        let writer = Task {
          for await text in texts {
            try await outbound.write(
              WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)))
          }
        }
        var receiver = await service.socket(at: head) { text in
          if case .dropped = continuation.yield(text) { channel.channel.close(promise: nil) }
        }
        try? await receive(inbound, outbound, &receiver, of: channel.channel)
        await receiver.close()
        continuation.finish()
        writer.cancel()
      }
    }

    private func receive(
      _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
      _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
      _ receiver: inout any WebSocketReceiver, of channel: any Channel
    ) async throws {
      // Messages are a sign of life, pings are not: a phone's system may send them for a dead page.
      var deadline = channel.deadline(in: limits.idleTimeout)
      defer { deadline.cancel() }
      for try await frame in inbound {
        switch frame.opcode {
        case .text:
          let bytes = Array(frame.unmaskedData.readableBytesView)
          guard String(validating: bytes, as: UTF8.self) != nil else {
            return try await outbound.write(.close(1007))
          }
          deadline.cancel()
          await receiver.receive(bytes)
          deadline = channel.deadline(in: limits.idleTimeout)
        case .ping:
          try await outbound.write(
            WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
        case .connectionClose:
          try await outbound.write(
            WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData))
          return
        default: break
        }
      }
    }
  }

  extension Channel {
    /// Closes the connection after `seconds`, unless that is cancelled.
    func deadline(in seconds: Double) -> Scheduled<Void> {
      eventLoop.scheduleTask(in: .nanoseconds(Int64(min(seconds, 1e9) * 1e9))) {
        self.close(promise: nil)
      }
    }
  }

  extension WebSocketFrame {
    /// The end of a connection, with its reason (RFC 6455, section 7.4).
    static func close(_ reason: UInt16) -> WebSocketFrame {
      var data = ByteBuffer()
      data.writeInteger(reason)
      return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
  }

  extension HTTPRequestHead {
    /// Whether it has exactly one host and its target is a path; proxies may interpret other
    /// requests differently.
    var isPlain: Bool { headers["host"].count <= 1 && uri.hasPrefix("/") }
  }

  extension WebRequest {
    /// The head of a request, without its body.
    init(_ head: HTTPRequestHead) {
      let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      func decoded(_ text: Substring) -> String { String(text).percentDecoded ?? String(text) }
      self.init(method: head.method.rawValue, path: decoded(parts[0]))
      for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
        let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        query[decoded(pair[0])] = pair.count > 1 ? decoded(pair[1]) : ""
      }
      for (name, value) in head.headers { headers[name.lowercased()] = value }
    }
  }
#endif
