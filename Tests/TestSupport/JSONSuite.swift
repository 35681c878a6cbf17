import Foundation

/// A file of cases, as the scripts of `Tests/ReferenceData` and of the public reference rotations
/// write them.
public struct JSONSuite<Case: Decodable>: Decodable {
  /// The cases.
  public var cases: [Case]

  /// Reads `name` from the committed reference data.
  public static func reference(_ name: String) throws -> [Case] {
    try load(Locations.referenceData.appending(path: name))
  }

  /// Reads `name` from the public reference rotations beside the checkout; empty where absent.
  public static func shared(_ name: String) throws -> [Case] {
    guard let folder = Locations.recordings else { return [] }
    return try load(folder.appending(path: "reference-rotations/\(name)"))
  }

  private static func load(_ url: URL) throws -> [Case] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Self.self, from: Data(contentsOf: url)).cases
  }
}
