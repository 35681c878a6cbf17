internal import ArgumentParser
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings
internal import MotionSimulation

/// `inertial spot`: the spotting of letters in streams without a touch.
struct Spot: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Evaluate the spotting of letters in streams without a touch.",
    discussion: """
      The streams are texts by synthetic writers (--writers), the letters of each user of a data \
      set with synthetic movements between them (--dataset), or recordings without letters \
      (--others). Writers rest before and after each letter unless --without-rests is given. A \
      data set is evaluated with a model of its other users, unless --model or \
      --built-in names one. A letter counts as found if it overlaps a found gesture for half of \
      the shorter one.
      """,
    examples: """
      inertial spot --writers 1 --text HELLO
      inertial spot --dataset letters/ --lead 0.25
      inertial spot --others walking.csv
      """)

  @OptionGroup var data: DataSetOptions

  @Option(help: ArgumentHelp("The number of synthetic writers.", valueName: "count"))
  var writers: Int?

  @Option(help: "The text of synthetic writers.")
  var text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  @Option(
    help: ArgumentHelp("The range of synthetic writers' accelerometers, in g.", valueName: "g"))
  var range = 16.0

  @Option(
    help: ArgumentHelp(
      "Recordings without letters: files or folders.", valueName: "path"))
  var others: [String] = []

  @Option(
    help: ArgumentHelp(
      "The duration of the movement before and after each letter of a data set, in seconds.",
      valueName: "seconds"))
  var lead = 0.0

  @Flag(
    help: ArgumentHelp(
      "Move on from letter to letter without a rest.",
      discussion: "The movements between letters overlap with them (--writers), or begin and end "
        + "with the motion of the letters (--dataset)."))
  var withoutRests = false

  @Option(
    help: ArgumentHelp(
      "The seed of the first synthetic writer, and of the movements between letters.",
      valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var model: ModelOptions
  @OptionGroup var answer: OutputOptions

  func validate() throws {
    guard [data.dataset != nil, writers != nil, !others.isEmpty].count(where: \.self) == 1 else {
      throw ValidationError("Expected one of --writers, --dataset and --others.")
    }
    guard (1...10_000).contains(writers ?? 1) else {
      throw ValidationError("--writers: expected 1 to 10000, got \(writers ?? 0).")
    }
    guard (0...2).contains(lead) else {
      throw ValidationError("--lead: expected 0 to 2 seconds, got \(lead).")
    }
    guard !withoutRests || (others.isEmpty && lead == 0) else {
      throw ValidationError("--without-rests: expected --writers, or --dataset without --lead.")
    }
    guard range > 0, range.isFinite else {
      throw ValidationError("--range: expected g above 0, got \(range).")
    }
  }

  func run() async throws {
    var summary = SpottingAnswer()
    if data.dataset != nil {
      try await evaluateUsers(&summary)
    } else {
      let recognizer = try model.recognizer()
      if let writers {
        for number in 0..<UInt64(writers) {
          let writer = Writer(seed: seed &+ number)
          do {
            summary.add(
              try LetterStream(
                text.uppercased(), writer: writer, accelerationRange: range,
                hasRests: !withoutRests),
              by: recognizer)
          } catch {
            throw ValidationError("\(error)")
          }
        }
      }
      for path in others {
        for recording in try RecordingReader().read(path).sensorSamples {
          let motions = MotionEstimator().process(recording.samples)
          summary.add(LetterStream(name: path, motions: motions), by: recognizer)
        }
      }
    }
    try answer.show(summary) { summary.text }
  }

  /// Evaluates the letters of each user of the data set.
  private func evaluateUsers(_ summary: inout SpottingAnswer) async throws {
    let path = try data.path
    let letters = try data.content(at: path).motions.filter { $0.label != nil }
    let users = Dictionary(grouping: letters) { $0.user ?? "" }
    for (number, user) in users.keys.sorted().enumerated() {
      let recognizer: GestureRecognizer
      if model.isGiven {
        recognizer = try model.recognizer()
      } else {
        var rest = Recordings(format: "inertial-motion")
        rest.deviceMotion = letters.filter { $0.user ?? "" != user }
        var trainer = ModelTrainer()
        trainer.classifier = .nearestTemplates
        recognizer = GestureRecognizer(
          try await trainer.train(on: .recordings(rest), name: path).model)
      }
      let streams = LetterStream.streams(
        of: users[user] ?? [], lead: lead, hasRests: !withoutRests, seed: seed &+ UInt64(number))
      for stream in streams { summary.add(stream, by: recognizer) }
    }
  }
}
