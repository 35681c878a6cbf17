import RotationMath
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Calibration of templates")
struct TemplateCalibrationTests {
  /// Trials of two classes with these similarities.
  private func trials(_ similarities: [Double], correct: Bool = true) -> [TemplateCalibration.Trial]
  {
    similarities.map {
      TemplateCalibration.Trial(
        logarithms: [0, 1], truth: correct ? 0 : 1, distance: 0.5, similarity: $0)
    }
  }

  /// The similarities of a session, corrected one after another.
  private func corrected(_ similarities: [Double], typical: Double) -> [Double] {
    var session = AcceptanceSession(typicalSimilarity: typical, minimumSimilarity: 0)
    return similarities.map { session.corrected($0) }
  }

  @Test("the threshold is a quantile of the correct trials' corrected similarities")
  func threshold() {
    // One writer a trial: nothing is corrected. The fifth smallest of 99 is 104.
    let sessions = (100..<199).reversed().map { trials([Double($0)]) }
    func calibration(_ acceptance: Double) -> TemplateCalibration {
      self.calibration(sessions, acceptance: acceptance)
    }
    #expect(calibration(0.95).minimumSimilarity == 104)
    #expect(calibration(0.95).typicalSimilarity == 149)
    #expect(calibration(0.95).gestures == 99)
    #expect(calibration(0.95).correct == 99)
    let thresholds = stride(from: 0, through: 1, by: 0.01).map { calibration($0).minimumSimilarity }
    #expect(zip(thresholds, thresholds.dropFirst()).allSatisfy { $0 >= $1 })
    #expect((thresholds.first ?? 0) == 198 && (thresholds.last ?? 0) < 100)
  }

  @Test("writers who differ as a whole get nearly the threshold of alike ones")
  func writers() {
    let letters = (0..<200).map { (index: Int) in 0.002 * Double(index * 77 % 200) }
    let one = calibration([trials(letters), trials(letters)], acceptance: 0.98)
    let near = trials(letters.map { $0 - 0.1 })
    let far = trials(letters.map { $0 + 0.1 })
    let two = calibration([near, far], acceptance: 0.98)
    // Without the correction it would be 0.1 lower.
    #expect(two.minimumSimilarity > one.minimumSimilarity - 0.08)
  }

  @Test("a session removes most of the shift of all its similarities, and no more")
  func session() {
    let shifted = corrected([Double](repeating: -1.15, count: 40), typical: -1)
    #expect(shifted[0] == -1.15)
    #expect(abs(shifted[39] - (-1.15 + 0.7 * 0.15)) < 1e-9)
    #expect(zip(shifted, shifted.dropFirst()).allSatisfy { $0 <= $1 })
    // Better than typical counts against a gesture that is not.
    #expect(corrected([Double](repeating: -0.5, count: 20) + [-1], typical: -1)[20] < -1.3)
    // A session without any gesture of the classes gains nothing, one of bad gestures 0.21.
    let others = corrected([Double](repeating: -2, count: 100), typical: -1)
    #expect(others.allSatisfy { $0 == -2 })
    let bad = corrected([Double](repeating: -1.3, count: 100), typical: -1)
    #expect(abs(bad[99] + 1.09) < 1e-9)
    // A third of out-of-vocabulary gestures changes nothing.
    let mixed = corrected((0..<60).map { $0 % 3 == 2 ? -2 : -1 }, typical: -1)
    #expect(mixed.enumerated().allSatisfy { $1 == ($0 % 3 == 2 ? -2 : -1) })
    #expect(corrected([.nan, -1], typical: -1)[1] == -1)
  }

  private func calibration(
    _ sessions: [[TemplateCalibration.Trial]], acceptance: Double, doubtful: Double = -5,
    least: Double = -10
  ) -> TemplateCalibration {
    TemplateCalibration(
      sessions: sessions, acceptance: acceptance, doubtfulSimilarity: doubtful,
      leastSimilarity: least)
  }

  @Test("few trials, however alike or spread, and those of one writer do not raise the threshold")
  func few() {
    func threshold(
      _ sessions: [[TemplateCalibration.Trial]], doubtful: Double, least: Double = -10,
      acceptance: Double = 0.95
    ) -> Double {
      calibration(sessions, acceptance: acceptance, doubtful: doubtful, least: least)
        .minimumSimilarity
    }
    #expect(threshold([], doubtful: -1.5) == -1.5)
    for values in [[10.0], [10, 10, 10], [10, 11, 12], [9.5, 30, 50], [0, 10, 10, 11]] {
      for sessions in [[trials(values)], values.map { trials([$0]) }] {
        #expect(threshold(sessions, doubtful: 9) == 9)
      }
    }
    // They lower it, by the second of nine and of nineteen, down to the least one.
    for count in [9, 19] {
      let writer = [trials((0..<count).map { -Double($0) / 10 })]
      let found = threshold(writer, doubtful: 9)
      #expect(abs(found - (count == 9 ? -0.7 : -1.7)) < 0.25, "\(found)")
      #expect(threshold(writer, doubtful: 9, least: 0.5) == 0.5)
    }
    let many = (0..<99).map { Double($0) }
    #expect(threshold(many.map { trials([$0]) }, doubtful: -20) == 4)
    #expect(threshold([trials(many)], doubtful: -20) == -10)
    // A share below nine tenths is another wish.
    #expect(threshold([trials(many)], doubtful: -20, acceptance: 0.5) > 30)
  }

  @Test("the sharpness is the prior's without trials and approaches the likelihood's with many")
  func sharpness() {
    func sharpness(_ count: Int, right: Int, ratio: Double) -> Double {
      let trials = (0..<count).map {
        TemplateCalibration.Trial(
          logarithms: [0, ratio], truth: $0 < right ? 0 : 1, distance: 0.5, similarity: 0)
      }
      return calibration([trials], acceptance: 0.95).sharpness
    }
    #expect(TemplateCalibration().sharpness == 16)
    // For two classes with a ratio of distances of e^0.1 and a share p of correct trials, the most
    // likely sharpness is 10 log(p / (1 - p)).
    #expect(abs(sharpness(10_000, right: 9_000, ratio: 0.1) - 21.97) < 0.1)
    #expect(abs(sharpness(10_000, right: 7_000, ratio: 0.1) - 8.47) < 0.1)
    // One error in four lies between that and the prior.
    #expect((11..<16).contains(sharpness(4, right: 3, ratio: 0.1)))
    // Without an error it is larger, and finite.
    #expect((16..<60).contains(sharpness(100, right: 100, ratio: 0.1)))
  }

  @Test("misrecognised trials do not lower the threshold")
  func misread() {
    let sessions = [10.0, 11, 12].map { trials([$0]) } + [trials([-50], correct: false)]
    let calibration = calibration(sessions, acceptance: 0.95, doubtful: 15)
    #expect(calibration.correct == 3)
    #expect(calibration.minimumSimilarity == 11)
  }
}
