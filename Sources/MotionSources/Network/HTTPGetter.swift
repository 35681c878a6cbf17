#if Studio
  internal import FlyingFox
  internal import FlyingSocks
  internal import Foundation
  internal import MotionFusion

  /// Fetches JSON objects from an HTTP server, each over a connection of its own.
  ///
  /// Phyphox's server does not keep connections open.
  struct HTTPGetter: Sendable {
    /// A failed request.
    struct Failure: Error {
      var reason: String
    }

    let place: HostPort
    let address: any SocketAddress
    /// The longest wait for an answer in seconds.
    let timeout: Double

    /// The JSON object at a path.
    func object<Object: Decodable & Sendable>(
      _ type: Object.Type, at path: String, query: String = ""
    ) async throws(Failure) -> Object {
      let body: Data
      do {
        body = try await answer(to: .init(path: path, query: query))
      } catch let error as SocketError {
        switch error {
        case .failed(_, _, let message): throw Failure(reason: message)
        case .timeout: throw Failure(reason: "no answer within \(timeout) s")
        default: throw Failure(reason: "the connection was closed")
        }
      } catch let error as Failure {
        throw error
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

    private func answer(to target: HTTPRequest.Target) async throws -> Data {
      let request = HTTPRequest(
        method: .GET, version: .http11, target: target,
        headers: [.host: place.text, .connection: "close"], body: HTTPBodySequence())
      let (address, timeout) = (address, timeout)
      return try await withThrowingTaskGroup(of: Data.self) { group in
        group.addTask {
          var client = HTTPClient()
          let response = try await client.sendHTTPRequest(request, to: address)
          guard response.statusCode == .ok else {
            throw Failure(
              reason: "\(target.path()) was answered with status \(response.statusCode.code)")
          }
          return try await response.bodyData
        }
        group.addTask {
          try await Task.sleep(for: .seconds(timeout))
          throw SocketError.timeout(message: "")
        }
        defer { group.cancelAll() }
        return try await group.next() ?? Data()
      }
    }
  }
#endif
