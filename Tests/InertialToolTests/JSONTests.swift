import Foundation
import TestSupport
import Testing

@Suite("JSON of the tool")
struct JSONTests {
  /// The documented fields of a subcommand.
  private struct Page {
    /// All names in its section and in the introduction.
    var names: Set<String>
    /// The names in its table.
    var fields: Set<String>
  }

  /// The documented fields by subcommand.
  private static func documentation() throws -> [String: Page] {
    let file = Locations.package.appending(path: "Documentation/JSON.md")
    var pages: [String: Page] = [:]
    var shared: Set<String>?
    for section in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ") {
      let title = section.prefix { $0 != "\n" }
      let known = shared ?? quoted(in: section)
      shared = known
      let fields = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        .map { quoted(in: $0) }
      let page = Page(
        names: known.union(quoted(in: section)), fields: fields.reduce([]) { $0.union($1) })
      for command in title.components(separatedBy: ", ") { pages[command] = page }
    }
    return pages
  }

  private static func quoted(in text: some StringProtocol) -> Set<String> {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    return Set(parts.filter { $0.offset % 2 == 1 }.map { String($0.element) })
  }

  /// Names in a table that no command line here prints.
  private static let unseen: [String: Set<String>] = [
    "recognize": ["?", "null", "reason", "--words"],
    "demo": ["?", "null", "reason", "--words", "words", "isInLexicon", "letters"],
    "score": ["null", "evaluate"], "track": ["--loop"],
    "live": ["zero", "?", "headingCorrectionDegrees"],
    // With a folder of reference files only.
    "validate": ["values", "worstError", "--reference", "firstFailure"],
  ]

  /// All names in `value` except labels and writers.
  private static func names(in value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(names(in: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.reduce(into: Set(object.keys)) { all, field in
      let isByName = ["perUser", "counts", "protocols"].contains(field.key)
      let values = (field.value as? [String: Any]).map { Array($0.values) as Any }
      all.formUnion(names(in: isByName ? values ?? [] : field.value))
    }
  }

  /// A stationary device with a reference, in the BROAD format at 2000/7 Hz.
  ///
  /// Some of its samples are marked as movement.
  private static let reference: String = {
    var text =
      "gyro_x_rad_s,gyro_y_rad_s,gyro_z_rad_s,accel_x_m_s2,accel_y_m_s2,accel_z_m_s2,"
      + "mag_x_uT,mag_y_uT,mag_z_uT,ref_qw,ref_qx,ref_qy,ref_qz,"
      + "ref_pos_x_m,ref_pos_y_m,ref_pos_z_m,movement\n"
    for index in 0..<500 {
      text += "0,0,0,0,0,9.80665,0,20,-40,1,0,0,0,5,6,7,\((100..<400).contains(index) ? 1 : 0)\n"
    }
    return text
  }()

  @Test("every printed field is documented, and every documented field is printed")
  func documented() throws {
    let folder = try TemporaryFolder()
    let (air, strokes) = (folder.path("air.csv"), folder.path("strokes"))
    // U and V are alike, so that a letter has an alternative.
    let alike = folder.path("alike.csv")
    try FileManager.default.createDirectory(atPath: strokes, withIntermediateDirectories: false)
    let pair = folder.path("pair")
    try FileManager.default.createDirectory(atPath: pair, withIntermediateDirectories: false)
    for writer in ["1", "2"] {
      let moved = try Program.run(
        "simulate", "LOI LOI", "--writer", writer, "--output", pair + "/\(writer).csv")
      #expect(moved.status == 0)
      let outcome = try Program.run(
        "simulate", "LO LO", "--kind", "strokes", "--writer", writer, "--output",
        strokes + "/\(writer).csv")
      #expect(outcome.status == 0)
    }
    let vectors = try folder.write("label,a,b\nA,1,0\nB,0,1\n", to: "vectors.csv")
    let series = try folder.write(
      "series,label,time,a\n1,A,0,1\n1,A,0.1,2\n", to: "series.csv")
    let quaternions = try folder.write("[[0,0,0,1],[0,0,1,9]]", to: "quaternions.json")
    let list = try folder.write("lo\nto\nlot\n", to: "words.txt")
    let reference = try folder.write(Self.reference, to: "reference.csv")
    let compass = try folder.write(
      "time_s,heading_deg,heading_sigma_deg\n1,90,1\n", to: "compass.csv")
    let model = folder.path("letters.model")
    let learner = [
      "--dataset", strokes, "--classifier", "zone-perceptron", "--starts", "2", "--epochs", "5",
    ]
    let lines = [
      ["simulate", "LO", "--output", air], ["simulate", "UV", "--output", alike],
      ["recognize", air, "--report", folder.path("read.html"), "--words", "--lexicon", list],
      ["demo", "--report", folder.path("demo.html")],
      ["collect", air, "--dataset", folder.path("letters.csv"), "--user", "me"],
      ["inspect", air, reference, strokes, folder.path("letters.csv"), vectors, series],
      ["train", "--output", model] + learner,
      ["train", "--dataset", air, "--classifier", "logistic-regression", "--output", model],
      ["train", "--dataset", pair, "--output", model],
      ["evaluate", "--all-protocols", "--learning-curves"] + learner,
      ["evaluate", "--dataset", pair, "--leave-letters-out"],
      ["evaluate", "--dataset", pair, "--acceptance", "0"],
      ["evaluate", "--protocol", "spotting", "--writers", "1", "--text", "LO"],
      [
        "evaluate", "--dataset", pair, "--classifier", "lab", "--starts", "2", "--disturb", "24-hz",
      ],
      ["score", vectors, "--weights", vectors],
      ["features", strokes + "/1.csv"],
      ["orientation", air, "--mode", "6d", "--tilt", folder.path("tilt.csv")],
      ["orientation", air, "--disturb", "gyroscope-scale"],
      ["orientation", reference, "--measurements", compass],
      ["track", air, "--loop"],
      ["track", reference, "--windows", "0.5", "--measurements", compass],
      ["live", "--replay", reference, "--speed", "1000", "--frame", "magnetic-north"],
      ["live", "--replay", alike, "--speed", "1000", "--built-in"],
      [
        "live", "--replay", air, "--speed", "1000", "--built-in", "--words", "--lexicon", list,
      ],
      ["live", "--replay", reference, "--speed", "1000", "--values"],
      [
        "collect", "--live", "--replay", air, "--speed", "1000", "--label", "A", "--dataset",
        folder.path("live.csv"),
      ],
      ["convert", air, "--to", "tum", "--output", folder.path("air.txt")],
      ["average", quaternions], ["validate"],
    ]
    let documented = try Self.documentation()
    var printed: [String: Set<String>] = [:]
    for line in lines {
      let output = try Program.run(line + ["--json"]).output
      let objects = output.split(separator: "\n")
      #expect(line[0] == "live" ? !objects.isEmpty : objects.count == 1, "\(line)")
      for object in objects {
        let names = Self.names(in: try JSONSerialization.jsonObject(with: Data(object.utf8)))
        let undocumented = names.subtracting(try #require(documented[line[0]]).names)
        #expect(undocumented.isEmpty, "\(line): \(undocumented.sorted())")
        printed[line[0], default: []].formUnion(names)
      }
    }
    for (command, names) in printed {
      let missing = try #require(documented[command]).fields.subtracting(names)
      #expect(missing == Self.unseen[command] ?? [], "\(command): \(missing.sorted())")
    }
  }
}
