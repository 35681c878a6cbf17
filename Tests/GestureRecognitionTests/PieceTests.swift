internal import RealModule
import RotationMath
import TestSupport
import Testing

@testable import GestureRecognition

@Suite("Segments of long gestures")
struct PieceTests {
  /// A series of noise, as a segment that starts at `start`.
  private func piece(
    start: Double = 0, duration: Double = 1, pieces: [MotionSeries] = [],
    random: inout SplitMix64
  ) -> MotionSeries {
    func noise() -> [Vector3<Double>] {
      (0..<32).map { _ in
        Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      }
    }
    return MotionSeries(
      rotationRate: noise(), acceleration: noise(), duration: duration, start: start,
      pieces: pieces)
  }

  @Test(
    "the sequence of segments is the best of all sequences", arguments: 1...8 as ClosedRange<UInt64>
  )
  func rows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var matching = TemplateMatching()
    matching.unexplainedDistance = 2.2
    var model = TemplateModel(matching: matching)
    for label in ["A", "A", "B", "B"] { model.add(piece(random: &random), label: label) }
    let pieces = (0..<9).map { _ in
      piece(
        start: Double(Int.random(in: 0...8, using: &random)) / 2,
        duration: Double(Int.random(in: 1...3, using: &random)) / 2, random: &random)
    }
    let gains = model.explanations(
      of: piece(duration: 6, pieces: pieces, random: &random), skipping: [:])
    let limit = 32 * 2.2 * 2.2
    for (place, templates) in model.classes.enumerated() {
      let segmentGains = pieces.map { piece -> Double in
        let probe = model.probe(of: piece)
        var least = limit
        templates.withExamples { start, stride in
          for index in 0..<templates.count {
            least = min(least, Double(probe.distance(to: start + index * stride)))
          }
        }
        return piece.duration * 0.5 * Double.log(limit / least)
      }
      var greatest = 0.0
      for row in 0..<(1 << pieces.count) {
        let chosen = pieces.indices.filter { row >> $0 & 1 == 1 }
        let overlap = chosen.contains { a in
          chosen.contains { b in
            a < b && pieces[a].start < pieces[b].start + pieces[b].duration
              && pieces[b].start < pieces[a].start + pieces[a].duration
          }
        }
        if !overlap { greatest = max(greatest, chosen.reduce(0) { $0 + segmentGains[$1] }) }
      }
      #expect(greatest > 0)
      #expect(abs(gains[place] - greatest / 6) < 1e-5)
    }
  }

  @Test("a letter written three times is explained by its class, noise by none")
  func repetition() throws {
    var random = SplitMix64(seed: 1)
    var model = TemplateModel()
    let letter = piece(random: &random)
    model.add(letter, label: "A")
    model.add(piece(random: &random), label: "B")
    let copies = (0..<3).map { take in
      MotionSeries(
        rotationRate: letter.rotationRate.map { Vector3<Double>($0) },
        acceleration: letter.acceleration.map { Vector3<Double>($0) }, duration: 1,
        start: Double(take))
    }
    let written = model.explanations(
      of: piece(duration: 3, pieces: copies, random: &random), skipping: [:])
    // A copy's squared distance is 1e-6, and not zero.
    let whole = 0.5 * Double.log(32 * 1.15 * 1.15 / 1e-6)
    #expect(abs(written[0] - whole) < 1e-5)
    // Once within the same time: two thirds are gaps.
    let once = model.explanations(
      of: piece(duration: 3, pieces: [copies[1]], random: &random), skipping: [:])
    #expect(abs(once[0] - whole / 3) < 1e-5)
    #expect(once[1] < once[0])
    let none = model.explanations(of: letter, skipping: [:])
    #expect(none == [0, 0])
  }

  @Test("segments change the similarity of a long movement only if they explain a letter")
  func similarity() throws {
    var random = SplitMix64(seed: 2)
    var model = TemplateModel()
    let letter = piece(random: &random)
    for label in ["A", "B"] {
      model.add(label == "A" ? letter : piece(random: &random), label: label)
    }
    func similarity(_ pieces: [MotionSeries], random: inout SplitMix64) throws -> Double {
      let whole = piece(duration: 3, pieces: pieces, random: &random)
      return try #require(try model.recognize(whole).similarity)
    }
    // Noise is about twice as far as gaps.
    var same = random
    let noise = try similarity([], random: &same)
    let other = piece(random: &random)
    same = random
    let pieces = try similarity([other], random: &same)
    #expect(abs(pieces - noise) < 0.2)
    same = random
    let copy = MotionSeries(
      rotationRate: letter.rotationRate.map { Vector3<Double>($0) },
      acceleration: letter.acceleration.map { Vector3<Double>($0) }, duration: 1, start: 1)
    #expect(try similarity([copy], random: &same) > noise + 0.5)
  }
}
