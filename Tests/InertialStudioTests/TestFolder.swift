import Foundation

/// A folder that is removed with its last reference.
final class TestFolder: Sendable {
  let path = NSTemporaryDirectory() + "inertial-studio-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
