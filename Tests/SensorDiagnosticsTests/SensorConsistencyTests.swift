import Foundation
import MotionFusion
import MotionRecordings
import MotionSimulation
import MotionTestSupport
import RealModule
import SensorDiagnostics
import TestSupport
import Testing

@Suite("SensorConsistency")
struct SensorConsistencyTests {
  private static let clean = SyntheticMotion(
    duration: 40, rate: 50, seed: 5, bias: Vector3(0.01, -0.02, 0.015)
  ).samples

  /// The samples with one sensor's readings changed.
  private static func changed(
    _ sensor: WritableKeyPath<SensorSample, Vector3<Double>?>, in samples: [SensorSample] = clean,
    by change: (Vector3<Double>) -> Vector3<Double>
  ) -> [SensorSample] {
    samples.map { sample in
      var sample = sample
      sample[keyPath: sensor] = sample[keyPath: sensor].map(change)
      return sample
    }
  }

  // MARK: - No finding

  @Test("correct sensors: no finding", arguments: 0..<4 as Range<UInt64>)
  func right(seed: UInt64) {
    let motions = [
      SyntheticMotion(duration: 30, rate: 50, seed: seed),
      SyntheticMotion(
        duration: 30, rate: 50, seed: seed, stillUntil: 10, bias: Vector3(0.05, 0, -0.05),
        offset: Vector3(60, -30, 80), noise: 5),
      SyntheticMotion(duration: 30, rate: 50, seed: seed, spin: Vector3(0, 0, 3)),
    ]
    for motion in motions {
      #expect(SensorConsistency.findings(in: motion.samples) == [])
    }
  }

  @Test("synthetic letters: no finding", arguments: 1...4 as ClosedRange<UInt64>)
  func letters(seed: UInt64) throws {
    let recording = try AirSimulator().recording(of: "HELLO", by: Writer(seed: seed), seed: seed)
    #expect(SensorConsistency.findings(in: recording.samples) == [])
  }

  @Test("stationary in any attitude, with any map: no finding")
  func still() {
    for map in AxisMap.rotations {
      let samples = SyntheticMotion(duration: 12, rate: 50, seed: 3, stillUntil: 100).samples
      let changed = Self.changed(\.rotationRate, in: samples, by: map.act)
      #expect(SensorConsistency.findings(in: changed) == [])
    }
  }

  /// An integrated bias would look like wrong axes.
  @Test("a bias of 1 to 7 deg/s, rest, then motion: no finding", arguments: 0..<12)
  func bias(seed: Int) {
    let number = Double(seed)
    let direction: Vector3<Double> = Vector3(.sin(number), .cos(1.7 * number), .sin(2.3 * number))
    let degrees: Double = 1 + number / 2
    let bias: Vector3<Double> = direction * (degrees * .pi / 180 / direction.length)
    var attitude = Quaternion(rotationVector: Vector3(0.4, number, -0.7))
    var samples: [SensorSample] = []
    for index in 0..<4500 {
      let t: Double = Double(index) / 50
      let moves: Double = t > 20 + 3 * number ? 1 : 0
      let (a, b, c): (Double, Double, Double) = (.sin(3 * t), .sin(1.9 * t + 1), .sin(1.1 * t + 2))
      let turn: Vector3<Double> = Vector3(a, b, c) * (1.2 * moves)
      attitude = attitude * Quaternion(rotationVector: turn / 50)
      let (d, e, f): (Double, Double, Double) = (.sin(5 * t), .cos(4 * t), .sin(3.3 * t))
      let push: Vector3<Double> = Vector3(d, e, f) * (0.15 * moves)
      let force: Vector3<Double> = attitude.conjugate.act(Vector3(0, 0, -1) + push)
      samples.append(SensorSample(timestamp: t, rotationRate: turn + bias, acceleration: force))
    }
    #expect(SensorConsistency.findings(in: samples).isEmpty)
  }

  @Test("nothing, one sample, numbers that are not finite: no finding")
  func degenerate() {
    #expect(SensorConsistency.findings(in: []) == [])
    #expect(SensorConsistency.findings(in: [Self.clean[0]]) == [])
    var samples = Self.clean
    for index in samples.indices {
      switch index % 7 {
      case 0: samples[index].rotationRate = Vector3(.nan, 0, .infinity)
      case 1: samples[index].acceleration = Vector3(0, .nan, 0)
      case 2: samples[index].magneticField = Vector3(.infinity, 0, 0)
      case 3: samples[index].acceleration = .zero
      case 4: samples[index].acceleration = Vector3(1e300, 0, 0)
      default: break
      }
      if index % 100 == 50 { samples[index].timestamp = .nan }
      if index % 100 == 51 { samples[index].timestamp = -1e300 }
    }
    #expect(SensorConsistency.findings(in: samples) == [])
    let nothing = (0..<1000).map { SensorSample(timestamp: Double($0) / 100) }
    #expect(SensorConsistency.findings(in: nothing) == [])
  }

  /// A point pendulum's accelerometer reads along its rod: gravity seems not to turn at all.
  @Test("a pendulum, which any rotation about its rod explains: no finding")
  func pendulum() {
    var (angle, speed) = (1.0, 0.0)
    let dt = 1e-3
    var samples: [SensorSample] = []
    for index in 0..<60_000 {
      speed -= 9.81 * Double.sin(angle) * dt
      angle += speed * dt
      guard index % 10 == 0 else { continue }
      let pull = (speed * speed + 9.81 * Double.cos(angle)) / 9.81
      samples.append(
        SensorSample(
          timestamp: Double(index) * dt, rotationRate: Vector3(0, speed, 0),
          acceleration: Vector3(0, 0, -pull)))
    }
    #expect(SensorConsistency.findings(in: samples) == [])
    let mirrored = Self.changed(\.rotationRate, in: samples) { -$0 }
    #expect(SensorConsistency.findings(in: mirrored) == [])
  }

  // MARK: - Axes

  private static let maps = [
    "+y,-x,+z", "-x,-y,+z", "-x,+y,+z", "+y,+x,+z", "-y,-z,-x", "+z,+x,+y",
  ]

  @Test("a gyroscope with other axes is named, with the map that corrects it", arguments: maps)
  func gyroscope(text: String) throws {
    let map = try AxisMap(text)
    let wrong = Self.changed(\.rotationRate, by: map.inverse.act)
    let findings = SensorConsistency.findings(in: wrong)
    #expect(findings.map(\.subject) == [.gyroscopeAxes])
    #expect(findings.first?.remedies == [.gyroscopeAxes(map)])
    #expect(findings.first?.description.contains("--gyro-axes \(text)") == true)
    let correction = try SensorCorrection(gyroscopeAxes: map)
    #expect(SensorConsistency.findings(in: wrong.map(correction.applied)) == [])
  }

  /// A map and its opposite, the one with fewer moved axes and changed signs first.
  private static func likeliestFirst(_ map: AxisMap) -> [AxisMap] {
    func changes(_ map: AxisMap) -> Int {
      zip(map.description.split(separator: ","), ["x", "y", "z"]).reduce(0) { sum, part in
        sum + (part.0.first == "-" ? 1 : 0) + (part.0.hasSuffix(part.1) ? 0 : 1)
      }
    }
    return [map, -map].sorted { changes($0) < changes($1) }
  }

  @Test("an accelerometer with other axes is named, up to its sign", arguments: maps)
  func accelerometer(text: String) throws {
    let map = try AxisMap(text)
    let findings = SensorConsistency.findings(
      in: Self.changed(\.acceleration, by: map.inverse.act))
    #expect(findings.map(\.subject) == [.accelerometerAxes])
    #expect(
      findings.first?.remedies == Self.likeliestFirst(map).map { .accelerometerAxes($0) })
  }

  @Test("a magnetometer with other axes is named, up to its sign", arguments: maps)
  func magnetometer(text: String) throws {
    let map = try AxisMap(text)
    let findings = SensorConsistency.findings(
      in: Self.changed(\.magneticField) { map.inverse.act($0) + Vector3(30, -20, 10) })
    #expect(findings.map(\.subject) == [.magnetometerAxes])
    #expect(
      findings.first?.remedies == Self.likeliestFirst(map).map { .magnetometerAxes($0) })
  }

  @Test("rates of the opposite sign")
  func sign() {
    let findings = SensorConsistency.findings(in: Self.changed(\.rotationRate) { -$0 })
    #expect(findings.first?.remedies == [.gyroscopeAxes(-.identity)])
  }

  @Test("without a magnetometer gyroscope and accelerometer are alternatives")
  func alternatives() throws {
    let map = try AxisMap("+y,-x,+z")
    let samples = Self.clean.map { sample in
      var sample = sample
      sample.magneticField = nil
      sample.rotationRate = sample.rotationRate.map(map.inverse.act)
      return sample
    }
    #expect(
      SensorConsistency.findings(in: samples).first?.remedies
        == [
          .gyroscopeAxes(map), .accelerometerAxes(map.inverse), .accelerometerAxes(-map.inverse),
        ])
  }

  @Test(
    "without a magnetometer a mirrored accelerometer comes first",
    arguments: ["-x,+y,+z", "+y,+x,+z"])
  func mirroredAlone(text: String) throws {
    let map = try AxisMap(text)
    let samples = Self.changed(\.acceleration, by: map.act).map { sample in
      var sample = sample
      sample.magneticField = nil
      return sample
    }
    let finding = try #require(SensorConsistency.findings(in: samples).first)
    #expect(finding.remedies.first == .accelerometerAxes(map.inverse))
  }

  @Test("rates of the opposite sign in gestures in a row, whose gravity jumps")
  func oppositeInGestures() {
    // Pieces of 1.2 s of three motions, as a table of gestures without times.
    let motions = (0..<3).map {
      SyntheticMotion(duration: 40, rate: 100, seed: UInt64($0 + 11), bias: .zero).samples
    }
    func row(_ sign: Double) -> [SensorSample] {
      var samples: [SensorSample] = []
      for piece in 0..<60 {
        for sample in motions[piece % 3][(piece * 60)..<(piece * 60 + 120)] {
          samples.append(
            SensorSample(
              timestamp: Double(samples.count) / 100,
              rotationRate: sample.rotationRate.map { $0 * sign },
              acceleration: sample.acceleration))
        }
      }
      return samples
    }
    let finding = SensorConsistency.findings(in: row(-1)).first
    #expect(finding?.remedies == [.gyroscopeAxes(-.identity)], "\(String(describing: finding))")
    #expect(SensorConsistency.findings(in: row(1)).isEmpty)
  }

  @Test("rates of the opposite sign in gestures that are recordings, each too short to show it")
  func oppositeInRecordings() {
    let motions = (0..<3).map {
      SyntheticMotion(duration: 40, rate: 100, seed: UInt64($0 + 11), bias: .zero).samples
    }
    func gestures(_ sign: Double) -> [[SensorSample]] {
      (0..<30).map { piece in
        motions[piece % 3][(piece * 100)..<(piece * 100 + 120)].map { sample in
          SensorSample(
            timestamp: sample.timestamp - motions[piece % 3][piece * 100].timestamp,
            rotationRate: sample.rotationRate.map { $0 * sign }, acceleration: sample.acceleration)
        }
      }
    }
    #expect(gestures(-1).allSatisfy { SensorConsistency.findings(in: $0).isEmpty })
    let finding = SensorConsistency.finding(inGestures: gestures(-1))
    #expect(finding?.remedies == [.gyroscopeAxes(-.identity)])
    #expect(SensorConsistency.finding(inGestures: gestures(1)) == nil)
  }

  @Test("readings that end at a ceiling, and not extremes that are passed once")
  func ceiling() {
    func clip(_ limit: Double) -> (Vector3<Double>) -> Vector3<Double> {
      { v in
        Vector3(
          min(max(v.x, -limit), limit), min(max(v.y, -limit), limit), min(max(v.z, -limit), limit))
      }
    }
    let rates = Self.clean.compactMap(\.rotationRate?.x).map(abs)
    let limit = 0.5 * (rates.max() ?? 0)
    let findings = SensorConsistency.findings(in: Self.changed(\.rotationRate, by: clip(limit)))
    let found = findings.first { $0.subject == .gyroscopeRange }
    #expect(found != nil, "\(findings)")
    #expect(
      SensorConsistency.findings(in: Self.clean).allSatisfy { $0.subject != .gyroscopeRange })
    // Pulses of one height are none.
    let pulses = (0..<2000).map { row in
      SensorSample(
        timestamp: Double(row) / 100, rotationRate: Vector3(0, 0, row / 50 % 4 == 0 ? 1.5 : 0),
        acceleration: Vector3(0, 0, -1))
    }
    #expect(SensorConsistency.findings(in: pulses).isEmpty)
  }

  @Test("an accelerometer in g that was divided by 9.8 has an option")
  func dividedTwice() throws {
    let wrong = Self.changed(\.acceleration) { $0 / SensorSample.standardGravity }
    let finding = try #require(SensorConsistency.findings(in: wrong).first)
    #expect(finding.remedies == [.unit("9.80665g")])
    let correction = try SensorCorrection(units: SensorUnits("9.80665g"))
    #expect(SensorConsistency.findings(in: wrong.map(correction.applied)).isEmpty)
    for text in ["0g", "x9g", "1..2g", "9.8"] {
      #expect(throws: SensorCorrectionError.self) { try SensorUnits(text) }
    }
  }

  @Test("two wrong sensors yield two findings")
  func twoSensors() throws {
    let (mirror, turn) = (try AxisMap("-x,+y,+z"), try AxisMap("+y,-x,+z"))
    var samples = Self.changed(\.rotationRate, by: mirror.inverse.act)
    samples = Self.changed(\.magneticField, in: samples, by: turn.inverse.act)
    let findings = SensorConsistency.findings(in: samples)
    #expect(findings.map(\.subject) == [.gyroscopeAxes, .magnetometerAxes])
    let correction = try SensorCorrection(gyroscopeAxes: mirror, magnetometerAxes: turn)
    #expect(findings.first?.remedies == [.gyroscopeAxes(mirror)])
    #expect(findings.last?.remedies.first == .magnetometerAxes(turn))
    #expect(SensorConsistency.findings(in: samples.map(correction.applied)) == [])
  }

  @Test("the sign of accelerometer and magnetometer, and a common rotation, are not observable")
  func notObservable() throws {
    #expect(SensorConsistency.findings(in: Self.changed(\.acceleration) { -$0 }) == [])
    #expect(SensorConsistency.findings(in: Self.changed(\.magneticField) { -$0 }) == [])
    let mount = try SensorCorrection(mount: SensorCorrection.rotation("20,-70,130"))
    #expect(SensorConsistency.findings(in: Self.clean.map(mount.applied)) == [])
  }

  // MARK: - Units

  @Test(
    "a wrong unit is named",
    arguments: [
      ("deg/s", SensorFinding.Subject.gyroscopeUnit), ("m/s2", .accelerometerUnit),
      ("mg", .accelerometerUnit), ("gauss", .magnetometerUnit), ("nT", .magnetometerUnit),
      ("T", .magnetometerUnit), ("ms", .timeUnit), ("us", .timeUnit), ("ns", .timeUnit),
    ])
  func unit(name: String, subject: SensorFinding.Subject) throws {
    let units = try SensorUnits(name)
    let wrong = Self.clean.map { sample in
      SensorSample(
        timestamp: sample.timestamp / units.time,
        rotationRate: sample.rotationRate.map { $0 / units.rotationRate },
        acceleration: sample.acceleration.map { $0 / units.acceleration },
        magneticField: sample.magneticField.map { $0 / units.magneticField })
    }
    let findings = SensorConsistency.findings(in: wrong)
    #expect(findings.map(\.subject) == [subject])
    #expect(findings.first?.remedies == [.unit(name)])
    let correction = try SensorCorrection(units: units)
    #expect(SensorConsistency.findings(in: wrong.map(correction.applied)) == [])
  }

  @Test("acceleration without gravity; rates converted to radians twice")
  func otherUnits() {
    let moving = Self.changed(\.acceleration) { _ in Vector3(0.02, 0.01, 0) }
    #expect(
      SensorConsistency.findings(in: moving).first?.description.contains("gravity was removed")
        == true)
    let slow = Self.changed(\.rotationRate) { $0 * (.pi / 180) }
    #expect(SensorConsistency.findings(in: slow).map(\.subject) == [.gyroscopeUnit])
  }

  // MARK: - Sensors that fail or change

  /// The samples with one sensor's readings changed from the middle of the recording on, at 20 s.
  private static func changedLate(
    _ sensor: WritableKeyPath<SensorSample, Vector3<Double>?>, in samples: [SensorSample] = clean,
    from start: Int = clean.count / 2,
    by change: (_ reading: Vector3<Double>, _ first: Vector3<Double>) -> Vector3<Double>
  ) -> [SensorSample] {
    var samples = samples
    let first = samples[start][keyPath: sensor] ?? .zero
    for index in start..<samples.count {
      samples[index][keyPath: sensor] = samples[index][keyPath: sensor].map { change($0, first) }
    }
    return samples
  }

  @Test("a sensor or an axis that sticks is named, with the time", arguments: [0, clean.count / 2])
  func stuck(start: Int) throws {
    let time = Self.clean[start].timestamp - Self.clean[0].timestamp
    typealias Case = (WritableKeyPath<SensorSample, Vector3<Double>?>, SensorFinding.Subject)
    let cases: [Case] = [
      (\.rotationRate, .gyroscopeStuck), (\.acceleration, .accelerometerStuck),
      (\.magneticField, .magnetometerStuck),
    ]
    for (sensor, subject) in cases {
      let frozen = SensorConsistency.findings(
        in: Self.changedLate(sensor, from: start) { $1 })
      #expect(frozen.map(\.subject) == [subject])
      #expect(try abs(#require(frozen.first?.start) - time) < 0.1)
      #expect(frozen.first?.remedies == [])
    }
    let zero = SensorConsistency.findings(
      in: Self.changedLate(\.rotationRate, from: start) { _, _ in .zero })
    #expect(zero.map(\.subject) == [.gyroscopeStuck])
    for axis in 0..<3 {
      let findings = SensorConsistency.findings(
        in: Self.changedLate(\.rotationRate, from: start) { reading, first in
          var reading = reading
          reading[axis] = first[axis]
          return reading
        })
      #expect(findings.map(\.subject) == [.gyroscopeStuck])
      let name = ["x", "y", "z"][axis]
      #expect(findings.first?.description.contains("the same \(name) in all") == true)
    }
  }

  @Test(
    "a unit that changes is named, with the time",
    arguments: [
      (180 / Double.pi, SensorFinding.Subject.gyroscopeUnit), (1000, .gyroscopeUnit),
      (9.80665, .accelerometerUnit), (1 / 9.80665, .accelerometerUnit),
      (1000, .accelerometerUnit), (1000, .magnetometerUnit), (0.01, .magnetometerUnit),
    ])
  func changedUnit(factor: Double, subject: SensorFinding.Subject) throws {
    let sensor: WritableKeyPath<SensorSample, Vector3<Double>?> =
      switch subject {
      case .gyroscopeUnit: \.rotationRate
      case .accelerometerUnit: \.acceleration
      default: \.magneticField
      }
    let findings = SensorConsistency.findings(
      in: Self.changedLate(sensor) { reading, _ in reading * factor })
    let finding = try #require(findings.first { $0.subject == subject })
    // Within a block of 2 s.
    #expect(try abs(#require(finding.start) - 20) <= 2.1)
    #expect(finding.description.contains("the unit changed"))
  }

  @Test("an axis that changes its sign is found, with the time", arguments: 0..<3)
  func changedSign(axis: Int) throws {
    for sensor in [\SensorSample.rotationRate, \.acceleration] {
      let findings = SensorConsistency.findings(
        in: Self.changedLate(sensor) { reading, _ in
          var reading = reading
          reading[axis] = -reading[axis]
          return reading
        })
      #expect(findings.allSatisfy { [.gyroscopeAxes, .rotation].contains($0.subject) })
      #expect(try abs(#require(findings.first?.start) - 20) <= 4.1)
    }
  }

  /// Biases of 20°/s are estimated; gravity shows that a device does not turn.
  @Test("a bias beyond 20 deg/s at rest is reported, unless it may be a turn")
  func largeBias() throws {
    func findings(_ degrees: Vector3<Double>) -> [SensorFinding] {
      SensorConsistency.findings(
        in: SyntheticMotion(
          duration: 10, rate: 50, seed: 2, stillUntil: 20, bias: degrees * (.pi / 180)
        ).samples)
    }
    #expect(findings(Vector3(25, 0, 0)).map(\.subject) == [.gyroscopeBias])
    #expect(findings(Vector3(15, 0, 0)) == [])
    let up = SyntheticMotion(duration: 1, rate: 50, seed: 2, stillUntil: 2).samples[9].acceleration
    #expect(findings(try #require(up) * 30) == [])
  }

  /// A simulation without noise may leave a sensor or an axis constant.
  @Test("exact readings that are constant: no finding")
  func exact() {
    let samples = (0..<3000).map { index in
      let t: Double = Double(index) / 100
      let turn = Double.sin(t)
      let push: Double = t < 15 ? 0 : 0.4 * Double.sin(2 * t)
      return SensorSample(
        timestamp: t, rotationRate: Vector3(0, 0, t < 15 ? turn : 0),
        acceleration: Vector3(push, 0, -1), magneticField: nil)
    }
    #expect(SensorConsistency.findings(in: samples) == [])
  }

  @Test(
    "public recordings have no finding",
    .needsRecordings,
    arguments: ["sensor-logger-iphone", "gait/short_walk.csv"])
  func recordings(path: String) throws {
    let folder = try #require(Locations.recordings)
    let recordings = try RecordingReader().read(folder.appending(path: path).path)
    let samples = try #require(recordings.sensorSamples.first).samples
    #expect(SensorConsistency.findings(in: samples) == [])
  }
}
