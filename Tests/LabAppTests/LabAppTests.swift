import CMMotion
import Foundation
import GLKMath
import GestureRecognition
import GestureTraining
import MotionRecordings
import MotionSimulation
import TestSupport
import Testing

@Suite("An app in the lab's terms")
struct LabAppTests {
  private static func motions(of text: String, writer: UInt64) throws -> SimulatedRecording {
    try AirSimulator().recording(of: text, by: Writer(seed: writer))
  }

  /// A model by the lab's way on the letters of a few synthetic writers.
  private static func model() async throws -> FeatureModel {
    var recordings = Recordings(format: "simulated")
    for writer in 1...6 as ClosedRange<UInt64> {
      let recording = try motions(of: "LOVELOVE", writer: writer)
      for letter in recording.letters {
        recordings.deviceMotion.append(
          LabeledRecording(
            label: letter.label, user: "\(writer)",
            samples: Array(recording.deviceMotion[letter.samples])))
      }
    }
    var trainer = ModelTrainer()
    trainer.classifier = .lab
    trainer.starts = 20
    let trained = try await trainer.train(on: .recordings(recordings), name: "simulated")
    guard case .features(let model) = trained.model else { throw CancellationError() }
    return model
  }

  @Test("letters in the air: the app's labels are those of the library")
  func air() async throws {
    let model = try await Self.model()
    let weights = try #require(model.zoneWeights)
    let rows = model.labels.indices.map { row in Array(weights[row * 28..<(row + 1) * 28]) }
    var right = 0
    for writer in 20...22 as ClosedRange<UInt64> {
      let recording = try Self.motions(of: "LOVE", writer: writer)
      let processor = LetterProcessor(weights: rows, labels: model.labels + ["?"])
      let app = CMMotionManager.$source.withValue(ReplaySource(recording.samples)) {
        GestureController(processor: processor)
      }
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      #expect(app.motionManager.isDeviceMotionAvailable)
      app.start(on: queue)
      while app.motionManager.isDeviceMotionActive {
        try await Task.sleep(for: .milliseconds(5))
      }

      var recordings = Recordings(format: "simulated")
      recordings.sensorSamples = [LabeledRecording(samples: recording.samples)]
      let labels = GestureRecognizer(.features(model)).recognize(recordings).map { $0.label ?? "?" }
      #expect(app.text == labels.joined())
      right += zip(app.text, "LOVE").count { $0 == $1 }
    }
    // 12 letters of writers that are not in the training set.
    #expect(right >= 8)
  }

  private final class Listener: GestureProcessorDelegate {
    var text = ""
    func gestureProcessor(
      _ gestureProcessor: GestureProcessor, didRecognizeGesture label: String
    ) { text += label }
  }

  @Test("the library's processor with the lab's delegate method and property names")
  func processor() throws {
    // One zone: the features are time, dx, dy and 1.
    let model = try FeatureModel(
      labels: ["right", "left", "down"], zones: ZoneFeatures(columns: 1, rows: 1),
      weights: [0, 1, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0])
    let processor = GestureProcessor(model: model)
    let listener = Listener()
    processor.delegate = listener
    // An L: down, then to the right, with the screen turned by a quarter about its normal.
    let attitude = GLKQuaternionMakeWithAngleAndAxis(.pi / 2, 0, 0, 1)
    let corner: [(Float, Float)] = [(0, 0.2), (0, 0.1), (0, 0), (0.07, 0), (0.14, 0)]
    let samples = corner.enumerated().map { index, point in
      Sample3D(
        location: GLKQuaternionRotateVector3(attitude, GLKVector3Make(point.0, point.1, 0)),
        attitude: attitude, t: Double(index) / 4)
    }
    let rescaled = try processor.processGesture3D(samples: samples, minSize: 0.01)
    // It moves by its height down, and by 0.7 of it to the right.
    #expect(listener.text == "down")
    #expect(difference(rescaled.map(\.x), [0, 0, 0, 0.35, 0.7]) < 1e-6)
    #expect(difference(rescaled.map(\.y), [0, 0.5, 1, 1, 1]) < 1e-6)
    #expect(rescaled.map(\.t) == [0, 0.25, 0.5, 0.75, 1])
    #expect(Sample2D(x: 1, y: 2, t: 3) == Sample2D(x: 1, y: 2, timestamp: 3))
  }

  @Test("the nearest rotation of a sum of GLKit's matrices is their mean")
  func meanRotation() throws {
    // The lab's example: of 359° and 0° the mean is 359.5°.
    var sum = GLKMatrix3()
    for degrees in [359, 0] as [Float] {
      sum = GLKMatrix3Add(sum, GLKMatrix3MakeZRotation(GLKMathDegreesToRadians(degrees)))
    }
    let mean = try nearestRotation(sum)
    let expected = GLKMatrix3MakeZRotation(GLKMathDegreesToRadians(-0.5))
    for index in 0..<9 { #expect(abs(mean[index] - expected[index]) < 1e-6) }
    var broken = sum
    broken.m00 = .nan
    #expect(throws: (any Error).self) { try nearestRotation(broken) }
  }

  @Test("raw readings are pulled beside device motion")
  func readings() async throws {
    let bias = Vector3(0.005, -0.01, 0.008)
    let samples = (0..<1000).map { index in
      SensorSample(
        timestamp: Double(index) / 100, rotationRate: bias, acceleration: Vector3(0, 0, -1))
    }
    let manager = CMMotionManager(source: ReplaySource(samples))
    #expect(manager.deviceMotion == nil)
    #expect(!manager.isMagnetometerAvailable)
    #expect(manager.availableAttitudeReferenceFrames == [.xArbitraryZVertical])
    manager.startAccelerometerUpdates()
    manager.startGyroUpdates()
    manager.startDeviceMotionUpdates()
    while manager.isDeviceMotionActive { try await Task.sleep(for: .milliseconds(5)) }
    // A phone on a table: the accelerometer reads gravity, the gyroscope its bias.
    #expect(manager.accelerometerData?.acceleration == Vector3(0, 0, -1))
    #expect(manager.accelerometerData?.timestamp == 9.99)
    #expect(manager.gyroData?.rotationRate == bias)
    #expect(manager.magnetometerData == nil)
    let motion = try #require(manager.deviceMotion)
    #expect(motion.userAcceleration.length < 0.01)
    #expect(motion.rotationRate.length < 0.3 * bias.length)
    // gravity = R (0, 0, -1), with the elements by their names in Core Motion.
    let matrix: CMRotationMatrix = motion.attitude.rotationMatrix
    #expect(motion.gravity.distance(to: Vector3(-matrix.m13, -matrix.m23, -matrix.m33)) < 1e-12)

    manager.stopDeviceMotionUpdates()
    #expect(manager.deviceMotion == nil)
    #expect(manager.gyroData != nil)
    manager.stopGyroUpdates()
    manager.stopAccelerometerUpdates()
    #expect(manager.gyroData == nil && manager.accelerometerData == nil)
  }

  /// A replay that stays open after its last sample, as a device does.
  private struct OpenReplay: MotionSource {
    let replay: ReplaySource
    var sensors: MotionSensors? { replay.sensors }

    func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
      try await replay.run(receive)
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
    }
  }

  @Test("device motion starts in its frame beside raw readings; a running frame stays")
  func frames() async throws {
    func makeManager(magneticField: Vector3<Double>?) -> CMMotionManager {
      let samples = (0..<500).map { index in
        SensorSample(
          timestamp: Double(index) / 100, rotationRate: .zero, acceleration: Vector3(0, 0, -1),
          magneticField: magneticField)
      }
      return CMMotionManager(source: OpenReplay(replay: ReplaySource(samples)))
    }
    let starts: [(CMMotionManager) -> Void] = [
      { $0.startDeviceMotionUpdates(using: .xMagneticNorthZVertical) },
      {
        $0.startDeviceMotionUpdates(
          using: .xMagneticNorthZVertical, to: OperationQueue(), withHandler: { _, _ in })
      },
    ]
    var yaws: [Double] = []
    for (start, isBeside) in [(starts[0], false), (starts[0], true), (starts[1], true)] {
      let manager = makeManager(magneticField: Vector3(10, 20, -40))
      if isBeside { manager.startAccelerometerUpdates() }
      start(manager)
      manager.startAccelerometerUpdates()
      while manager.accelerometerData?.timestamp != 4.99 {
        try await Task.sleep(for: .milliseconds(5))
      }
      yaws.append(try #require(manager.deviceMotion).attitude.yaw)
      // Another frame is rejected while this one is running.
      manager.startDeviceMotionUpdates(using: .xArbitraryZVertical)
      #expect(manager.isDeviceMotionActive)
      #expect(manager.attitudeReferenceFrame == .xMagneticNorthZVertical)
      manager.stopDeviceMotionUpdates()
      #expect(manager.accelerometerData != nil)
      manager.stopAccelerometerUpdates()
    }
    #expect(abs(yaws[0]) > 0.1 && yaws[1] == yaws[0] && yaws[2] == yaws[0])

    let plain = makeManager(magneticField: nil)
    plain.startAccelerometerUpdates()
    plain.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
    #expect(!plain.isDeviceMotionActive)
    #expect(plain.attitudeReferenceFrame == .xArbitraryZVertical)
    while plain.accelerometerData?.timestamp != 4.99 {
      try await Task.sleep(for: .milliseconds(5))
    }
    plain.stopAccelerometerUpdates()
  }

  @Test("without a source nothing is available; an unavailable frame is reported")
  func unavailable() async throws {
    let nothing = CMMotionManager()
    #expect(!nothing.isDeviceMotionAvailable && !nothing.isAccelerometerAvailable)
    nothing.startDeviceMotionUpdates()
    #expect(!nothing.isDeviceMotionActive)
    let manager = CMMotionManager(
      source: ReplaySource([
        SensorSample(timestamp: 0, rotationRate: .zero, acceleration: Vector3(0, 0, -1))
      ]))
    await confirmation { confirm in
      await withCheckedContinuation { continuation in
        manager.startDeviceMotionUpdates(
          using: .xMagneticNorthZVertical, to: OperationQueue()
        ) { motion, error in
          if motion == nil, error is MotionError { confirm() }
          continuation.resume()
        }
      }
    }
  }
}
