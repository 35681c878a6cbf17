import GestureRecognition
import GestureTraining
import MotionRecordings
import RealModule
import RotationMath
import TestSupport
import Testing

@Suite("MotionZoneFeatures")
struct MotionZoneTests {
  /// A device that moves along the sides of an L in its screen plane, down and then right, each
  /// side from rest to rest, with the mean attitude `attitude`.
  static func corner(attitude: Quaternion<Double>) -> [DeviceMotion] {
    (0...200).map { index in
      let time = Double(index) / 100
      // A full wave of acceleration starts and ends at rest.
      let push = 2 * Double.sin(2 * .pi * time)
      let acceleration = time < 1 ? Vector3(0, -push, 0) : Vector3(push, 0, 0)
      return DeviceMotion(
        timestamp: time, attitude: Attitude(quaternion: attitude),
        rotationRate: Vector3(0.5, 0, 0),
        userAcceleration: acceleration * (-1 / SensorSample.standardGravity))
    }
  }

  @Test("each quantity is a stroke in the device's plane", arguments: 0..<3)
  func quantities(turn: Int) throws {
    let axis = try #require(Vector3<Double>(1, 2, -1).normalized())
    let attitude = try #require(Quaternion(angle: Double(turn), axis: axis))
    let motions = Self.corner(attitude: attitude)
    let features = MotionZoneFeatures()
    let vector = try features.vector(of: motions)
    #expect(vector.count == 82)
    #expect(features.count == 82)
    func share(_ quantity: Int, column: Int, row: Int) -> Double {
      vector[27 * quantity + 3 * (3 * row + column)]
    }
    // Down the left and along the bottom: nothing in the other zones.
    for (column, row) in [(1, 0), (2, 0), (1, 1), (2, 1)] {
      #expect(share(0, column: column, row: row) == 0)
    }
    let times = (0..<9).map { vector[3 * $0] }
    #expect(abs(times.reduce(0, +) - 1) < 1e-12)
    // Velocity goes down and back, right and back: it begins and ends at the top left.
    #expect(share(1, column: 0, row: 0) > 0.3)
    #expect(share(1, column: 2, row: 2) == 0)
    // Acceleration is a cross of all directions around the middle.
    #expect(share(2, column: 0, row: 1) > 0.05 && share(2, column: 2, row: 1) > 0.05)
    #expect(share(2, column: 1, row: 0) > 0.05 && share(2, column: 1, row: 2) > 0.05)
    #expect(vector[81] == 1)
  }

  @Test("rotation about the right axis points up")
  func pointing() throws {
    let features = MotionZoneFeatures(
      quantities: [.pointing], zones: ZoneFeatures(columns: 1, rows: 1))
    let vector = try features.vector(of: Self.corner(attitude: .identity))
    #expect(difference(vector, [1, 0, -1, 1]) < 1e-12)
  }

  @Test("motions that are not gestures throw")
  func errors() throws {
    let features = MotionZoneFeatures()
    var motions = Self.corner(attitude: .identity)
    #expect(throws: GestureError.tooFewSamples(count: 1, minimum: 2)) {
      try features.vector(of: Array(motions.prefix(1)))
    }
    motions[7].timestamp = 0
    #expect(throws: GestureError.timeRunsBackward(sample: 7)) { try features.vector(of: motions) }
    motions[7].timestamp = .nan
    #expect(throws: GestureError.notFinite(sample: 7)) { try features.vector(of: motions) }
  }

  @Test(
    "letters in the air, leave one user out: at least 85 %",
    .needsRecordings)
  func airLetters() async throws {
    let folder = try #require(Locations.recordings).appending(path: "air-letters")
    let reader = RecordingReader(options: ReadingOptions(damage: .skip))
    let recordings = try reader.read(folder.path, format: nil)
    let features = MotionZoneFeatures()
    var classifier = ZoneSoftmax(features: .motionZones(features), penalty: 1e-2)
    classifier.regression = SoftmaxRegression(penalty: 1e-2, tolerance: 3e-3)
    // Every other example: training is slow in debug builds.
    let set = try features.examples(
      of: recordings.deviceMotion.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    #expect(set.rejected.count == 1)
    let result = try await Evaluation(.leaveOneUserOut).run(classifier, on: set)
    #expect(result.accuracy >= 0.85, "\(result.accuracy)")
  }
}
