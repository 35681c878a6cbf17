import MotionFusion
import MotionSimulation
import TestSupport
import Testing

@testable import DeadReckoning

@Suite("Paths of letters")
struct LetterPathTests {
  @Test(
    "estimator and navigator are three times closer than the best damping, at 16 g and at 2 g",
    arguments: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
  func letters(character: Character) throws {
    let rates = [0.1, 0.25, 0.5, 1, 2]
    for range in [16.0, 2] {
      var damped = [Double](repeating: 0, count: rates.count)
      var (gesture, navigator) = (0.0, 0.0)
      // Other writers than those that chose the defaults.
      for seed in 301...302 as ClosedRange<UInt64> {
        let letter = try PhoneLetter(character, seed: seed, range: range)
        func error(_ path: some Collection<PathPoint>) throws -> Double {
          try #require(
            PathError.shape(of: path.map(\.position), from: letter.truth.map(\.position)))
        }
        for (place, rate) in rates.enumerated() {
          damped[place] += try error(
            PathEstimation(method: .exponentialDamping, dampingRate: rate)
              .estimate(letter.motions).points)
        }
        gesture += try error(PathEstimation(method: .gesture).estimate(letter.motions).points)
        navigator += try error(
          PathEstimation(method: .navigator).estimate(letter.recording).points[letter.samples])
      }
      let best = try #require(damped.min())
      #expect(best > 3 * gesture, "\(best / gesture) at \(range) g")
      #expect(best > 3 * navigator, "\(best / navigator) at \(range) g")
    }
  }

  @Test("damping is that of dead reckoning")
  func damping() throws {
    let motions = try PhoneLetter("V", seed: 301, range: 2).motions
    let path = DeadReckoner.path(
      of: motions, stabilizer: .exponentialDamping, dampingRate: 0.5)
    let estimate = PathEstimation(method: .exponentialDamping, dampingRate: 0.5).estimate(motions)
    #expect(estimate.points.map(\.sample) == path)
  }
}
