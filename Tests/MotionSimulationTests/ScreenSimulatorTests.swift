import MotionFusion
import MotionSimulation
import Testing

@Suite("ScreenSimulator")
struct ScreenSimulatorTests {
  @Test("the alphabet has every letter of every writer, with its label")
  func alphabet() {
    let recordings = ScreenSimulator().alphabet(writers: 3, takes: 2, seed: 9)
    #expect(recordings.count == 3 * 26 * 2)
    for letter in LetterShape.letters {
      #expect(recordings.count { $0.label == String(letter) } == 6)
    }
    #expect(Set(recordings.compactMap(\.user)) == ["writer-0", "writer-1", "writer-2"])
    #expect(Set(recordings.map(\.name)).count == recordings.count)
  }

  @Test("a writer of a training set has one name on the screen and in the air")
  func writersOfTrainingSet() {
    let recordings = SyntheticTrainingSet(writers: 2, takes: 1, airTakes: 2, seed: 3)
      .strokesAndSamples
    #expect(Set(recordings.strokes.map(\.user)) == ["writer-0", "writer-1"])
    #expect(
      recordings.sensorSamples.map(\.user) == ["writer-0", "writer-0", "writer-1", "writer-1"])
  }

  @Test("strokes are sampled at the screen's rate, from touch at 0")
  func sampling() throws {
    var simulator = ScreenSimulator(sampleRate: 120)
    simulator.noise = 0
    let stroke = try simulator.stroke(of: "S", by: Writer(seed: 2))
    #expect(stroke.samples.first?.timestamp == 0)
    for (index, sample) in stroke.samples.enumerated() {
      #expect(sample.timestamp == Double(index) / 120)
      #expect(sample.x.isFinite && sample.y.isFinite)
    }
    let path = try Writer(seed: 2).path(of: "S")
    let last = try #require(stroke.samples.last)
    #expect(last.timestamp <= path.duration && path.duration < last.timestamp + 1 / 120)
    // The stroke is the path, scaled and moved: distances keep their ratio.
    let first = try #require(stroke.samples.first)
    let middle = stroke.samples[stroke.samples.count / 2]
    let drawn = Vector2(middle.x - first.x, middle.y - first.y).length
    let whole = Vector2(last.x - first.x, last.y - first.y).length
    let expected =
      (path.position(at: middle.timestamp) - path.start).length
      / (path.position(at: last.timestamp) - path.start).length
    #expect(abs(drawn / whole - expected) < 1e-12)
  }

  @Test("equal seeds yield equal sets, other seeds different ones")
  func reproducible() {
    let simulator = ScreenSimulator()
    let first = simulator.alphabet(writers: 2, seed: 4)
    #expect(simulator.alphabet(writers: 2, seed: 4) == first)
    #expect(simulator.alphabet(writers: 2, seed: 5) != first)
  }

  @Test("no writers or no takes yield an empty set")
  func none() {
    #expect(ScreenSimulator().alphabet(writers: 0).isEmpty)
    #expect(ScreenSimulator().alphabet(writers: 3, takes: 0).isEmpty)
  }

  @Test("a text yields one stroke for each letter; repeated letters differ")
  func text() throws {
    let strokes = try ScreenSimulator().strokes(of: "AMAZING AIR", by: Writer(seed: 3))
    #expect(strokes.compactMap(\.label).joined() == "AMAZINGAIR")
    #expect(strokes[0].samples != strokes[2].samples)
    #expect(try ScreenSimulator().strokes(of: "", by: Writer(seed: 3)).isEmpty)
    #expect(throws: SimulationError.unsupportedCharacter("z", position: 3)) {
      try ScreenSimulator().strokes(of: "AB z", by: Writer(seed: 3))
    }
  }
}
