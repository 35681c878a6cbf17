internal import ArgumentParser
internal import MotionRecordings
public import MotionSimulation

/// `inertial simulate`: a synthetic recording of a text, with ground truth.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulate a recording of a text, with ground truth.",
    discussion: """
      The same text, writer and seed yield the same recording. Raw sensor samples include \
      sensor errors, a touch column, and the true attitude and position.
      """,
    examples: #"""
      inertial simulate "HELLO WORLD" --output hello.csv
      inertial simulate "square cross" --vocabulary symbols --kind strokes --output symbols.csv
      inertial simulate "shake wave" --vocabulary gestures --output gestures.csv
      """#)

  @Argument(help: "The letters A to Z, with spaces between words; or names with spaces.")
  var text: String

  @Option(help: "What the text contains.")
  var vocabulary = Vocabulary.letters

  @Option(help: "The kind of samples.")
  var kind = SyntheticRecording.Kind.sensors

  @Option(help: ArgumentHelp("The seed of the synthetic writer.", valueName: "number"))
  var writer: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The seed of the phone's grip and the sensors' errors.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(
    help: ArgumentHelp(
      "Write in the air without resting before and after letters.",
      discussion: "The hand moves on from each letter to the next one."))
  var withoutRests = false

  @Flag(help: "Use sensors without errors.")
  var perfect = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output = "-"

  @OptionGroup var answer: OutputOptions

  private struct Answer: Encodable {
    struct Gesture: Encodable {
      var label: String
      var start: Double
      var end: Double
    }

    var text: String
    var format: String
    var writer: UInt64
    var seed: UInt64
    var samples: Int
    var gestures: [Gesture]
    var output: String
  }

  func validate() throws {
    try answer.requireFiles(output: output)
    guard !withoutRests || (kind != .strokes && vocabulary != .gestures) else {
      throw ValidationError("--without-rests: expected letters or symbols in the air.")
    }
  }

  func run() throws {
    let written = vocabulary == .letters ? text.uppercased() : text.lowercased()
    let synthetic: SyntheticRecording
    do {
      synthetic = try SyntheticRecording(
        written, vocabulary: vocabulary, kind: kind, writer: Writer(seed: writer), seed: seed,
        sensors: perfect ? .perfect : SensorModel(), hasRests: !withoutRests)
    } catch {
      throw ValidationError("\(text): \(error).")
    }
    guard !synthetic.letters.isEmpty else {
      throw ValidationError("Expected \(vocabulary.explanation), got none.")
    }
    try RecordingWriter.write(synthetic.recordings, format: kind.format, to: output)
    guard output != "-" else { return }
    let summary = Answer(
      text: written, format: kind.format, writer: writer, seed: seed,
      samples: synthetic.recordings.sampleCounts.reduce(0, +),
      gestures: synthetic.letters.map {
        Answer.Gesture(label: $0.label, start: $0.times.lowerBound, end: $0.times.upperBound)
      }, output: output)
    try answer.show(summary) {
      "\(counted(summary.gestures.count, vocabulary.noun)) in \(summary.samples) samples: \(output)"
    }
  }
}

extension SyntheticRecording.Kind: ExplainedArgument {
  /// A short description, for the help.
  public var explanation: String {
    switch self {
    case .sensors: "raw sensor samples of a phone in the air, all letters in one recording"
    case .motion: "true motion of a phone in the air, one recording for each letter"
    case .strokes: "strokes on a screen, one recording for each letter"
    }
  }
}

extension Vocabulary: ExplainedArgument {
  /// The words of a text, for the help.
  public var explanation: String {
    switch self {
    case .letters: "letters A to Z"
    case .symbols: "names of \(Symbol.allCases.map(\.rawValue).joined(separator: ", "))"
    case .gestures: "names of \(HandGesture.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }

  /// One of them, in answers.
  fileprivate var noun: String {
    switch self {
    case .letters: "letter"
    case .symbols: "symbol"
    case .gestures: "gesture"
    }
  }
}
