import RotationMath
import Testing

@testable import GestureRecognition

@Suite("Calibration of templates")
struct TemplateCalibrationTests {
  /// Correct trials of two classes with these similarities.
  private func trials(inside: [Double], outside: [Double]) -> [TemplateCalibration.Trial] {
    zip(inside, outside).map {
      TemplateCalibration.Trial(
        logarithms: [0, 1], truth: 0, distance: 0.5, similarity: $0, similarityWithoutClass: $1)
    }
  }

  @Test("the threshold is the mean of the bounds of both kinds of gestures")
  func threshold() {
    // 99 of each, one apart: the fifth smallest of the first is 104, the fifth largest of the
    // others 95.
    let inside = (100..<199).map(Double.init).reversed()
    let outside = (1..<100).map { Double(($0 * 37) % 100) }
    let calibration = TemplateCalibration(
      trials: trials(inside: Array(inside), outside: outside), acceptance: 0.95)
    #expect(calibration.minimumSimilarity == 0.5 * (104 + 95))
    #expect(calibration.gestures == 99)
    #expect(calibration.correct == 99)
    // Worse letters of one writer move it by half as much.
    let worse = inside.map { $0 < 110 ? $0 - 30 : $0 }
    let other = TemplateCalibration(
      trials: trials(inside: Array(worse), outside: outside), acceptance: 0.95)
    #expect(other.minimumSimilarity == 0.5 * (74 + 95))
  }

  @Test("for few trials the bounds are extrapolated")
  func few() {
    let calibration = TemplateCalibration(
      trials: trials(inside: [10, 11, 12], outside: [1, 2, 3]), acceptance: 0.95)
    #expect(calibration.minimumSimilarity == 0.5 * (9 + 4))
    let none = TemplateCalibration(trials: [], acceptance: 0.95)
    #expect(none == TemplateCalibration())
  }

  @Test("the sharpness is the prior's without trials and approaches the likelihood's with many")
  func sharpness() {
    func sharpness(_ count: Int, right: Int, ratio: Double) -> Double {
      let trials = (0..<count).map {
        TemplateCalibration.Trial(
          logarithms: [0, ratio], truth: $0 < right ? 0 : 1, distance: 0.5, similarity: 0,
          similarityWithoutClass: 0)
      }
      return TemplateCalibration(trials: trials, acceptance: 0.95).sharpness
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
    var trials = trials(inside: [10, 11, 12, -50], outside: [1, 2, 3, 2])
    trials[3].truth = 1
    let calibration = TemplateCalibration(trials: trials, acceptance: 0.95)
    #expect(calibration.correct == 3)
    #expect(calibration.minimumSimilarity == 0.5 * (9 + 4))
  }
}
