import Foundation
import TestSupport
import Testing

@Suite("JSON of the tool")
struct JSONTests {
  /// What the documentation says of each subcommand: all the names in its section and above all.
  private static func documentedNames() throws -> [String: Set<String>] {
    let page = Locations.package.appending(path: "Documentation/JSON.md")
    var names: [String: Set<String>] = [:]
    var shared: Set<String>?
    for section in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ") {
      let title = section.prefix { $0 != "\n" }
      let quoted = section.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      let known = shared ?? Set(quoted)
      shared = known
      for command in title.components(separatedBy: ", ") { names[command] = known.union(quoted) }
    }
    return names
  }

  /// All the names in `value` but those that are labels or people.
  private static func names(in value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(names(in: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.reduce(into: Set(object.keys)) { all, field in
      let isByName = ["perUser", "counts", "protocols"].contains(field.key)
      let values = (field.value as? [String: Any]).map { Array($0.values) as Any }
      all.formUnion(names(in: isByName ? values ?? [] : field.value))
    }
  }

  @Test("every field that is printed is documented in its subcommand's section")
  func documented() throws {
    let folder = try TemporaryFolder()
    let (air, strokes) = (folder.path("air.csv"), folder.path("strokes"))
    try FileManager.default.createDirectory(atPath: strokes, withIntermediateDirectories: false)
    for writer in ["1", "2"] {
      let outcome = try Program.run(
        "simulate", "LO LO", "--kind", "strokes", "--writer", writer, "--output",
        strokes + "/\(writer).csv")
      #expect(outcome.status == 0)
    }
    let vectors = try folder.write("label,a,b\nA,1,0\nB,0,1\n", to: "vectors.csv")
    let model = folder.path("letters.model")
    let learner = ["--dataset", strokes, "--starts", "2", "--epochs", "5"]
    let lines = [
      ["simulate", "LO", "--output", air],
      ["recognize", air], ["demo", "--report", folder.path("demo.html")],
      ["collect", air, "--dataset", folder.path("letters.csv")],
      ["train", "--output", model] + learner,
      ["train", "--dataset", air, "--classifier", "logistic-regression", "--output", model],
      ["train", "--dataset", air, "--output", model],
      ["evaluate", "--all-protocols", "--learning-curves"] + learner,
      ["score", vectors, "--weights", vectors],
      ["orientation", air], ["track", air, "--loop"],
      ["live", "--replay", air, "--speed", "1000", "--interval", "60"],
      ["convert", air, "--to", "tum", "--output", folder.path("air.txt")],
      ["validate"],
    ]
    let documented = try Self.documentedNames()
    for line in lines {
      let object = try Program.run(line + ["--json"]).object()
      let undocumented = Self.names(in: object).subtracting(try #require(documented[line[0]]))
      #expect(undocumented.isEmpty, "\(line[0]): \(undocumented.sorted())")
    }
    let average = try Program.run("average", "-", "--json", input: "[[0,0,0,1]]").object()
    #expect(Self.names(in: average).isSubset(of: try #require(documented["average"])))
  }
}
