import Foundation
import MotionFusion
import MotionRecordings
import MotionSimulation
import SensorDiagnostics
import TestSupport
import Testing

/// The table of Documentation/Figures.md: prints it, and fails on a false or a wrong finding.
///
/// Takes minutes: enabled by the environment variable `INERTIAL_CONSISTENCY_FIGURES`.
@Suite(
  "Consistency figures",
  .enabled(
    if: Locations.recordings != nil
      && ProcessInfo.processInfo.environment["INERTIAL_CONSISTENCY_FIGURES"] != nil,
    "needs INERTIAL_CONSISTENCY_FIGURES=1 and the public recordings; takes minutes"))
struct ConsistencyFigureTests {
  private static let folders = [
    "broad", "orientation/euroc", "orientation/repoimu-pendulum", "orientation/repoimu-tstick",
    "orientation/repoimu-tstick/clipped", "orientation/ring", "orientation/tum-vi", "gait",
    "sensor-logger-iphone", "air-letters",
  ]

  private typealias Recording = [SensorSample]

  @Test("public recordings", arguments: folders)
  func recordings(folder: String) throws { measure(folder, try Self.recordings(folder)) }

  private static func recordings(_ folder: String) throws -> [Recording] {
    let path = try #require(Locations.recordings).appending(path: folder)
    let tables = try FileManager.default.contentsOfDirectory(atPath: path.path).sorted()
      .filter { $0.hasSuffix(".csv") }
    let isOne = folder == "sensor-logger-iphone"
    return try (isOne ? [path] : tables.map { path.appending(path: $0) }).map { file in
      guard !folder.hasPrefix("orientation") else { return try Self.samples(in: file) }
      let content = try RecordingReader().read(file.path)
      // The letters of a writer follow each other.
      guard content.sensorSamples.isEmpty else { return content.sensorSamples[0].samples }
      return content.deviceMotion.flatMap(\.samples).map {
        SensorSample(
          timestamp: $0.timestamp, rotationRate: $0.rotationRate,
          acceleration: $0.gravity + $0.userAcceleration)
      }
    }
  }

  // MARK: - Sensors that fail or change

  private static let measured = folders.filter { $0 != "air-letters" } + ["orientation/phones"]

  /// A bias of 1 to 7°/s, 20 to 60 s of rest, then the recording: five times each.
  @Test("a bias and a rest before correct recordings: no finding", arguments: measured)
  func biases(folder: String) throws {
    var random = SplitMix64(seed: 41)
    func normal() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    for recording in try Self.recordings(folder) {
      var count = 0
      for _ in 0..<5 {
        let direction = normal()
        let size = Double.random(in: 1...7, using: &random) * .pi / 180
        let bias = direction * (size / direction.length)
        // Gravity over the first second, in the frame of the first sample.
        var (attitude, force) = (Quaternion<Double>.identity, Vector3<Double>.zero)
        let start = recording[0].timestamp
        let step = (recording[100].timestamp - start) / 100
        for sample in recording.prefix(while: { $0.timestamp < start + 1 }) {
          attitude = attitude * Quaternion(rotationVector: (sample.rotationRate ?? .zero) * step)
          force += attitude.act(sample.acceleration ?? .zero)
        }
        force = force / force.length
        let rest = Int(Double.random(in: 20...60, using: &random) / step)
        var samples = (0..<rest).map { index in
          SensorSample(
            timestamp: start - Double(rest - index) * step, rotationRate: bias + normal() * 0.003,
            acceleration: force + normal() * 0.003,
            magneticField: recording[0].magneticField.map { $0 + normal() * 0.4 })
        }
        samples += recording.map { sample in
          var sample = sample
          sample.rotationRate = sample.rotationRate.map { $0 + bias }
          return sample
        }
        count += SensorConsistency.findings(in: samples).count
      }
      #expect(count == 0)
    }
  }

  /// Alters each recording from its middle on, and prints how many changes are found.
  @Test("sensors that fail or change", arguments: measured)
  func changes(folder: String) throws {
    typealias Sensor = WritableKeyPath<SensorSample, Vector3<Double>?>
    typealias Change = (Vector3<Double>, Vector3<Double>) -> Vector3<Double>
    typealias Subject = SensorFinding.Subject
    func factor(_ factor: Double) -> Change { { reading, _ in reading * factor } }
    let flip: Change = { reading, _ in Vector3(-reading.x, reading.y, reading.z) }
    let cases: [(String, Sensor, Set<Subject>, Change)] = [
      ("gyroscope zero", \.rotationRate, [.gyroscopeStuck], { _, _ in .zero }),
      ("gyroscope frozen", \.rotationRate, [.gyroscopeStuck], { $1 }),
      (
        "gyroscope x stuck", \.rotationRate, [.gyroscopeStuck],
        { Vector3($1.x, $0.y, $0.z) }
      ),
      ("accelerometer frozen", \.acceleration, [.accelerometerStuck], { $1 }),
      ("magnetometer frozen", \.magneticField, [.magnetometerStuck], { $1 }),
      ("gyroscope times 57.3", \.rotationRate, [.gyroscopeUnit, .rotation], factor(180 / .pi)),
      ("gyroscope times 1000", \.rotationRate, [.gyroscopeUnit, .rotation], factor(1000)),
      ("accelerometer times 9.81", \.acceleration, [.accelerometerUnit], factor(9.80665)),
      ("accelerometer times 1000", \.acceleration, [.accelerometerUnit], factor(1000)),
      ("gyroscope x negated", \.rotationRate, [.gyroscopeAxes, .rotation], flip),
      ("accelerometer x negated", \.acceleration, [.gyroscopeAxes, .rotation], flip),
    ]
    let recordings = try Self.recordings(folder)
    for (name, sensor, subjects, change) in cases {
      let present = recordings.filter { $0[$0.count / 2][keyPath: sensor] != nil }
      var (found, other) = (0, 0)
      for recording in present {
        var samples = recording
        let middle = samples.count / 2
        let first = samples[middle][keyPath: sensor] ?? .zero
        for index in middle..<samples.count {
          samples[index][keyPath: sensor] = samples[index][keyPath: sensor].map {
            change($0, first)
          }
        }
        let findings = SensorConsistency.findings(in: samples)
        if findings.contains(where: { subjects.contains($0.subject) && $0.start != nil }) {
          found += 1
        } else if !findings.isEmpty {
          other += 1
        }
      }
      print("\(folder), \(name): \(found) of \(present.count) found, \(other) named otherwise")
    }
  }

  /// The samples in a table of `orientation`: specific force in m/s², times.
  private static func samples(in file: URL) throws -> Recording {
    let rows = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
    let header = try #require(rows.first).split(separator: ",").map(String.init)
    let time = try #require(header.firstIndex(of: "time_s"))
    let columns = try ["gyro_x_rad_s", "accel_x_m_s2", "mag_x_uT"].map {
      try #require(header.firstIndex(of: $0))
    }
    return try rows.dropFirst().map { row in
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      let vectors = columns.map { column -> Vector3<Double>? in
        let numbers = fields[column..<column + 3].compactMap { Double($0) }
        return numbers.count == 3 ? Vector3(numbers[0], numbers[1], numbers[2]) : nil
      }
      return SensorSample(
        timestamp: try #require(Double(fields[time])), rotationRate: vectors[0],
        acceleration: vectors[1].map { $0 * (-1 / SensorSample.standardGravity) },
        magneticField: vectors[2])
    }
  }

  @Test("synthetic writers")
  func synthetic() throws {
    let recordings = try (100..<110 as Range<UInt64>).map {
      try AirSimulator().recording(
        of: "THE QUICK BROWN FOX", by: Writer(seed: $0), seed: $0
      ).samples
    }
    measure("synthetic", recordings)
  }

  private func measure(_ name: String, _ recordings: [Recording]) {
    for samples in recordings { #expect(SensorConsistency.findings(in: samples) == []) }
    print("\(name): \(recordings.count) recordings")
    let maps = AxisMap.all.filter { $0 != .identity && $0 != -.identity }
    let sensors: [(String, WritableKeyPath<SensorSample, Vector3<Double>?>)] = [
      ("gyroscope", \.rotationRate), ("accelerometer", \.acceleration),
      ("magnetometer", \.magneticField),
    ]
    for (sensor, readings) in sensors {
      let present = recordings.filter { $0.contains { $0[keyPath: readings] != nil } }
      guard !present.isEmpty else { continue }
      report("\(sensor) axes", present, cases: maps.count) { sample, index in
        sample[keyPath: readings] = sample[keyPath: readings].map(maps[index].inverse.act)
      } isRight: { finding, index in
        let map = maps[index]
        let right: [SensorFinding.Remedy] =
          switch sensor {
          case "gyroscope": [.gyroscopeAxes(map)]
          case "accelerometer": [.accelerometerAxes(map), .accelerometerAxes(-map)]
          default: [.magnetometerAxes(map), .magnetometerAxes(-map)]
          }
        return finding.remedies.contains { right.contains($0) }
      }
    }
    let factors: [(String, WritableKeyPath<SensorSample, Vector3<Double>?>, Double)] = [
      ("deg/s", \.rotationRate, 180 / .pi), ("m/s2", \.acceleration, 9.80665),
      ("gauss", \.magneticField, 0.01),
    ]
    for (unit, readings, factor) in factors {
      let present = recordings.filter { $0.contains { $0[keyPath: readings] != nil } }
      guard !present.isEmpty else { continue }
      report(unit, present, cases: 1) { sample, _ in
        sample[keyPath: readings] = sample[keyPath: readings].map { $0 * factor }
      } isRight: { finding, _ in
        // A bias in degrees per second may be the first that shows.
        finding.remedies == [.unit(unit)] || unit == "deg/s" && finding.subject == .gyroscopeBias
      }
    }
    report("ms", recordings, cases: 1) { sample, _ in
      sample.timestamp *= 1000
    } isRight: { finding, _ in
      finding.remedies == [.unit("ms")]
    }
  }

  private func report(
    _ change: String, _ recordings: [Recording], cases: Int,
    apply: (inout SensorSample, Int) -> Void, isRight: (SensorFinding, Int) -> Bool
  ) {
    var (right, wrong, total) = (0, 0, 0)
    var times: [Double] = []
    for samples in recordings {
      for index in 0..<cases {
        total += 1
        var consistency = SensorConsistency()
        var count = 0
        for var sample in samples where consistency.findings.isEmpty {
          apply(&sample, index)
          consistency.update(sample)
          count += 1
        }
        consistency.finish()
        guard !consistency.findings.isEmpty else { continue }
        if consistency.findings.contains(where: { isRight($0, index) }) {
          right += 1
          times.append(samples[count - 1].timestamp - samples[0].timestamp)
        } else {
          wrong += 1
        }
      }
    }
    times.sort()
    let median = times.isEmpty ? "-" : "\(Int(times[times.count / 2].rounded()))"
    print("  \(change): \(right) of \(total) named, median after \(median) s, \(wrong) wrong")
    #expect(wrong == 0)
  }
}
