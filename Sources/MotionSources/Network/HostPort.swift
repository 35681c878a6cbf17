#if Studio
  internal import Foundation
  internal import NIOCore

  /// A host and a port, such as `127.0.0.1:8765` or `[::1]:8765`.
  struct HostPort: Hashable, Sendable {
    var host: String
    var port: UInt16

    init(host: String, port: UInt16) {
      self.host = host
      self.port = port
    }

    /// Parses `[HOST:]PORT`; `nil` for other text.
    init?(_ text: String, defaultHost: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard let last = parts.last, let port = UInt16(last) else { return nil }
      var host = parts.dropLast().joined(separator: ":")
      if host.hasPrefix("["), host.hasSuffix("]") {
        host = String(host.dropFirst().dropLast())
      } else if host.contains(":") {
        return nil
      }
      if parts.count == 1 { host = defaultHost }
      self.init(host: host == "*" || host.isEmpty ? "0.0.0.0" : host, port: port)
    }

    /// The host and the port, by default 80, of a URL; `nil` with another scheme.
    init?(_ url: URLComponents, scheme: String) {
      guard url.scheme == scheme, let host = url.host, !host.isEmpty,
        let port = UInt16(exactly: url.port ?? 80)
      else { return nil }
      self.init(host: host.trimmingCharacters(in: ["[", "]"]), port: port)
    }

    /// `HOST:PORT`, with an IPv6 address in brackets.
    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The IPv4 addresses of this machine's networks, without loopback.
    static var localAddresses: [String] {
      var found: [String] = []
      for device in (try? System.enumerateDevices()) ?? [] {
        guard case .v4? = device.address, let ip = device.address?.ipAddress,
          !ip.hasPrefix("127."), !found.contains(ip)
        else { continue }
        found.append(ip)
      }
      return found
    }
  }
#endif
