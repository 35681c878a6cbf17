internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// `inertial recognize`: recordings or strokes to letters.
struct Recognize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads the letters in recordings of a phone, or in strokes on a screen.",
    discussion: """
      Raw sensor samples are cut into letters where the recording marks a touch; other recordings \
      are one letter each. A file in which no letter can be read is an error.

      A pipeline made by 'inertial train' also reads data sets of series: it runs over each, sample \
      by sample, and what it puts out are the gestures.
      """,
    examples: "inertial recognize hello.csv --report letters.html")

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @OptionGroup var model: ModelOptions

  @Option(
    help: ArgumentHelp("Write a page that shows the strokes and their scores.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The smallest size of a stroke on a screen that is magnified, in the stroke's unit.",
      valueName: "size"))
  var minSize = 0.0

  @Option(
    help: ArgumentHelp(
      "Samples a second of series in files that hold no times, which GRT's are.",
      valueName: "hertz"))
  var sampleRate: Double?

  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard minSize >= 0, minSize.isFinite else {
      throw ValidationError("--min-size \(minSize): expected 0 or more.")
    }
    if let sampleRate, !(sampleRate > 0 && sampleRate.isFinite) {
      throw ValidationError("--sample-rate \(sampleRate): expected hertz, such as 100.")
    }
    try reading.requireFormat(orSeries: true)
    try answer.requireFiles(report: report)
  }

  func run() throws {
    var reader = try model.reader()
    reader.minSize = minSize
    var result = Reading([], reader: reader, modelName: model.name)
    for path in recordings {
      let input = try NamedInput(path)
      if let pipeline = reader.pipeline,
        let series = try SeriesSet.ifAny(in: input, format: reading.format, sampleRate: sampleRate)
      {
        try result.append(series, by: pipeline)
      } else {
        result.append(try inputs(in: input), reader: reader)
      }
    }
    guard !result.answer.gestures.isEmpty else {
      throw ToolError(
        .badData,
        "\(recordings.joined(separator: ", ")): no gesture is in it; expected samples while the "
          + "touch is 1, or a recording without touches")
    }
    let failures = result.answer.gestures.filter { $0.label == nil && $0.reason != nil }
    if let first = failures.first, failures.count == result.answer.gestures.count {
      throw ToolError(.badData, "\(first.recording): \(first.reason ?? "")")
    }
    for failure in failures {
      Console.warning("\(failure.recording): \(failure.reason ?? "")")
    }
    if let report {
      try result.writeReport(to: report, title: recordings.joined(separator: ", "))
      guard report != "-" else { return }
    }
    try answer.show(result.answer) { text(of: result.answer) }
  }

  private func inputs(in input: NamedInput) throws -> [GestureInput] {
    let content = try reading.read(input, for: .motion)
    guard
      !content.strokes.isEmpty || !content.deviceMotion.isEmpty
        || !content.sensorSamples.isEmpty
    else {
      throw RecordingError(
        file: input.name,
        problem: .malformed(
          "no strokes, device motion or sensor samples are in it; expected some"))
    }
    return GestureInput.all(in: content)
  }

  private func text(of answer: RecognitionAnswer) -> String {
    var lines = [answer.text]
    for gesture in answer.gestures {
      let best = gesture.confidence.map { ", confidence \(percentage($0))" } ?? ""
      let next = gesture.rivals.prefix(2).map(\.label).joined(separator: ", ")
      lines.append(
        "\(gesture.label ?? "?")\(best)\(next.isEmpty ? "" : ", then \(next)")"
          + "  (\(gesture.recording))")
    }
    if let score = answer.score {
      lines.append(
        "\(percentage(Double(score.correct) / Double(score.total))) right: "
          + "\(score.correct) of \(score.total)")
    }
    if let report = answer.report { lines.append("Report: \(report)") }
    return lines.joined(separator: "\n")
  }
}
