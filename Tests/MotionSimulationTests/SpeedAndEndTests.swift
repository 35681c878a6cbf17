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

  @Test(
    "a letter is complete if the device hardly turns at its end, and others are not",
    arguments: 8300...8302 as ClosedRange<UInt64>)
  func endings(writer: UInt64) throws {
    let model = try TemplateModel.uppercaseLetters()
    var (slow, inMotion, inDoubt) = (0, 0, 0)
    for (label, motions) in try Self.letters(by: writer) {
      #expect(try model.recognize(motions).ending == .complete, "\(label)")
      let (start, end) = (motions[0].timestamp, motions[motions.count - 1].timestamp)
      for share in stride(from: 0.4, to: 1, by: 0.05) {
        let cut = motions.filter { $0.timestamp < start + share * (end - start) }
        let ending = try model.recognize(cut).ending
        inMotion += ending == .inMotion ? 1 : 0
        inDoubt += ending == .inDoubt ? 1 : 0
        // The rate of the last 0.04 s, relative to the root mean square of the movement.
        let squares = cut.map { $0.rotationRate.lengthSquared }
        let active = squares.drop { $0 < 0.04 * (squares.max() ?? 0) }
        let late = squares.suffix(cut.count { $0.timestamp > cut[cut.count - 1].timestamp - 0.04 })
        let power = active.reduce(0, +) / Double(active.count)
        let rate = (late.reduce(0, +) / Double(late.count) / power).squareRoot()
        guard rate < 0.4 else { continue }
        slow += 1
        #expect(ending == .complete, "\(share) of \(label): \(rate)")
      }
    }
    #expect(
      slow >= 50 && inMotion >= 10 && inDoubt >= 2,
      "\(slow) slow ends, \(inMotion) in motion and \(inDoubt) in doubt")
  }

  @Test("a session rejects a gesture whose end is in doubt, unless its writer ends most in motion")
  func sessions() throws {
    var sessions = WriterSessions(
      WriterSession(sharpness: 16, minimumSimilarity: -1, acceptance: nil))
    func isAccepted(_ ending: Recognition.Ending, user: String) throws(GestureError) -> Bool {
      let clear = Recognition(label: "V", score: -0.3, confidence: 0.99, similarity: 0)
      return try sessions.recognize(user: user) { _ throws(GestureError) in
        var recognition = clear
        recognition.ending = ending
        return recognition
      }.isGesture
    }
    for _ in 0..<8 { #expect(try isAccepted(.complete, user: "careful")) }
    for _ in 0..<2 { #expect(try !isAccepted(.inDoubt, user: "careful")) }
    #expect(try isAccepted(.inMotion, user: "careful"))
    #expect(try !isAccepted(.inDoubt, user: "hasty"))
    for _ in 0..<8 { #expect(try isAccepted(.inMotion, user: "hasty")) }
    #expect(try isAccepted(.inDoubt, user: "hasty"))
    // What counts are the last gestures.
    for _ in 0..<8 { #expect(try isAccepted(.complete, user: "hasty")) }
    #expect(try !isAccepted(.inDoubt, user: "hasty"))
  }
}
