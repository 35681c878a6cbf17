import GestureRecognition
import MotionFusion
import MotionRecordings
import TestSupport
import Testing

@testable import MotionSimulation

@Suite("Movements that are no gestures")
struct OtherMovementTests {
  /// The movements of a seed that trained no model.
  private static func movements(_ count: Int) -> [OtherMovement] {
    var random = SplitMix64(seed: 7_654_321)
    return (0..<count).map { _ in OtherMovement(using: &random) }
  }

  @Test("the angular rate is the change of the attitude; a shift does not turn")
  func rates() throws {
    var kinds: Set<OtherMovement.Kind> = []
    for movement in Self.movements(30) {
      kinds.insert(movement.kind)
      let motions = movement.motions()
      #expect(motions.count >= 50 && motions.count <= 221)
      for (before, after) in zip(motions, motions.dropFirst()) {
        let turn = (before.attitude.quaternion.conjugate * after.attitude.quaternion)
          .rotationVector
        let mean = (before.rotationRate + after.rotationRate) * 0.5
        // The step of 0.01 s, times half of the change of the rate in it.
        #expect((turn * 100 - mean).length <= (after.rotationRate - before.rotationRate).length)
      }
      let isTurned = motions.contains { $0.rotationRate.length > 0 }
      #expect(isTurned == (movement.kind != .shift))
    }
    #expect(kinds.count == OtherMovement.Kind.allCases.count)
  }

  @Test("on a circle about a joint the acceleration points inwards, by ω² r")
  func centripetal() throws {
    for movement in Self.movements(60) where movement.kind == .turn {
      for motion in movement.motions() {
        // α × r is perpendicular to r, so that only the centripetal part is along r.
        let (rate, arm) = (motion.rotationRate, movement.arm)
        let inwards = motion.userAcceleration.dot(arm) * 9.80665
        let expected = rate.lengthSquared * arm.lengthSquared - rate.dot(arm) * rate.dot(arm)
        #expect(abs(inwards - expected) < 1e-9 * (1 + expected))
      }
    }
  }

  @Test("the built-in model of letters rejects simulated ones of another seed")
  func simulated() throws {
    let model = try TemplateModel.uppercaseLetters()
    let accepted = try Self.movements(200).count { try model.recognize($0.motions()).isGesture }
    // Measured: 3.
    #expect(accepted <= 5, "\(accepted) of 200")
  }

  @Test("a device that is turned in place writes no letters")
  func turnedInPlace() throws {
    let recognizer = try GestureRecognizer.builtIn(.letters)
    var random = SplitMix64(seed: 5)
    func noise(_ deviation: Double) -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * deviation
    }
    // Ten turns to and fro on a table, 2 s each after 3 s of rest, with a phone's noise.
    let samples = (0..<5300).map { index in
      let time = Double(index) / 100
      let isTurning = time >= 3 && (time - 3).truncatingRemainder(dividingBy: 5) < 2
      let rate = isTurning ? 1.5 * Double.sin(.pi * (time - 3)) : 0
      return SensorSample(
        timestamp: time, rotationRate: Vector3(0, 0, rate) + noise(0.003),
        acceleration: Vector3(0, 0, -1) + noise(0.004))
    }
    var session = WritingSession(recognizer)
    var gestures = MotionEstimation(usesMagnetometer: false).estimate(samples).motions.flatMap {
      session.update($0)
    }
    gestures += session.finish()
    #expect(gestures.isEmpty, "\(gestures.map { $0.label ?? "?" })")
  }

  @Test("the built-in models of symbols and hand gestures reject most letters")
  func letters() throws {
    let symbols = try GestureRecognizer.builtIn(.symbols)
    // O, V and X look like a circle, a checkmark and a cross.
    let strokes = ScreenSimulator().printedAlphabet(writers: 6, seed: 4_711)
      .filter { !["O", "V", "X"].contains($0.label) }
    let likeSymbols = try strokes.count { try symbols.recognize($0.samples).isGesture }
    #expect(likeSymbols * 20 <= strokes.count, "\(likeSymbols) of \(strokes.count)")
    let recognition = try symbols.recognize(strokes[0].samples)
    #expect(!recognition.isGesture && symbols.strokeModel.labels.contains(recognition.label))
    #expect(recognition.alternatives.count == 4)
    let sum = recognition.alternatives.reduce(recognition.confidence) { $0 + $1.confidence }
    #expect(abs(sum - 1) < 1e-9)

    let gestures = try GestureRecognizer.builtIn(.gestures)
    let air = SyntheticTrainingSet(writers: 6, takes: 0, seed: 4_711).motion.deviceMotion
    let likeGestures = air.count { (try? gestures.recognize($0.samples).isGesture) == true }
    #expect(likeGestures * 10 <= air.count, "\(likeGestures) of \(air.count)")
  }

  /// Parts of recordings without letters: between stationary phases, and of 0.7 to 2 s.
  private static func windows(_ motions: [DeviceMotion]) -> [[DeviceMotion]] {
    var windows = MotionSegmenter(limits: .movement).gestures(in: motions)
    var (start, number) = (0, 0)
    while start < motions.count {
      let duration = [0.7, 1.0, 1.5, 2.0][number % 4]
      let rest = motions[start...]
      let end =
        rest.firstIndex { $0.timestamp >= motions[start].timestamp + duration } ?? rest.endIndex
      windows.append(Array(motions[start..<end]))
      start = end + (end - start) / 3 + 1
      number += 1
    }
    return windows
  }

  @Test(
    "of 707 parts of recordings without letters, the built-in model accepts 3 % at most",
    .needsRecordings)
  func recorded() throws {
    let folder = try #require(Locations.recordings)
    let model = try TemplateModel.uppercaseLetters()
    var (accepted, total) = (0, 0)
    for path in ["gait/short_walk.csv", "sensor-logger-iphone", "broad"] {
      let recordings = try RecordingReader().read(folder.appending(path: path).path)
      for recording in recordings.sensorSamples {
        for window in Self.windows(
          MotionEstimation(usesMagnetometer: false).estimate(recording.samples).motions)
        {
          guard let recognition = try? model.recognize(window) else { continue }
          accepted += recognition.isGesture ? 1 : 0
          total += 1
        }
      }
    }
    #expect(total > 650 && accepted * 100 <= total * 3, "\(accepted) of \(total)")
  }
}
