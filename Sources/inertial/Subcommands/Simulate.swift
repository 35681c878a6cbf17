internal import ArgumentParser
internal import MotionRecordings
internal import MotionSimulation

/// `inertial simulate`: a text to a synthetic recording with known truth.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes up a recording of somebody writing a text, with the truth beside it.",
    discussion: """
      The same text, writer and seed give the same recording. Raw sensor samples come with the \
      sensors' errors, a mark of when the writer touched the screen, and the true attitude and \
      position.
      """,
    examples: #"inertial simulate "HELLO WORLD" --output hello.csv"#)

  @Argument(help: "The letters A to Z to write, with spaces between words.")
  var text: String

  @Option(
    help: "What to record.")
  var kind = SyntheticRecording.Kind.sensors

  @Option(
    help: ArgumentHelp("Who writes: each number is a writer of its own.", valueName: "number"))
  var writer: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "What the grip of the phone and the sensors' errors are drawn from.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Record with sensors without any error.")
  var perfect = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
  var output = "-"

  @Option(
    help: ArgumentHelp(
      "Write the raw sensors as Swift source that declares an enumeration of this name.",
      valueName: "name"))
  var embedAs: String?

  @OptionGroup var answer: OutputOptions

  private struct Answer: Encodable {
    var text: String
    var format: String
    var writer: UInt64
    var seed: UInt64
    var samples: Int
    var gestures: [SyntheticRecording.Gesture]
    var output: String
  }

  func validate() throws {
    guard !(answer.json && output == "-") else {
      throw ValidationError("With --json name a file for the recording: --output FILE.")
    }
    try EmbeddedSource.check(embedAs)
    guard embedAs == nil || kind == .sensors else {
      throw ValidationError("--embed-as writes raw sensors: leave out --kind.")
    }
  }

  func run() throws {
    let written = text.uppercased()
    let synthetic: SyntheticRecording
    do {
      synthetic = try SyntheticRecording(
        written, kind: kind, writer: Writer(seed: writer), seed: seed, perfect: perfect)
    } catch {
      throw ValidationError("There is \(error).")
    }
    guard !synthetic.gestures.isEmpty else {
      throw ValidationError("The text has no letter; expected letters A to Z.")
    }
    let contents =
      if let embedAs {
        try EmbeddedSource.recording(
          synthetic.recordings, text: written, name: embedAs,
          command: "inertial simulate \(written) --writer \(writer) --seed \(seed) "
            + "--embed-as \(embedAs)")
      } else {
        try RecordingWriter.text(of: synthetic.recordings, format: kind.format)
      }
    try OutputFile.write(contents, to: output)
    guard output != "-" else { return }
    let summary = Answer(
      text: written, format: kind.format, writer: writer, seed: seed,
      samples: synthetic.sampleCount, gestures: synthetic.gestures, output: output)
    try answer.show(summary) {
      "\(counted(summary.gestures.count, "letter")) in \(summary.samples) samples: \(output)"
    }
  }
}
