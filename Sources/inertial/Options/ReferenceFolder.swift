internal import Foundation
internal import LinearAlgebra
internal import MotionRecordings

/// A folder of reference suites, one JSON file each.
struct ReferenceFolder {
  /// The suites, by name of the file.
  let suites: [ReferenceSuite]

  init(path: String) throws {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let files = names.filter { $0.hasSuffix(".json") }
    guard !files.isEmpty else {
      throw ToolError(.noInput, "\(path): expected a folder of reference suites (JSON files)")
    }
    suites = try files.map { file in
      let bytes = try InputFile.read("\(path)/\(file)")
      do {
        var suite = try JSONDecoder().decode(ReferenceSuite.self, from: Data(bytes))
        if suite.name.isEmpty { suite.name = String(file.dropLast(".json".count)) }
        return suite
      } catch {
        throw ToolError(
          .badData, "\(path)/\(file): expected a reference suite {\"suite\": ..., \"cases\": [...]}"
        )
      }
    }
  }
}
