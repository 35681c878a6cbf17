public import Foundation

/// Where tests find the files they read.
public enum Locations {
  /// The checkout's root.
  public static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The committed reference data, always there.
  public static let referenceData = package.appending(path: "Tests/ReferenceData")

  /// Public recordings beside the checkout, which the package does not contain; `nil` where they
  /// are absent. Tests that need them say so with `.enabled(if:)`.
  public static let recordings: URL? = {
    let folder = package.deletingLastPathComponent().appending(path: "shared/data")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()
}
