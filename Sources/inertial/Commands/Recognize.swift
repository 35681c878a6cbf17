internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// `inertial recognize`: the letters in recordings or strokes.
struct Recognize: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Recognise the letters in recordings of a phone, or in strokes on a screen.",
    discussion: """
      Raw sensor samples are cut into gestures at touch and release. A recording without a touch \
      that is longer than one gesture is searched for gestures; the movements between them are \
      dropped. With --whole it is one gesture. Input without a gesture is an error, with --json \
      after an answer without gestures.

      A pipeline made by 'inertial train' also accepts data sets of series, and processes each \
      series sample by sample.

      With --words the letters of each input are one sequence, and the most probable words of the \
      lexicon are printed too, with spaces where words end. A word outside the lexicon is kept if \
      its letters are certain.
      """,
    examples: """
      inertial recognize hello.csv --report letters.html
      inertial recognize hello.csv --words --lexicon words.txt
      """)

  @Argument(help: "The recordings: files, folders, or - for standard input.")
  var recordings: [String]

  @OptionGroup var model: ModelOptions

  @Option(
    help: ArgumentHelp("Write a page with the strokes and their scores.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The size below which a stroke is not magnified, in the stroke's unit.", valueName: "size"))
  var minSize = 0.0

  @Flag(help: "Take each recording without a touch as one gesture.")
  var whole = false

  @Option(
    help: ArgumentHelp(
      "The sample rate of series in files without times, such as GRT's.", valueName: "hertz"))
  var sampleRate: Double?

  @OptionGroup var words: WordOptions
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard minSize >= 0, minSize.isFinite else {
      throw ValidationError("--min-size: expected 0 or more, got \(minSize).")
    }
    if let sampleRate, !(sampleRate > 0 && sampleRate.isFinite) {
      throw ValidationError("--sample-rate: expected hertz, such as 100, got \(sampleRate).")
    }
    try reading.requireFormat(orSeries: true)
    try answer.requireFiles(report: report, inputs: recordings + [model.model, words.lexicon])
  }

  func run() throws {
    var recognizer = try model.recognizer()
    recognizer.minSize = minSize
    let decoder = try words.decoder(for: recognizer.motionModel)
    var result = Reading(modelName: model.name)
    // A pipeline reads a folder of series as a whole.
    let isPipeline = if case .pipeline = recognizer.motionModel { true } else { false }
    let inputs = recordings.map { isPipeline ? [$0] : reading.inputs(at: [$0]) }
    var batch = Batch(count: inputs.joined().count)
    for files in inputs {
      // The letters of a folder are one sequence.
      var gestures: [RecognizedGesture] = []
      for file in files {
        try batch.process { gestures += try recognized(at: file, by: recognizer) }
      }
      result.append(gestures, decodedBy: decoder)
    }
    guard !batch.isFailed else { return try batch.finish() }
    guard !result.answer.gestures.isEmpty else {
      if answer.json { try answer.show(result.answer) { "" } }
      throw ToolError(
        .badData,
        "\(recordings.joined(separator: ", ")): expected a gesture, got none: samples with touch "
          + "1, or movements that resemble the model's gestures; --whole takes a recording as one")
    }
    let gestures = result.answer.gestures
    if let first = gestures.first, !gestures.contains(where: { $0.best != nil }) {
      throw ToolError(.badData, "\(first.recording): \(first.reason ?? "")")
    }
    for gesture in gestures {
      if let reason = gesture.reason { Console.warning("\(gesture.recording): \(reason)") }
      if !isPipeline, gesture.seconds > GestureRecognizer.longestGesture {
        Console.warning(
          "\(gesture.recording): expected a gesture of at most "
            + "\(decimal(GestureRecognizer.longestGesture, places: 0)) s, got "
            + "\(decimal(gesture.seconds, places: 1)) s: its label is unreliable")
      }
    }
    if let report {
      try result.writeReport(to: report, title: recordings.joined(separator: ", "))
    }
    if report != "-" { try answer.show(result.answer) { text(of: result.answer) } }
    try batch.finish()
  }

  private func recognized(
    at path: String, by recognizer: GestureRecognizer
  ) throws -> [RecognizedGesture] {
    if case .pipeline = recognizer.motionModel {
      switch try reading.content(at: path, sampleRate: sampleRate) {
      case .recordings(let recordings):
        return recognizer.recognize(recordings, isWhole: whole)
      case .series(let set):
        do {
          return try recognizer.recognize(set)
        } catch {
          throw ToolError(.badData, "\(InputFile.displayName(path)): \(error)")
        }
      case .vectors:
        throw ToolError(.badData, "\(path): expected recordings or series, got feature vectors")
      }
    }
    let recordings = try reading.open(path, for: .motion)
    guard
      !recordings.others.strokes.isEmpty || !recordings.others.deviceMotion.isEmpty
        || !recordings.sensorSamples.isEmpty
    else {
      throw RecordingError(
        file: InputFile.displayName(path),
        problem: .malformed("expected strokes, device motion or sensor samples, got none"))
    }
    return try recognizer.recognize(recordings, isWhole: whole)
  }

  private func text(of answer: RecognitionAnswer) -> String {
    var lines = [answer.text]
    for word in answer.words ?? [] {
      let next = word.alternatives.prefix(2).map(\.text).joined(separator: ", ")
      lines.append(
        "word \(word.text), confidence \(percentage(word.confidence))"
          + (word.isInLexicon ? "" : ", not in the lexicon")
          + (next.isEmpty ? "" : ", then \(next)"))
    }
    for gesture in answer.gestures {
      let rejected = gesture.label == nil ? gesture.best.map { ", best \($0)" } ?? "" : ""
      let best = gesture.confidence.map { ", confidence \(percentage($0))" } ?? ""
      let next = gesture.rivals.prefix(2).map(\.label).joined(separator: ", ")
      lines.append(
        "\(gesture.label ?? "?")\(rejected)\(best)\(next.isEmpty ? "" : ", then \(next)")"
          + "  (\(gesture.recording))")
    }
    if let score = answer.score {
      lines.append(
        "accuracy \(percentage(Double(score.correct) / Double(score.total))) "
          + "(\(score.correct) of \(score.total))")
    }
    if let report = answer.report { lines.append("Report: \(report)") }
    return lines.joined(separator: "\n")
  }
}
