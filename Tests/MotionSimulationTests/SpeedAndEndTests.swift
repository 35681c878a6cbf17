import MotionFusion
import TestSupport
import Testing

@testable import GestureRecognition
@testable import MotionSimulation

@Suite("The speed and the end of a gesture")
struct SpeedAndEndTests {
  private static func letters(by seed: UInt64) throws -> [(label: String, motions: [DeviceMotion])]
  {
    let text = String(LetterShape.letters)
    let recording = try AirSimulator().recording(of: text, by: Writer(seed: seed))
    let motions = recording.deviceMotion
    return recording.letters.map { ($0.label, Array(motions[$0.samples])) }
  }

  @Test("a letter at half the speed has the same series")
  func halfSpeed() throws {
    let normalizer = MotionNormalizer()
    for (label, motions) in try Self.letters(by: 8300) {
      let series = try normalizer.series(of: motions)
      guard series.duration >= 1 else { continue }
      let slow = try normalizer.series(of: MotionDisturbance.halfSpeed.applied(to: motions))
      #expect(abs(slow.duration - 2 * series.duration) < 1e-6, "\(label)")
      let difference =
        zip(series.acceleration, slow.acceleration)
        .map { ($0 - $1).lengthSquared }.max() ?? 1
      #expect(difference < 1e-6, "\(label): \(difference)")
    }
  }

  @Test("letters that end at rest show no missing end, and most without a fifth do")
  func evidence() throws {
    let model = try TemplateModel.uppercaseLetters()
    var (missing, count) = (0, 0)
    for (label, motions) in try Self.letters(by: 8300) {
      #expect(try model.recognize(motions).evidenceOfCut < -2, "\(label)")
      let cut = MotionDisturbance.missingEnd.applied(to: motions)
      guard try model.normalizer.series(of: cut).endsMoving else { continue }
      missing += try model.recognize(cut).evidenceOfCut > 0 ? 1 : 0
      count += 1
    }
    #expect(count >= 10 && 2 * missing > count, "\(missing) of \(count)")
  }

  @Test("a session of letters without their ends reads more of them than each letter alone")
  func session() throws {
    let model = try TemplateModel.uppercaseLetters()
    var sessions = WriterSessions(model.calibration.session)
    var (alone, session) = (0, 0)
    for writer in 8303...8305 as ClosedRange<UInt64> {
      for (label, motions) in try Self.letters(by: writer) {
        let cut = try model.normalizer.series(of: MotionDisturbance.missingEnd.applied(to: motions))
        alone += try model.recognize(cut).label == label ? 1 : 0
        let found = try sessions.recognize(user: "\(writer)") { (state) throws(GestureError) in
          try model.recognize(cut.read(in: state))
        }
        session += found.label == label ? 1 : 0
      }
    }
    #expect(session > alone, "\(session) in sessions, \(alone) alone")
  }

  @Test("a letter without its end is compared with beginnings from touch to release")
  func released() throws {
    let recognizer = try GestureRecognizer.uppercaseLetters()
    let model = try TemplateModel.uppercaseLetters()
    var (touched, untouched) = (
      WriterSessions(model.calibration.session), WriterSessions(model.calibration.session)
    )
    var (byTouch, others, count) = (0, 0, 0)
    for writer in 8303...8308 as ClosedRange<UInt64> {
      for (label, motions) in try Self.letters(by: writer) {
        let cut = MotionDisturbance.missingEnd.applied(to: motions)
        func read(
          _ sessions: inout WriterSessions, isCut: Bool
        ) throws -> Int {
          let found = try sessions.recognize(user: "\(writer)") { (state) throws(GestureError) in
            try recognizer.recognize(cut, isCut: isCut, state: state)
          }
          return found.label == label ? 1 : 0
        }
        byTouch += try read(&touched, isCut: true)
        others += try read(&untouched, isCut: false)
        count += 1
      }
    }
    // The late ends that are tried by touch shorten the letters further.
    #expect(byTouch + 2 >= others && 10 * byTouch > 9 * count, "\(byTouch), \(others) of \(count)")
  }

  @Test("letters of writers who never rest are whole: they move at the start, too")
  func withoutRests() throws {
    let model = try TemplateModel.uppercaseLetters()
    var (started, moving) = (0.0, 0.0)
    for writer in 8300...8302 as ClosedRange<UInt64> {
      let stream = try LetterStream(
        String(LetterShape.letters), writer: Writer(seed: writer), hasRests: false)
      for letter in stream.letters {
        let motions = stream.motions.filter { letter.times.contains($0.timestamp) }
        var series = try model.normalizer.series(of: motions)
        started += try model.recognize(series).evidenceOfCut
        series.startsMoving = false
        moving += try model.recognize(series).evidenceOfCut
      }
    }
    #expect(started < 0 && started < moving - 20, "\(started), \(moving) from rest")
  }

  @Test("a session counts the evidence of its writer's last ten gestures for a missing end")
  func odds() throws {
    var sessions = WriterSessions(
      WriterSession(sharpness: 16, minimumSimilarity: -1, acceptance: nil))
    func odds(_ user: String, evidence: Double, count: Int = 1) throws -> Double {
      var odds = Double.nan
      for _ in 0..<count {
        _ = try sessions.recognize(user: user) { (state) throws(GestureError) in
          odds = state.oddsOfCut
          var recognition = Recognition(
            label: "V", score: -0.3, confidence: 0.99, similarity: 0)
          recognition.evidenceOfCut = evidence
          return recognition
        }
      }
      return odds
    }
    #expect(try odds("hasty", evidence: 2) == -3)
    #expect(try odds("hasty", evidence: 2, count: 4) == 1)
    #expect(try odds("careful", evidence: -2, count: 3) == -5)
    #expect(try odds("careful", evidence: 2, count: 20) == 7)
    #expect(try odds("hasty", evidence: 2) == 2)
  }
}
