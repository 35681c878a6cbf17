public import Foundation
public import Testing

/// The locations of the files that tests read.
public enum Locations {
  /// The root folder of the package.
  public static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The committed reference data.
  public static let referenceData = package.appending(path: "Tests/ReferenceData")

  /// Public recordings beside the checkout, not part of the package; `nil` if absent.
  ///
  /// Tests that need them have the trait `needsRecordings`.
  public static let recordings: URL? = {
    let folder = package.deletingLastPathComponent().appending(path: "shared/data")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where the public recordings are absent, and says so.
  public static var needsRecordings: Self {
    .enabled(if: Locations.recordings != nil, "needs the public recordings in ../shared/data")
  }
}
