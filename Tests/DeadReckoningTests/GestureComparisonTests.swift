import DeadReckoning
import MotionFusion
import MotionSimulation
import TestSupport
import Testing

@Suite("GestureComparison")
struct GestureComparisonTests {
  /// A letter by a phone whose accelerometer has this range in g.
  private func comparison(
    _ character: Character, seed: UInt64, range: Double
  ) throws -> GestureComparison {
    let letter = try PhoneLetter(character, seed: seed, range: range)
    let paths = try #require(GesturePaths(of: letter.samples, in: letter.recording))
    return try #require(
      GestureComparison(
        of: paths, from: letter.truth.map(\.position), dampingRates: [0.1, 0.25, 0.5, 1, 2]))
  }

  @Test(
    "every letter, at 16 g and at 2 g: window and navigator three times closer than the best damping",
    arguments: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
  func letters(character: Character) throws {
    for range in [16.0, 2] {
      // Not the writers that the defaults were chosen with.
      let gestures = try (301...302 as ClosedRange<UInt64>).map { seed in
        try comparison(character, seed: seed, range: range)
      }
      let summary = try #require(GestureComparison.Summary(of: gestures))
      #expect(summary.windowRatio > 3, "\(summary.windowRatio) at \(range) g")
      #expect(summary.navigatorRatio > 3, "\(summary.navigatorRatio) at \(range) g")
    }
  }

  @Test("the summary: the best rate in the mean, and the least ratio of a single gesture")
  func summary() throws {
    let gestures = try (320...322 as ClosedRange<UInt64>).map { seed in
      try comparison("J", seed: seed, range: 16)
    }
    let summary = try #require(GestureComparison.Summary(of: gestures))
    let place = try #require(gestures[0].dampingRates.firstIndex(of: summary.bestDampingRate))
    let means = gestures[0].dampingRates.indices.map { rate in
      gestures.reduce(0) { $0 + $1.damped[rate] } / 3
    }
    #expect(means.min() == means[place] && abs(summary.damped.mean - means[place]) < 1e-15)
    #expect(summary.count == 3)
    #expect(summary.window.worst == gestures.map(\.window).max())
    #expect(summary.window.median == gestures.map(\.window).sorted()[1])
    let ratios = gestures.map { ($0.damped.min() ?? 0) / $0.navigator }
    #expect(summary.leastNavigatorRatio == ratios.min())
    #expect(GestureComparison.Summary(of: []) == nil)
  }

  @Test("damping at the rate of a summary is that of dead reckoning")
  func damping() throws {
    let letter = try PhoneLetter("V", seed: 301, range: 2)
    let comparison = try comparison("V", seed: 301, range: 2)
    let path = DeadReckoner.path(
      of: letter.motions, stabilizer: .exponentialDamping, dampingRate: 0.5)
    let truth = letter.truth.map(\.position)
    #expect(comparison.damped[2] == PathError.shape(of: path.map(\.location), from: truth))
  }

  @Test("what a method leaves out makes no comparison")
  func leftOut() throws {
    let letter = try PhoneLetter("L", seed: 301, range: 2)
    let truth = letter.truth.map(\.position)
    var recording = letter.recording
    recording[letter.samples.lowerBound + 20].userAcceleration.x = .nan
    #expect(GesturePaths(of: letter.samples, in: recording) == nil)
    let start = letter.samples.lowerBound
    #expect(GesturePaths(of: start..<start, in: letter.recording) == nil)
    let paths = try #require(GesturePaths(of: letter.samples, in: letter.recording))
    #expect(GestureComparison(of: paths, from: truth) != nil)
    #expect(GestureComparison(of: paths, from: truth.dropLast()) == nil)
  }
}
