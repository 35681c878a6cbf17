public import MotionFusion

/// Letters written with a finger on a touch screen.
public struct ScreenSimulator: Hashable, Sendable {
  /// The screen and the size of the writing.
  public struct Configuration: Hashable, Sendable {
    /// How often the screen reports the finger, in hertz. Default: 60 Hz.
    public var sampleRate = 60.0
    /// The median height of a letter, in points. Default: 240 points.
    public var letterHeight = 240.0
    /// How that varies from letter to letter: the standard deviation of its logarithm.
    /// Default: 0.2.
    public var heightSpread = 0.2
    /// Where letters begin, their top left, in points: the middle of that. Default: (60, 80).
    public var origin = Vector2(60.0, 80.0)
    /// How that varies, each coordinate, in points. Default: 15 points.
    public var originDeviation = 15.0
    /// The noise of a reported coordinate: its standard deviation, in points. Default: 0.3.
    public var noise = 0.3

    /// The default screen.
    public init() {}
  }

  /// The screen and the size of the writing.
  public var configuration: Configuration

  /// The simulator of this screen.
  ///
  /// - Precondition: The sample rate and the letter height are positive and finite.
  public init(configuration: Configuration = Configuration()) {
    precondition(
      configuration.sampleRate > 0 && configuration.sampleRate.isFinite,
      "a sample rate of \(configuration.sampleRate) Hz is none")
    precondition(
      configuration.letterHeight > 0 && configuration.letterHeight.isFinite,
      "a letter height of \(configuration.letterHeight) points is none")
    self.configuration = configuration
  }

  /// One take of a letter, from touch to release, the first sample at time 0.
  ///
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` for any other character than
  ///   A to Z.
  public func stroke(
    of letter: Character, by writer: Writer, take: Int = 0
  ) throws(SimulationError) -> LabeledRecording<Sample2D> {
    let path = try writer.path(of: letter, take: take)
    var random = SplitMix64(
      seed: writer.seed, stream: RandomStream.screen, letter.asciiValue.map(UInt64.init) ?? 0,
      UInt64(bitPattern: Int64(take)))
    let height = random.logNormal(
      median: configuration.letterHeight, spread: configuration.heightSpread)
    let origin =
      configuration.origin
      + Vector2(random.nextNormal(), random.nextNormal()) * configuration.originDeviation
    let count = Int((path.duration * configuration.sampleRate).rounded(.down)) + 1
    var samples: [Sample2D] = []
    samples.reserveCapacity(count)
    for index in 0..<count {
      let time = Double(index) / configuration.sampleRate
      let point =
        origin + path.position(at: time) * height
        + Vector2(random.nextNormal(), random.nextNormal()) * configuration.noise
      samples.append(Sample2D(x: point.x, y: point.y, timestamp: time))
    }
    return LabeledRecording(
      label: String(letter), user: "writer-\(writer.seed)",
      name: "\(letter) by writer \(writer.seed), take \(take)", samples: samples)
  }

  /// The letters of a text, each a stroke of its own; spaces are left out.
  ///
  /// The take of a letter is the number of times that it occurred before, so that no two are
  /// alike.
  ///
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` with the character's place.
  public func strokes(
    of text: String, by writer: Writer
  ) throws(SimulationError) -> [LabeledRecording<Sample2D>] {
    var strokes: [LabeledRecording<Sample2D>] = []
    for letter in try WrittenLetter.letters(of: text) {
      strokes.append(try stroke(of: letter.character, by: writer, take: letter.take))
    }
    return strokes
  }

  /// Every letter A to Z by each of many writers, writer by writer.
  ///
  /// - Parameters:
  ///   - writers: How many writers; none gives an empty set.
  ///   - takes: How many takes of each letter by each writer.
  ///   - seed: The seed that the writers' seeds are drawn from.
  ///   - population: How the writers differ.
  /// - Precondition: Neither count is negative.
  public func alphabet(
    writers: Int, takes: Int = 1, seed: UInt64 = 0,
    population: WriterPopulation = WriterPopulation()
  ) -> [LabeledRecording<Sample2D>] {
    precondition(writers >= 0 && takes >= 0, "\(writers) writers of \(takes) takes are none")
    var random = SplitMix64(seed: seed)
    var recordings: [LabeledRecording<Sample2D>] = []
    recordings.reserveCapacity(writers * takes * LetterShape.letters.count)
    for number in 0..<writers {
      let writer = Writer(seed: random.next(), population: population)
      for letter in LetterShape.letters {
        for take in 0..<takes {
          // Every letter of the alphabet has a shape: nothing is thrown.
          guard var recording = try? stroke(of: letter, by: writer, take: take) else { continue }
          recording.user = "writer-\(number)"
          recording.name = "\(letter) by writer \(number), take \(take)"
          recordings.append(recording)
        }
      }
    }
    return recordings
  }
}
