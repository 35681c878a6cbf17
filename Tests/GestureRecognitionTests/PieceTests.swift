internal import RealModule
import RotationMath
import TestSupport
import Testing

@testable import GestureRecognition

@Suite("Long gestures, told piece by piece")
struct PieceTests {
  /// A series of noise, as a piece that starts at `start`.
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

  @Test("the row of pieces is the best of all rows", arguments: 1...8 as ClosedRange<UInt64>)
  func rows(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var matching = TemplateMatching()
    matching.unexplainedDistance = 2.2
    var model = TemplateModel(matching: matching)
    for label in ["A", "A", "B", "B"] { try model.add(piece(random: &random), label: label) }
    let pieces = (0..<9).map { _ in
      piece(
        start: Double(Int.random(in: 0...8, using: &random)) / 2,
        duration: Double(Int.random(in: 1...3, using: &random)) / 2, random: &random)
    }
    let told = model.explainedDistances(
      of: piece(duration: 6, pieces: pieces, random: &random), skipping: [:])
    let limit = 32 * 2.2 * 2.2
    for (place, templates) in model.classes.enumerated() {
      let gains = pieces.map { piece -> Double in
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
        if !overlap { greatest = max(greatest, chosen.reduce(0) { $0 + gains[$1] }) }
      }
      #expect(greatest > 0)
      let expected = limit * Double.exp(-2 * greatest / 6)
      #expect(abs(Double(told[place]) - expected) < 1e-4 * expected)
    }
  }

  @Test("one letter three times over is told as that letter, and noise as nothing")
  func repetition() throws {
    var random = SplitMix64(seed: 1)
    var model = TemplateModel()
    let letter = piece(random: &random)
    try model.add(letter, label: "A")
    try model.add(piece(random: &random), label: "B")
    let copies = (0..<3).map { take in
      MotionSeries(
        rotationRate: letter.rotationRate.map { Vector3<Double>($0) },
        acceleration: letter.acceleration.map { Vector3<Double>($0) }, duration: 1,
        start: Double(take))
    }
    let written = model.explainedDistances(
      of: piece(duration: 3, pieces: copies, random: &random), skipping: [:])
    #expect(written[0] < 1e-3)
    // Once within the same time: two thirds are not explained.
    let once = model.explainedDistances(
      of: piece(duration: 3, pieces: [copies[1]], random: &random), skipping: [:])
    #expect(once[0] > written[0])
    #expect(once[0] < once[1])
    let none = model.explainedDistances(of: letter, skipping: [:])
    #expect(none.allSatisfy { abs($0 - 32 * 1.15 * 1.15) < 1e-3 })
  }
}
