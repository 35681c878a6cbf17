import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
import RotationMath
import TestSupport
import Testing

@testable import MotionSimulation

/// What the built-in models accept of strokes of no class, and read of their own.
@Suite("Rejection of strokes")
struct StrokeRejectionTests {
  /// The share of gestures that a built-in model accepts.
  private func accepted(_ gestures: [[Sample2D]], by model: BuiltInModel) throws -> Double {
    let recognizer = try GestureRecognizer.builtIn(model)
    let count = gestures.count { (try? recognizer.recognize($0))?.isGesture == true }
    return Double(count) / Double(gestures.count)
  }

  /// Letters side by side in the size of a line of text.
  private func words(_ count: Int) throws -> [[Sample2D]] {
    var random = SplitMix64(seed: 8)
    return try (0..<count).map { number in
      let writer = Writer(seed: 7000 + UInt64(number))
      var word: [Sample2D] = []
      for index in 0..<Int.random(in: 3...8, using: &random) {
        let letter = LetterShape.letters.randomElement(using: &random) ?? "A"
        let stroke = (word.last?.stroke ?? -1) + 1
        let start = word.last?.timestamp ?? 0
        word += try ScreenSimulator().printedLetter(letter, by: writer, take: index).samples.map {
          Sample2D(
            x: $0.x + 220 * Double(index), y: $0.y, timestamp: start + $0.timestamp,
            stroke: stroke + $0.stroke)
        }
      }
      return word
    }
  }

  /// Points of a normal distribution, and random walks about the screen.
  private func scribbles(_ count: Int) -> [[Sample2D]] {
    var random = SplitMix64(seed: 9)
    return (0..<count).map { number in
      var (place, step) = (Vector2(0.0, 0.0), Vector2(0.0, 0.0))
      return (0..<120).map { index in
        let noise = Vector2(random.nextNormal(), random.nextNormal())
        if number % 2 == 0 {
          place = noise
        } else {
          step = step * 0.8 + noise * 0.3
          place = place * 0.95 + step
        }
        return Sample2D(x: place.x, y: place.y, timestamp: Double(index) / 100)
      }
    }
  }

  @Test(
    "words and scribbles are rejected",
    arguments: [BuiltInModel.letters, .digits, .lowercase, .characters, .symbols])
  func rejected(model: BuiltInModel) throws {
    #expect(try accepted(words(60), by: model) <= 0.05)
    #expect(try accepted(scribbles(60), by: model) <= 0.1)
  }

  /// With as many decoys of each kind, a model accepts 20 % of the walks and 39 % of the letters.
  @Test("few random walks and mirrored letters pass for letters")
  func similar() throws {
    var random = SplitMix64(seed: 31)
    let walks = (0..<400).map { _ in
      var (place, velocity) = (Vector2(0.0, 0.0), Vector2(0.0, 0.0))
      return (0..<120).map { index in
        velocity += Vector2(random.nextNormal(), random.nextNormal())
        place += velocity
        return Sample2D(x: place.x, y: place.y, timestamp: Double(index) / 100)
      }
    }
    #expect(try accepted(walks, by: .letters) <= 0.14)
    let mirrored = ScreenSimulator().alphabet(
      Array("BCDEFGJKLNPQRSZ"), writers: 20, takes: 1, seed: 321, population: WriterPopulation()
    ).map { recording in
      recording.samples.map {
        Sample2D(x: -$0.x, y: $0.y, timestamp: $0.timestamp, stroke: $0.stroke)
      }
    }
    #expect(try accepted(mirrored, by: .letters) <= 0.25)
  }

  @Test(
    "other synthetic writers are read and accepted",
    arguments: [(BuiltInModel.digits, Vocabulary.digits), (.lowercase, .lowercase)])
  func read(model: BuiltInModel, vocabulary: Vocabulary) throws {
    let recordings = ScreenSimulator().alphabet(
      vocabulary.characters, writers: 12, takes: 1, seed: 321, population: WriterPopulation(),
      isPrinted: true)
    let recognizer = try GestureRecognizer.builtIn(model)
    let right = try recordings.count {
      let found = try recognizer.recognize($0.samples)
      return found.label == $0.label && found.isGesture
    }
    #expect(Double(right) >= 0.9 * Double(recordings.count))
  }

  @Test("digits and lower case are simulated as strokes; motion and unknown characters throw")
  func recordings() throws {
    let writer = Writer(seed: 3)
    let text = try SyntheticRecording(
      "a2 B", vocabulary: .characters, kind: .strokes, writer: writer, seed: 1)
    #expect(text.recordings.strokes.map(\.label) == ["a", "2", "B"])
    #expect(throws: SimulationError.strokesOnly) {
      try SyntheticRecording("12", vocabulary: .digits, kind: .sensors, writer: writer, seed: 1)
    }
    #expect(throws: SimulationError.unsupportedCharacter("ß", position: 1)) {
      try SyntheticRecording("aß", vocabulary: .lowercase, kind: .strokes, writer: writer, seed: 1)
    }
  }
}
