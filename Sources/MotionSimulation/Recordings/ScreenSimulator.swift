public import MotionFusion
internal import RealModule

/// Simulates letters written with a finger on a touch screen.
public struct ScreenSimulator: Hashable, Sendable {
  /// The rate at which the screen reports the finger, in hertz. Default: 60 Hz.
  package var sampleRate: Double
  /// Standard deviation of a reported coordinate, in points. Default: 0.3 points.
  package var noise = 0.3

  /// The median height of a letter, in points.
  private static let letterHeight = 240.0
  /// Standard deviation of the logarithm of the height, by letter.
  private static let heightSpread = 0.2
  /// The mean top left corner of a letter, in points.
  private static let origin = Vector2(60.0, 80.0)
  /// Standard deviation of each coordinate of the corner, in points.
  private static let originDeviation = 15.0

  /// A simulator of a screen with this sample rate in hertz.
  ///
  /// - Precondition: The sample rate is positive and finite.
  public init(sampleRate: Double = 60) {
    precondition(
      sampleRate > 0 && sampleRate.isFinite,
      "expected a positive sample rate, got \(sampleRate) Hz")
    self.sampleRate = sampleRate
  }

  /// One take of a letter, from touch to release, the first sample at time 0.
  ///
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` for any other character.
  package func stroke(
    of letter: Character, by writer: Writer, take: Int = 0
  ) throws(SimulationError) -> LabeledRecording<Sample2D> {
    try gesture(
      of: letter, by: writer, take: take, strokes: [(0, writer.path(of: letter, take: take))])
  }

  /// One take of a letter as people print it, in one or several strokes, from the first touch at
  /// time 0 to the last release.
  ///
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` for any other character.
  package func printedLetter(
    _ letter: Character, by writer: Writer, take: Int = 0
  ) throws(SimulationError) -> LabeledRecording<Sample2D> {
    try gesture(
      of: letter, by: writer, take: take,
      strokes: writer.printedStrokes(of: letter, take: take))
  }

  /// One to seven movements in random directions: a scribble.
  func randomStroke(using random: inout SplitMix64) -> [Sample2D] {
    var movements: [MinimumJerkPath<Vector2<Double>>.Movement] = []
    var end = 0.0
    for _ in 0..<Int.random(in: 1...7, using: &random) {
      let duration = random.logNormal(median: 0.3, spread: 0.3)
      let angle = Double.random(in: 0..<2 * .pi, using: &random)
      let length = random.logNormal(median: 0.6, spread: 0.5)
      movements.append(
        .init(
          onset: end, duration: duration,
          displacement: Vector2(Double.cos(angle), Double.sin(angle)) * length))
      end += duration * Double.random(in: 0.5..<1, using: &random)
    }
    let path = MinimumJerkPath(start: Vector2<Double>.zero, movements: movements)
    return (0...Int(path.duration * sampleRate)).map { index in
      let time = Double(index) / sampleRate
      let point =
        Self.origin + path.position(at: time) * Self.letterHeight
        + Vector2(random.nextNormal(), random.nextNormal()) * noise
      return Sample2D(x: point.x, y: point.y, timestamp: time)
    }
  }

  private func gesture(
    of letter: Character, by writer: Writer, take: Int,
    strokes: [(pause: Double, path: MinimumJerkPath<Vector2<Double>>)]
  ) throws(SimulationError) -> LabeledRecording<Sample2D> {
    var random = SplitMix64(
      seed: writer.seed, stream: RandomStream.screen, letter.streamLabel,
      UInt64(bitPattern: Int64(take)))
    let height = random.logNormal(median: Self.letterHeight, spread: Self.heightSpread)
    let origin =
      Self.origin + Vector2(random.nextNormal(), random.nextNormal()) * Self.originDeviation
    var samples: [Sample2D] = []
    var start = 0.0
    for (number, stroke) in strokes.enumerated() {
      start += stroke.pause
      let count = Int((stroke.path.duration * sampleRate).rounded(.down)) + 1
      for index in 0..<count {
        let time = Double(index) / sampleRate
        let point =
          origin + stroke.path.position(at: time) * height
          + Vector2(random.nextNormal(), random.nextNormal()) * noise
        samples.append(
          Sample2D(x: point.x, y: point.y, timestamp: start + time, stroke: number))
      }
      start += stroke.path.duration
    }
    return LabeledRecording(
      label: Symbol.label(of: letter), user: "writer-\(writer.seed)",
      name: "\(Symbol.label(of: letter)) by writer \(writer.seed), take \(take)", samples: samples)
  }

  /// The letters and symbols of a text, one stroke each, without its spaces.
  ///
  /// Repeated letters are different takes.
  ///
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` with the character's position.
  public func strokes(
    of text: String, by writer: Writer
  ) throws(SimulationError) -> [LabeledRecording<Sample2D>] {
    var strokes: [LabeledRecording<Sample2D>] = []
    for letter in try WrittenLetter.letters(of: text) {
      strokes.append(try stroke(of: letter.character, by: writer, take: letter.take))
    }
    return strokes
  }

  /// The characters of a text as the writer prints them, in one or several strokes each, without
  /// its spaces.
  ///
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` with the character's position.
  func printedStrokes(
    of text: String, by writer: Writer
  ) throws(SimulationError) -> [LabeledRecording<Sample2D>] {
    var takes: [Character: Int] = [:]
    var strokes: [LabeledRecording<Sample2D>] = []
    for (position, character) in text.enumerated() where !character.isWhitespace {
      guard LetterForm.forms(of: character) != nil else {
        throw .unsupportedCharacter(character, position: position)
      }
      strokes.append(
        try printedLetter(character, by: writer, take: takes[character, default: 0]))
      takes[character, default: 0] += 1
    }
    return strokes
  }

  /// The letters A to Z by several writers, writer by writer.
  ///
  /// - Parameters:
  ///   - writers: The number of writers.
  ///   - takes: The number of takes of each letter by each writer.
  ///   - seed: The seed of the writers.
  /// - Precondition: Neither count is negative.
  public func alphabet(
    writers: Int, takes: Int = 1, seed: UInt64 = 0
  ) -> [LabeledRecording<Sample2D>] {
    alphabet(writers: writers, takes: takes, seed: seed, population: WriterPopulation())
  }

  /// The letters A to Z as several writers print them, writer by writer.
  ///
  /// - Parameters:
  ///   - writers: The number of writers.
  ///   - takes: The number of takes of each letter by each writer.
  /// - Precondition: Neither count is negative.
  package func printedAlphabet(
    writers: Int, takes: Int = 1, seed: UInt64 = 0
  ) -> [LabeledRecording<Sample2D>] {
    alphabet(
      writers: writers, takes: takes, seed: seed, population: WriterPopulation(), isPrinted: true)
  }

  /// The symbols of ``Symbol`` by several writers, in one or several strokes, writer by writer.
  ///
  /// - Parameters:
  ///   - writers: The number of writers.
  ///   - takes: The number of takes of each symbol by each writer.
  ///   - seed: The seed of the writers.
  /// - Precondition: Neither count is negative.
  public func symbols(
    writers: Int, takes: Int = 1, seed: UInt64 = 0
  ) -> [LabeledRecording<Sample2D>] {
    alphabet(
      Vocabulary.symbols.characters, writers: writers, takes: takes, seed: seed,
      population: WriterPopulation(), isPrinted: true)
  }

  /// The letters A to Z, or others, by several writers of a population, in one stroke or as they
  /// print them.
  package func alphabet(
    _ letters: [Character] = LetterShape.letters, writers: Int, takes: Int, seed: UInt64,
    population: WriterPopulation, isPrinted: Bool = false
  ) -> [LabeledRecording<Sample2D>] {
    precondition(
      writers >= 0 && takes >= 0, "expected counts of 0 or more, got \(writers) and \(takes)")
    var random = SplitMix64(seed: seed)
    var recordings: [LabeledRecording<Sample2D>] = []
    recordings.reserveCapacity(writers * takes * letters.count)
    for number in 0..<writers {
      let writer = Writer(seed: random.next(), population: population)
      for letter in letters {
        for take in 0..<takes {
          // Never throws: every letter has a shape.
          guard
            var recording = isPrinted
              ? try? printedLetter(letter, by: writer, take: take)
              : try? stroke(of: letter, by: writer, take: take)
          else { continue }
          recording.user = "writer-\(number)"
          recording.name = "\(recording.label ?? "") by writer \(number), take \(take)"
          recordings.append(recording)
        }
      }
    }
    return recordings
  }
}
