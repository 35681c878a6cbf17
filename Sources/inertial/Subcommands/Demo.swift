internal import ArgumentParser
internal import GestureRecognition
internal import MotionRecordings

/// `inertial demo`: the recording that comes with the program, from raw samples to letters.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads a word back from the raw sensor samples that come with the program.",
    discussion: """
      A synthetic writer, not among those that the model learned from, writes a word in the air. \
      Its raw gyroscope and accelerometer samples go the whole way: orientation, the path of the \
      phone, strokes on a plane, features, letters.
      """,
    examples: "inertial demo --report demo.html")

  @OptionGroup var model: ModelOptions

  @Option(
    help: ArgumentHelp("The page to write, with the strokes and their scores.", valueName: "file"))
  var report = "inertial-demo.html"

  @OptionGroup var answer: OutputOptions

  func validate() throws { try answer.requireFiles(report: report) }

  func run() throws {
    var recordings = try RecordingReader().read(
      DemoRecording.table.withUTF8Buffer(Array.init), name: "demo")
    for index in recordings.sensorSamples.indices {
      recordings.sensorSamples[index].label = DemoRecording.text
    }
    var result = Reading(
      try model.recognizer().recognize(recordings), modelName: model.name)
    try result.writeReport(to: report, title: "the word \(DemoRecording.text), written in the air")
    guard report != "-" else { return }
    let samples = recordings.sensorSamples.map(\.samples.count).reduce(0, +)
    try answer.show(result.answer) {
      """
      \(samples) raw sensor samples of a phone that writes \(DemoRecording.text) in the air:

      \(result.picture(width: 80))
      Read: \(result.answer.text)
      Report: \(report)
      """
    }
  }
}
