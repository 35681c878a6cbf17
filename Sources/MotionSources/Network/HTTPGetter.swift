#if Studio
  internal import Foundation
  internal import MotionRecordings
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix

  /// Fetches JSON objects from an HTTP server, each over a connection of its own.
  ///
  /// Phyphox's server does not keep connections open.
  struct HTTPGetter: Sendable {
    /// A failed request.
    struct Failure: Error {
      var reason: String
    }

    let place: HostPort
    /// The longest wait for an answer in seconds.
    let timeout: Double

    /// The most bytes of an answer.
    private static let bodyLimit = 64 << 20

    /// The JSON object at a path.
    func object<Object: Decodable & Sendable>(
      _ type: Object.Type, at path: String, query: String = ""
    ) async throws(Failure) -> Object {
      let body: Data
      do {
        body = try await answer(at: path, query: query)
      } catch let error as Failure {
        throw error
      } catch let error as IOError {
        throw Failure(reason: systemReason(error.errnoCode))
      } catch let error as NIOConnectionError {
        let first = error.connectionErrors.first?.error ?? error
        throw Failure(reason: (first as? IOError).map { systemReason($0.errnoCode) } ?? "\(error)")
      } catch {
        throw Failure(reason: "\(error)")
      }
      do {
        return try JSONDecoder().decode(type, from: body)
      } catch {
        let start = String(decoding: body.prefix(60), as: UTF8.self)
        throw Failure(reason: "expected phyphox's JSON at \(path), got '\(start)'")
      }
    }

    private func answer(at path: String, query: String) async throws -> Data {
      let timeout = timeout
      return try await withThrowingTaskGroup(of: Data.self) { group in
        group.addTask { try await fetch(path, query: query) }
        group.addTask {
          try await Task.sleep(for: .seconds(timeout))
          throw Failure(reason: "no answer within \(timeout) s")
        }
        defer { group.cancelAll() }
        return try await group.next() ?? Data()
      }
    }

    private func fetch(_ path: String, query: String) async throws -> Data {
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(.nanoseconds(Int64(timeout * 1e9)))
        .connect(host: place.host, port: Int(place.port)) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
              wrappingChannelSynchronously: channel)
          }
        }
      return try await channel.executeThenClose { inbound, outbound in
        let head = HTTPRequestHead(
          version: .http1_1, method: .GET, uri: query.isEmpty ? path : "\(path)?\(query)",
          headers: ["Host": place.text, "Connection": "close"])
        try await outbound.write(contentsOf: [.head(head), .end(nil)])
        var body = Data()
        for try await part in inbound {
          switch part {
          case .head(let head):
            guard head.status == .ok else {
              throw Failure(reason: "\(path) was answered with status \(head.status.code)")
            }
          case .body(let bytes):
            body.append(contentsOf: bytes.readableBytesView)
            guard body.count <= Self.bodyLimit else {
              throw Failure(reason: "expected at most \(Self.bodyLimit) bytes at \(path)")
            }
          case .end: return body
          }
        }
        throw Failure(reason: "the connection was closed")
      }
    }
  }
#endif
