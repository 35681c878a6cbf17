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
  func recordings(folder: String) throws {
    let path = try #require(Locations.recordings).appending(path: folder)
    let tables = try FileManager.default.contentsOfDirectory(atPath: path.path).sorted()
      .filter { $0.hasSuffix(".csv") }
    let isOne = folder == "sensor-logger-iphone"
    let recordings = try (isOne ? [path] : tables.map { path.appending(path: $0) }).map { file in
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
    measure(folder, recordings)
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
        finding.remedies == [.unit(unit)]
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
