import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
import MotionSimulation
import Testing

@Suite("Gestures of recordings")
struct RecordedGestureTests {
  @Test("raw samples are one gesture each, but where the recording has device motion")
  func rawSamples() {
    let raw = (0..<300).map {
      SensorSample(
        timestamp: Double($0) / 100, rotationRate: .zero, acceleration: Vector3(0, 0, -9.8))
    }
    let motion = DeviceMotion(
      timestamp: 0, attitude: Attitude(pitch: 0, roll: 0, yaw: 0), rotationRate: .zero,
      userAcceleration: .zero)
    var recordings = Recordings(format: "none")
    recordings.deviceMotion = [
      LabeledRecording(label: "A", name: "both", samples: [motion, motion])
    ]
    recordings.sensorSamples = ["both", "raw", "other"].map {
      LabeledRecording(label: "B", name: $0, samples: raw)
    }
    let gestures = recordings.gestures()
    #expect(gestures.map(\.name) == ["both", "raw", "other"])
    #expect(gestures.map(\.label) == ["A", "B", "B"])
  }

  @Test("device motion with touches is cut as its raw samples are; a held gesture is whole")
  func deviceMotion() throws {
    let simulated = try SyntheticRecording("ABC", kind: .sensors, writer: Writer(seed: 1), seed: 1)
    let recording = try #require(simulated.recordings.sensorSamples.first)
    let motion = MotionEstimation(usesMagnetometer: false).estimate(recording.samples).motions
    var recordings = Recordings(format: "none")
    recordings.deviceMotion = [LabeledRecording(samples: motion)]
    let recognizer = try GestureRecognizer.uppercaseLetters()
    #expect(recognizer.recognize(recordings).map(\.label) == ["A", "B", "C"])
    #expect(recordings.gestures().count == 3)
    let end = try #require(recordings.gestures().first?.samples.end) + 0.1
    for label in ["A", "thumbs up", nil] {
      recordings.deviceMotion = [
        LabeledRecording(label: label, samples: motion.filter { $0.timestamp < end })
      ]
      #expect(recordings.gestures().map(\.label) == [label])
    }
    let held = try #require(motion.firstIndex { $0.isTouching == true })
    recordings.deviceMotion = [
      LabeledRecording(samples: Array(motion[held...].prefix { $0.isTouching == true }))
    ]
    #expect(recordings.gestures().map(\.name) == [""])
    #expect(recognizer.recognize(recordings).map(\.label) == ["A"])
  }
}
