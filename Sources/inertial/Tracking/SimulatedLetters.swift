internal import ArgumentParser
internal import DeadReckoning
internal import MotionFusion
internal import MotionSimulation

/// The made-up letters that `inertial track` measures its methods on.
struct SimulatedLetters: ParsableArguments {
  @Flag(
    help: """
      Instead of a recording take the letters A to Z of made-up writers, whose true paths are known, \
      and tell how far from them the best exponential damping, a gesture window and the navigator are.
      """)
  var simulatedLetters = false

  @Option(
    help: ArgumentHelp(
      "How many writers write each letter once. (default: 48)", valueName: "count"))
  var writers: Int?

  @Option(
    help: ArgumentHelp(
      "The number of the first writer, and of its sensors' errors; the others follow. (default: 100)",
      valueName: "number"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp("The accelerometer's range in g. (default: 16)", valueName: "g"))
  var accelerometerRange: Double?

  @Option(
    help: ArgumentHelp("Samples a second. (default: 100)", valueName: "hertz"))
  var sampleRate: Double?

  func validate() throws {
    if !simulatedLetters {
      guard writers == nil, seed == nil, accelerometerRange == nil, sampleRate == nil else {
        throw ValidationError(
          "--writers, --seed, --accelerometer-range and --sample-rate go with --simulated-letters.")
      }
    }
    guard (1...1_000_000).contains(writers ?? 1) else {
      throw ValidationError("--writers \(writers ?? 0) is no number of writers; expected some.")
    }
    // Less than 2 g is no accelerometer that a hand moves; the letters are of half a second and more.
    for (name, value, range) in [
      ("accelerometer-range", accelerometerRange, 1.5...1000),
      ("sample-rate", sampleRate, 20...2000),
    ] {
      guard range.contains(value ?? range.lowerBound) else {
        throw ValidationError(
          "--\(name) \(value ?? 0) is out of range; expected \(range.lowerBound) to "
            + "\(range.upperBound).")
      }
    }
  }

  /// Simulates, reckons and compares; the pictures are of the first writer.
  func compare() throws -> (answer: LetterAnswer, pictures: [LetterPicture]) {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.accelerationRange = accelerometerRange ?? 16
    configuration.sensors.sampleRate = sampleRate ?? 100
    let simulator = AirSimulator(configuration: configuration)
    let (count, seed) = (writers ?? 48, seed ?? 100)
    let progress = Progress("Writing letters", total: LetterShape.letters.count)
    var letters: [LetterAnswer.Letter] = []
    var pictures: [LetterPicture] = []
    for letter in LetterShape.letters {
      var gestures: [GestureComparison] = []
      var picture: LetterPicture?
      for offset in 0..<UInt64(count) {
        let number = seed &+ offset
        let recording = try simulator.recording(
          of: String(letter), by: Writer(seed: number), seed: number)
        let samples = recording.letters[0].samples
        let truth = recording.truth[samples].map(\.position)
        guard let paths = GesturePaths(of: samples, in: recording.estimatedMotion()),
          let comparison = GestureComparison(of: paths, from: truth)
        else {
          throw ToolError(.internalFailure, "the letter \(letter) of writer \(number) has no path")
        }
        gestures.append(comparison)
        if picture == nil { picture = LetterPicture(paths: paths, truth: truth) }
      }
      guard let summary = GestureComparison.Summary(of: gestures) else { continue }
      letters.append(LetterAnswer.Letter(label: String(letter), summary))
      if let picture { pictures.append(picture) }
      progress.show(done: letters.count)
    }
    progress.finish()
    let answer = LetterAnswer(
      writers: count, seed: seed, accelerometerRange: configuration.sensors.accelerationRange,
      sampleRate: configuration.sensors.sampleRate, letters: letters)
    return (answer, pictures)
  }
}
