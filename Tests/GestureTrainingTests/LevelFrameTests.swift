import MotionRecordings
import RealModule
import TestSupport
import Testing

@testable import GestureRecognition
@testable import GestureTraining

@Suite("Level frames of templates")
struct LevelFrameTests {
  /// A recording of one person's gesture.
  private typealias Take = (label: String, user: String, motions: [DeviceMotion])

  /// How each person holds a device: rolled about its long axis and pitched, in radians.
  private static let tilts = [(1.6, 0.3), (-1.4, -0.5), (0.4, 0.6), (-0.6, -0.2), (2.4, 0.1)].map {
    Quaternion(rotationVector: Vector3($1, 0, 0)) * Quaternion(rotationVector: Vector3(0, $0, 0))
  }

  private static let yAxis = Vector3(0.0, 1, 0)
  private static let zAxis = Vector3(0.0, 0, 1)

  private static func turn(_ angle: Double, about axis: Vector3<Double>) -> Quaternion<Double> {
    Quaternion(rotationVector: axis * angle)
  }

  /// Three movements of the hand, each also turned by a quarter about the long axis, by people who
  /// tilt the device differently in the hand: what its axes measure of one movement by one person
  /// is what they measure of another by the next.
  private static func ofHand() -> [Take] {
    takes { moved($0, turn: $1, tilt: $2, heading: $3) }
  }

  /// The movement of a level device, turned, with the device tilted.
  private static func moved(
    _ motions: [DeviceMotion], turn: Quaternion<Double>, tilt: Quaternion<Double>,
    heading: Quaternion<Double>
  ) -> [DeviceMotion] {
    let levelFromDevice = turn.conjugate * tilt
    return motions.map { motion in
      DeviceMotion(
        timestamp: motion.timestamp,
        attitude: Attitude(
          quaternion: heading * turn * motion.attitude.quaternion * levelFromDevice),
        rotationRate: levelFromDevice.conjugate.act(motion.rotationRate),
        userAcceleration: levelFromDevice.conjugate.act(motion.userAcceleration))
    }
  }

  /// The same movements about the axes of the device, which people tilt differently.
  private static func ofDevice() -> [Take] {
    takes { motions, turn, tilt, heading in
      moved(motions, turn: turn, tilt: .identity, heading: heading * tilt)
    }
  }

  /// Four takes of each movement by each person, in any heading.
  private static func takes(
    _ moved: (
      _ motions: [DeviceMotion], _ turn: Quaternion<Double>, _ tilt: Quaternion<Double>,
      _ heading: Quaternion<Double>
    ) -> [DeviceMotion]
  ) -> [Take] {
    var random = SplitMix64(seed: 3)
    var takes: [Take] = []
    for (person, tilt) in tilts.enumerated() {
      for shape in 1...3 as ClosedRange<UInt64> {
        for isTurned in [false, true] {
          for take in 0..<4 {
            let motions = MotionNormalizerTests.gesture(
              shape: shape, size: 1 + 0.1 * Double(take), speed: 1 + 0.05 * Double(person))
            let heading = turn(.random(in: -3...3, using: &random), about: zAxis)
            takes.append(
              (
                "shape \(shape)\(isTurned ? ", turned" : "")", "person \(person)",
                moved(motions, turn(isTurned ? .pi / 2 : 0, about: yAxis), tilt, heading)
              ))
          }
        }
      }
    }
    return takes
  }

  private static func examples(_ takes: [Take]) throws -> [Example<MotionSeries>] {
    try takes.map {
      Example(
        representation: try MotionNormalizer().series(of: $0.motions), label: $0.label,
        user: $0.user)
    }
  }

  /// The share of gestures that are right, each person left out in turn.
  private static func accuracy(
    _ takes: [Take], _ classifier: NearestTemplates = NearestTemplates()
  ) async throws -> Double {
    try await Evaluation(.leaveOneUserOut).run(
      classifier, on: ExampleSet(examples: examples(takes))
    ).accuracy
  }

  /// A model of the first four people, and the takes of the last.
  private static func model() async throws -> (model: TemplateModel, others: [Take]) {
    let takes = ofHand()
    let last = takes[takes.count - 1].user
    let model = try await NearestTemplates().train(examples(takes.filter { $0.user != last }))
    return (model, takes.filter { $0.user == last })
  }

  @Test("people who tilt the device differently are compared in level frames")
  func hand() async throws {
    let takes = Self.ofHand()
    #expect(try await NearestTemplates().train(Self.examples(takes)).matching.isLevel)
    #expect(try await Self.accuracy(takes) >= 0.95)
    var mean = NearestTemplates()
    mean.choosesFrame = false
    #expect(try await !mean.train(Self.examples(takes)).matching.isLevel)
    #expect(try await Self.accuracy(takes, mean) < 0.6)
  }

  @Test("gestures about the axes of the device are compared in mean frames")
  func device() async throws {
    let takes = Self.ofDevice()
    #expect(try await !NearestTemplates().train(Self.examples(takes)).matching.isLevel)
    #expect(try await Self.accuracy(takes) == 1)
    var level = NearestTemplates()
    level.choosesFrame = false
    level.matching.isLevel = true
    #expect(try await level.train(Self.examples(takes)).matching.isLevel)
    #expect(try await Self.accuracy(takes, level) < 0.8)
  }

  @Test("one person, and people without names, are compared in mean frames")
  func onePerson() async throws {
    let examples = try Self.examples(Self.ofHand())
    var one = examples.filter { $0.user == "person 0" }
    #expect(try await !NearestTemplates().train(one).matching.isLevel)
    // The names of some only.
    for index in one.indices where index % 2 == 0 { one[index].user = nil }
    #expect(try await !NearestTemplates().train(one).matching.isLevel)
    var unnamed = examples
    for index in unnamed.indices { unnamed[index].user = nil }
    #expect(try await !NearestTemplates().train(unnamed).matching.isLevel)
  }

  @Test("representatives are chosen in the frame of the model")
  func condensed() async throws {
    var classifier = NearestTemplates()
    classifier.examplesPerClass = 3
    let examples = try Self.examples(Self.ofHand())
    let model = try await classifier.train(examples)
    #expect(model.matching.isLevel && model.exampleCount == 18)
    classifier.matching.isLevel = true
    classifier.choosesFrame = false
    #expect(try await classifier.train(examples) == model)
  }

  @Test("a file holds the frame, and its model gives the same answers")
  func file() async throws {
    let (model, others) = try await Self.model()
    let bytes = try RecognitionModel.templates(model).file()
    let read = try RecognitionModel(file: bytes)
    #expect(read == .templates(model))
    for take in others {
      let recognition = try GestureRecognizer(read).recognize(take.motions)
      #expect(try recognition == model.recognize(take.motions))
      #expect(recognition.label == take.label)
    }
    // The frame is none of the notes that a program reads or changes.
    #expect(Set(model.metadata.keys) == ["classifier", "examples"])
    #expect(throws: ModelError.self) {
      try RecognitionModel(
        file: bytes.replacingParts(Parts.text("level"), with: Parts.text("slope")))
    }
  }

  @Test("a level frame does not depend on roll and heading, and hardly on pitch")
  func invariance() throws {
    func series(
      _ roll: Double, pitch: Double, heading: Double, turn: Double = 0
    ) throws -> MotionSeries {
      let tilt = Self.turn(pitch, about: Vector3(1, 0, 0)) * Self.turn(roll, about: Self.yAxis)
      return try MotionNormalizer().series(
        of: Self.moved(
          MotionNormalizerTests.gesture(shape: 2), turn: .identity,
          tilt: tilt * Self.turn(turn, about: Self.zAxis),
          heading: Self.turn(heading, about: Self.zAxis)))
    }
    func difference(_ a: MotionSeries, _ b: MotionSeries) -> Float {
      let pairs = zip(a.rotationRate + a.acceleration, b.rotationRate + b.acceleration)
      return (pairs.reduce(0) { $0 + ($1.0 - $1.1).lengthSquared } / Float(2 * a.count))
        .squareRoot()
    }
    let flat = try series(0, pitch: 0, heading: 0)
    for roll in [-2.5, -1, 0.4, 1.6, 3] {
      let rolled = try series(roll, pitch: 0, heading: 2 * roll)
      #expect(difference(flat.levelled, rolled.levelled) < 1e-5)
      #expect(difference(flat, rolled) > 0.3)
      // A session turns the axes of the device, and with them the direction against gravity.
      let turned = try series(roll, pitch: 0.2, heading: 1, turn: 0.5)
      let straight = try series(roll, pitch: 0.2, heading: 1)
      #expect(difference(turned.levelled, straight.turned(by: 0.5).levelled) < 1e-4)
    }
    for pitch in [-0.8, 0.5, 1] {
      let pitched = try series(1, pitch: pitch, heading: 1)
      #expect(difference(flat.levelled, pitched.levelled) < 0.3)
    }
  }

  @Test("no level frame: upright, without gravity, or without an attitude")
  func fallback() async throws {
    let waves = (0..<32).map { Vector3(Double($0 % 3), Double($0 % 5) - 2, 1) }
    func series(_ up: Vector3<Double>) -> MotionSeries {
      MotionSeries(rotationRate: waves, acceleration: waves, duration: 1, up: up)
    }
    for up in [Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(1e-4, 1, 0), Vector3(.nan, 0, 1)] {
      #expect(series(up).levelled.rotationRate == series(up).rotationRate)
    }
    // Face up: x remains, y is out of the screen, and z is towards the user.
    let flat = series(Vector3(0, 0, 1))
    #expect(flat.levelled.rotationRate == flat.rotationRate.map { Vector3($0.x, $0.z, -$0.y) })
    #expect(flat.levelled.acceleration == flat.acceleration.map { Vector3($0.x, $0.z, -$0.y) })
    // Without gravity all attitudes start alike: a rotation of all gestures, and no choice.
    let still = Self.ofDevice().map { take -> Take in
      var take = take
      for index in take.motions.indices {
        take.motions[index].attitude = Attitude(quaternion: .identity)
        take.motions[index].gravity = .zero
      }
      return take
    }
    let examples = try Self.examples(still)
    for example in examples {
      let series = example.representation
      #expect(
        series.levelled.rotationRate == series.rotationRate.map { Vector3($0.x, $0.z, -$0.y) })
    }
    #expect(try await !NearestTemplates().train(examples).matching.isLevel)
    // A model in level frames refuses what is no gesture, as any other.
    let model = try await Self.model().model
    var motions = Self.ofHand()[0].motions
    #expect(throws: GestureError.tooFewSamples(count: 1, minimum: 6)) {
      try model.recognize(Array(motions.prefix(1)))
    }
    motions[7].attitude = Attitude(quaternion: Quaternion(x: .nan, y: 0, z: 0, w: 1))
    #expect(try model.recognize(motions).label == Self.ofHand()[0].label)
    for index in motions.indices { motions[index].attitude = motions[7].attitude }
    #expect(throws: GestureError.self) { try model.recognize(motions) }
    for index in motions.indices {
      motions[index] = DeviceMotion(
        timestamp: motions[index].timestamp, attitude: Attitude(quaternion: .identity),
        rotationRate: .zero, userAcceleration: .zero)
    }
    #expect(throws: GestureError.atRest) { try model.recognize(motions) }
  }

  @Test("gestures in a live session have the answers of recordings of them")
  func live() async throws {
    let (model, others) = try await Self.model()
    let recognizer = GestureRecognizer(.templates(model))
    var recordings = Recordings(format: "test")
    recordings.deviceMotion = others.map { LabeledRecording(samples: $0.motions) }
    let whole = recognizer.recognize(recordings)
    var session = WritingSession(recognizer)
    var live: [RecognizedGesture] = []
    for (number, take) in others.enumerated() {
      // Between touch and release, a quarter of a minute apart.
      for var motion in take.motions {
        motion.timestamp += 16 * Double(number)
        motion.isTouching = true
        live += session.update(motion)
      }
      var released = take.motions[take.motions.count - 1]
      released.timestamp += 16 * Double(number) + 0.01
      released.isTouching = false
      live += session.update(released)
    }
    #expect(live.map(\.label) == others.map(\.label))
    #expect(whole.map(\.label) == others.map(\.label))
    for (a, b) in zip(live.compactMap(\.recognition), whole.compactMap(\.recognition)) {
      #expect(abs(a.score - b.score) < 1e-4 && abs(a.confidence - b.confidence) < 1e-4)
      #expect(a.isGesture == b.isGesture)
    }
  }
}
