package import GestureTraining
internal import MotionFusion
package import MotionRecordings

/// The answer of `inertial inspect`: what files contain, what was guessed, and what to run next.
package struct InspectionAnswer: Encodable {
  fileprivate struct Part: Encodable {
    var name: String
    var kind: RecordingSummary.Kind
    var label: String?
    var user: String?
    var samples: Int
    var seconds: Double
    /// The sensors with their rates and units.
    var sensors: [RecordingSummary.Sensor]
    var gaps: Int
    var longestInterval: Double
    var touches: Int?
    var faults: SampleFaults?
    var findings: [String]
    var comparesAxes: Bool?

    init(_ summary: RecordingSummary) {
      name = summary.name
      kind = summary.kind
      label = summary.label
      user = summary.user
      samples = summary.samples
      seconds = summary.duration
      sensors = summary.sensors
      gaps = summary.gaps
      longestInterval = summary.longestInterval
      touches = summary.touches
      faults = summary.faults
      findings = summary.findings.map(\.description)
      comparesAxes = summary.comparesAxes
    }
  }

  /// Labelled series or vectors.
  fileprivate struct Examples: Encodable {
    var count: Int
    /// The numbers of a vector, or of one time of a series.
    var components: Int
    /// The samples of the shortest and the longest series; absent for vectors.
    var lengths: [Int]?
    var labels: [String]
  }

  fileprivate struct File: Encodable {
    var file: String
    var format: String
    var recordings: [Part]
    var examples: Examples?
    var warnings: [String]
    /// The warnings about what the file does not state: the choice and its evidence.
    var guessed: [String]
    /// Columns of a known meaning that are not used.
    var unused: [String]
    /// Subcommands for this file.
    var subcommands: [String]
    /// Their command lines.
    var next: [String]
  }

  private var files: [File] = []

  /// An answer without files.
  package init() {}

  /// Adds a file, or a folder.
  ///
  /// - Parameters:
  ///   - name: Its name, as an argument of the tool.
  ///   - options: The options of the tool with which it was read.
  /// - Throws: `RecordingError` if a streamed file can no longer be read.
  package mutating func add(
    _ content: StreamedRecordings, name: String, options: [String] = []
  ) throws {
    let recordings = try content.summaries().map(Part.init)
    let warnings = content.others.warnings
    let arguments = ([name] + options).map(Self.argument).joined(separator: " ")
    files.append(
      File(
        file: InputFile.displayName(name), format: content.others.format,
        recordings: recordings,
        warnings: warnings.map(\.description),
        guessed: warnings.filter { if case .assumption = $0.kind { true } else { false } }
          .map(\.description),
        unused: warnings.flatMap { warning -> [String] in
          if case .unusedColumns(let names) = warning.kind { names } else { [] }
        },
        subcommands: content.subcommands,
        next: content.subcommands.map { "inertial \($0) \(arguments)" }))
  }

  /// Adds a file of labelled series or vectors; `false` for recordings.
  package mutating func add(_ content: DataSetContent, name: String) -> Bool {
    let format: String
    let examples: Examples
    switch content {
    case .recordings: return false
    case .vectors(let vectors):
      format = DataSetContent.vectorFormat
      examples = Examples(
        count: vectors.count, components: vectors.names.count, labels: content.labels.sorted())
    case .series(let set):
      format = "series"
      let lengths = set.series.map(\.representation.count)
      examples = Examples(
        count: lengths.count, components: set.dimension,
        lengths: [lengths.min() ?? 0, lengths.max() ?? 0], labels: content.labels.sorted())
    }
    files.append(
      File(
        file: InputFile.displayName(name), format: format, recordings: [], examples: examples,
        warnings: content.warnings.map(\.description), guessed: [], unused: [],
        subcommands: ["evaluate"], next: ["inertial evaluate --dataset \(Self.argument(name))"]))
    return true
  }

  /// A file's name as an argument of a shell.
  package static func argument(_ file: String) -> String {
    guard file != InputFile.displayName("-") else { return "-" }
    let isPlain = file.allSatisfy { $0.isLetter || $0.isNumber || "._/+-#".contains($0) }
    return isPlain ? file : "'" + file.replacing("'", with: "'\\''") + "'"
  }
}

// MARK: - Text

extension InspectionAnswer {
  /// The files with their recordings and sensors.
  package var text: String { files.map(\.text).joined(separator: "\n\n") }
}

extension InspectionAnswer.File {
  fileprivate var text: String {
    var lines = ["\(file): \(format), \(examples?.text ?? counted(recordings.count, "recording"))"]
    for guess in guessed { lines.append("  guessed: \(guess)") }
    if !unused.isEmpty { lines.append("  not used: \(unused.joined(separator: ", "))") }
    // For a data set, the first recordings are enough.
    let shown = 10
    for recording in recordings.prefix(shown) { lines += recording.text }
    if recordings.count > shown {
      lines.append("  and \(recordings.count - shown) more; --json lists all of them")
    }
    if !next.isEmpty { lines.append("For this file: " + next.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }
}

extension InspectionAnswer.Examples {
  fileprivate var text: String {
    let size = lengths.map { ", \($0[0]) to \($0[1]) samples" } ?? ""
    let classes =
      labels.isEmpty
      ? "" : ", \(counted(labels.count, "label")) (\(labels.prefix(12).joined(separator: ", ")))"
    return "\(counted(count, "example")) of \(counted(components, "component"))\(size)\(classes)"
  }
}

extension InspectionAnswer.Part {
  fileprivate var text: [String] {
    let kind =
      switch kind {
      case .sensorSamples: "raw samples"
      case .deviceMotion: "device motion"
      case .stroke: "stroke"
      case .reference: "reference"
      }
    let facts: [String?] = [
      label.map { "label \($0)" }, user.map { "user \($0)" },
      "\(counted(samples, "sample")) in \(decimal(seconds, places: 2)) s",
      touches.map { $0 == 1 ? "1 touch" : "\($0) touches" },
      gaps > 0
        ? "\(counted(gaps, "gap")), the longest \(decimal(longestInterval, places: 2)) s" : nil,
    ]
    var lines = ["  \(name): \(kind), " + facts.compactMap(\.self).joined(separator: ", ")]
    for sensor in sensors {
      let rate = sensor.rate.map { "\(decimal($0, places: 1)) Hz, " } ?? ""
      lines.append(
        "    \(sensor.name): \(rate)median \(decimal(sensor.median, places: 3)) \(sensor.unit), "
          + "largest \(decimal(sensor.largest, places: 3)) \(sensor.unit)")
    }
    if let faults = faults?.text { lines.append("    \(faults)") }
    lines += findings.map { "    \($0)" }
    if comparesAxes == false {
      lines.append(
        "    axes: gyroscope and accelerometer are not compared, because the device turns too "
          + "little or about one axis")
    }
    return lines
  }
}
