import Foundation

/// A JSON file of test cases.
///
/// Written by the scripts of `Tests/ReferenceData` or those of the public reference rotations.
public struct JSONSuite<Case: Decodable>: Decodable {
  /// The cases.
  public var cases: [Case]

  /// Reads `name` from the committed reference data.
  public static func reference(_ name: String) throws -> [Case] {
    try load(Locations.referenceData.appending(path: name))
  }

  /// Reads `name` from the public reference rotations; empty if absent.
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
