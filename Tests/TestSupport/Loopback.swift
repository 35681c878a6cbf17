internal import Foundation

/// The loopback interface, over which tests reach their own servers.
public enum Loopback {
  /// Whether it is up. Tests that need it are marked with `.enabled(if:)`.
  public static let isUp: Bool = {
    // IFF_UP and IFF_LOOPBACK: their types differ between systems, their values do not.
    let needed: UInt32 = 0x1 | 0x8
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return false }
    defer { freeifaddrs(first) }
    var next = first
    while let interface = next?.pointee {
      if UInt32(interface.ifa_flags) & needed == needed { return true }
      next = interface.ifa_next
    }
    return false
  }()
}
