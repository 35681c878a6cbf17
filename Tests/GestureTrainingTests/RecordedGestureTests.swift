import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
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
}
