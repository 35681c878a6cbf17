#if Studio
  internal import FlyingSocks
  internal import Foundation
  internal import MotionFusion

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

    /// `HOST:PORT`, with an IPv6 address in brackets.
    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The socket address; a name is looked up. Blocks during the look-up.
    func resolved(for source: String) throws(MotionSourceError) -> any SocketAddress {
      if let address = try? sockaddr_in.inet(ip4: host, port: port) { return address }
      if let address = try? sockaddr_in6.inet6(ip6: host, port: port) { return address }
      var hints = addrinfo()
      hints.ai_family = AF_UNSPEC
      hints.ai_protocol = Int32(IPPROTO_TCP)
      var list: UnsafeMutablePointer<addrinfo>?
      let status = getaddrinfo(host, nil, &hints, &list)
      defer { if list != nil { freeaddrinfo(list) } }
      var next = list
      while status == 0, let info = next?.pointee {
        var storage = sockaddr_storage()
        memcpy(&storage, info.ai_addr, Int(info.ai_addrlen))
        switch try? Socket.makeAddress(from: storage) {
        case .ip4(let ip, _):
          if let address = try? sockaddr_in.inet(ip4: ip, port: port) { return address }
        case .ip6(let ip, _):
          if let address = try? sockaddr_in6.inet6(ip6: ip, port: port) { return address }
        default: break
        }
        next = info.ai_next
      }
      throw MotionSourceError(
        source: source, kind: .unavailable,
        reason: "expected the name or the IP address of a host, got '\(host)'"
          + (status == 0 ? "" : ": \(String(cString: gai_strerror(status)))"))
    }

    /// The IPv4 addresses of this machine's networks, without loopback.
    static var localAddresses: [String] {
      var list: UnsafeMutablePointer<ifaddrs>?
      guard getifaddrs(&list) == 0 else { return [] }
      defer { freeifaddrs(list) }
      var found: [String] = []
      var next = list
      while let interface = next?.pointee {
        next = interface.ifa_next
        guard let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else {
          continue
        }
        var storage = sockaddr_storage()
        memcpy(&storage, address, MemoryLayout<sockaddr_in>.size)
        guard case .ip4(let ip, _) = try? Socket.makeAddress(from: storage),
          !ip.hasPrefix("127."), !found.contains(ip)
        else { continue }
        found.append(ip)
      }
      return found
    }
  }
#endif
