import RotationMath
import Testing

@testable import GestureRecognition

@Suite("Calibration of templates")
struct TemplateCalibrationTests {
  /// Trials of two classes that are read right, with these familiarities.
  private func trials(known: [Double], unknown: [Double]) -> [TemplateCalibration.Trial] {
    zip(known, unknown).map {
      TemplateCalibration.Trial(
        logarithms: [0, 1], truth: 0, familiarity: $0, unknownFamiliarity: $1)
    }
  }

  @Test("the threshold lies halfway between what the known reach and what the unknown do not")
  func threshold() {
    // 99 of each, one apart: the fifth least of the known is 104, the fifth greatest of the others 95.
    let known = (100..<199).map(Double.init).reversed()
    let unknown = (1..<100).map { Double(($0 * 37) % 100) }
    let calibration = TemplateCalibration(
      trials: trials(known: Array(known), unknown: unknown), acceptance: 0.95)
    #expect(calibration.minimumFamiliarity == 0.5 * (104 + 95))
    #expect(calibration.gestures == 99)
    #expect(calibration.correct == 99)
    // Worse letters of one writer move it by half as much.
    let worse = known.map { $0 < 110 ? $0 - 30 : $0 }
    let other = TemplateCalibration(
      trials: trials(known: Array(worse), unknown: unknown), acceptance: 0.95)
    #expect(other.minimumFamiliarity == 0.5 * (74 + 95))
  }

  @Test("trials too few for a promise leave room beyond them on both sides")
  func few() {
    let calibration = TemplateCalibration(
      trials: trials(known: [10, 11, 12], unknown: [1, 2, 3]), acceptance: 0.95)
    #expect(calibration.minimumFamiliarity == 0.5 * (9 + 4))
    let none = TemplateCalibration(trials: [], acceptance: 0.95)
    #expect(none == TemplateCalibration())
  }

  @Test("confidences of nothing known are the prior's; trials move them, and a few do not far")
  func sharpness() {
    func sharpness(_ count: Int, right: Int, ratio: Double) -> Double {
      let trials = (0..<count).map {
        TemplateCalibration.Trial(
          logarithms: [0, ratio], truth: $0 < right ? 0 : 1, familiarity: 0, unknownFamiliarity: 0)
      }
      return TemplateCalibration(trials: trials, acceptance: 0.95).sharpness
    }
    #expect(TemplateCalibration().sharpness == 16)
    // Two classes at e^0.1 times the distance of each other: right in p of all trials is a sharpness of
    // 10 log(p / (1 - p)).
    #expect(abs(sharpness(10_000, right: 9_000, ratio: 0.1) - 21.97) < 0.1)
    #expect(abs(sharpness(10_000, right: 7_000, ratio: 0.1) - 8.47) < 0.1)
    // One misread letter among four lies between that and the prior.
    #expect((11..<16).contains(sharpness(4, right: 3, ratio: 0.1)))
    // Without an error it grows, and stays finite.
    #expect((16..<60).contains(sharpness(100, right: 100, ratio: 0.1)))
  }

  @Test("what is misread need not be believed")
  func misread() {
    var trials = trials(known: [10, 11, 12, -50], unknown: [1, 2, 3, 2])
    trials[3].truth = 1
    let calibration = TemplateCalibration(trials: trials, acceptance: 0.95)
    #expect(calibration.correct == 3)
    #expect(calibration.minimumFamiliarity == 0.5 * (9 + 4))
  }
}
