internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings
internal import MotionSimulation

/// `inertial demo`: the letters of a simulated recording.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Recognise a word from simulated raw sensor samples.",
    discussion: """
      A synthetic writer, not in the model's training set, writes a word in the air. The raw \
      gyroscope and accelerometer samples become orientation, path, strokes on a plane, features \
      and letters.
      """,
    examples: "inertial demo --report demo.html")

  private static let text = "AMAZING"
  private static let writer = Writer(seed: 9)

  @OptionGroup var model: ModelOptions

  @Option(
    help: ArgumentHelp(
      "The HTML page to write, with the strokes and their scores.", valueName: "file"))
  var report = "inertial-demo.html"

  @OptionGroup var answer: OutputOptions

  func validate() throws { try answer.requireFiles(report: report, inputs: [model.model]) }

  func run() throws {
    let recordings = try SyntheticRecording(
      Self.text, kind: .sensors, writer: Self.writer, seed: 1
    ).recordings
    var result = Reading(
      try model.recognizer().recognize(recordings), modelName: model.name)
    // Without a writable folder the answer is shown all the same.
    let written = Swift.Result {
      try result.writeReport(to: report, title: "the word \(Self.text), written in the air")
    }
    guard report != "-" else { return try written.get() }
    let samples = recordings.sensorSamples.map(\.samples.count).reduce(0, +)
    try answer.show(result.answer) {
      """
      \(samples) raw sensor samples of a phone that writes \(Self.text) in the air:

      \(result.picture(width: 80))
      Read: \(result.answer.text)
      """ + (result.answer.report.map { "\nReport: \($0)" } ?? "")
    }
    try written.get()
  }
}
