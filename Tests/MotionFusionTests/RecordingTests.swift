import Foundation
import MotionFusion
import MotionRecordings
import MotionTestSupport
import RealModule
import TestSupport
import Testing

/// Comparison with the conventions and the motion of an iPhone.
@Suite("Recordings of an iPhone and BROAD", .needsRecordings)
struct RecordingTests {
  /// The columns of one of Sensor Logger's tables, by name.
  private static func table(_ name: String) throws -> [String: [Double]] {
    let folder = try #require(Locations.recordings).appending(path: "sensor-logger-iphone")
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",") }
    let header = try #require(rows.first).map(String.init)
    var columns: [String: [Double]] = [:]
    for (index, name) in header.enumerated() {
      columns[name] = rows.dropFirst().map { Double($0[index]) ?? .nan }
    }
    return columns
  }

  @Test("Apple's quaternion yields Apple's pitch, roll and yaw within 1e-12")
  func angles() throws {
    let table = try Self.table("Orientation.csv")
    let names = ["qx", "qy", "qz", "qw", "pitch", "roll", "yaw"]
    let columns = try names.map { try #require(table[$0]) }
    try #require(columns[0].count > 2000)
    var worst = 0.0
    for row in columns[0].indices {
      let attitude = Attitude(
        quaternion: Quaternion(
          x: columns[0][row], y: columns[1][row], z: columns[2][row], w: columns[3][row]))
      for (angle, expected) in zip(
        [attitude.pitch, attitude.roll, attitude.yaw],
        [columns[4][row], columns[5][row], columns[6][row]])
      {
        // π and -π are one angle.
        let difference = abs(angle - expected)
        worst = max(worst, min(difference, abs(difference - 2 * .pi)))
      }
    }
    #expect(worst < 1e-12, "off by \(worst)")
  }

  @Test("gravity agrees with Apple's within 0.8°, the sum with the reading")
  func gravity() throws {
    let folder = try #require(Locations.recordings).appending(path: "sensor-logger-iphone")
    let recordings = try RecordingReader().read(folder.path)
    let samples = try #require(recordings.sensorSamples.first).samples
    let apple = try #require(recordings.deviceMotion.first).samples
    let start = try #require(samples.first).timestamp
    let motion = MotionEstimator(referenceFrame: .xArbitraryCorrectedZVertical).motions(of: samples)
    var sum = 0.0
    var count = 0.0
    var place = 0
    for ours in motion {
      while place < apple.count, apple[place].timestamp < ours.timestamp - 1e-6 { place += 1 }
      guard place < apple.count, abs(apple[place].timestamp - ours.timestamp) < 1e-6 else {
        continue
      }
      let theirs = apple[place]
      let read = ours.gravity + ours.userAcceleration
      #expect((theirs.gravity + theirs.userAcceleration).distance(to: read) < 1e-6)
      guard ours.timestamp - start > 5 else { continue }
      let angle = Double.atan2(
        y: ours.gravity.cross(theirs.gravity).length, x: ours.gravity.dot(theirs.gravity))
      sum += angle * angle
      count += 1
    }
    try #require(count > 1000)
    let error = (sum / count).squareRoot() * 180 / .pi
    #expect(error < 0.8, "\(error)°")
  }

  @Test("the filter recovers from faults in a recording within 5 s")
  func faults() throws {
    let path = try #require(Locations.recordings).appending(
      path: "broad/14_undisturbed_slow_translation_with_breaks_B.csv"
    ).path
    let recording = try #require(RecordingReader().read(path).sensorSamples.first)
    let samples = Array(recording.samples.prefix(24000))
    let fault = 18000..<18500
    var faulty: [String: [SensorSample]] = [:]
    faulty["not a number"] = samples.enumerated().map { index, sample in
      var sample = sample
      if fault.contains(index), index % 3 == 0 { sample.acceleration?.x = .nan }
      if fault.contains(index), index % 3 == 1 { sample.rotationRate?.y = .infinity }
      return sample
    }
    faulty["no acceleration"] = samples.enumerated().map { index, sample in
      var sample = sample
      if fault.contains(index) { sample.acceleration = .zero }
      return sample
    }
    faulty["2 g"] = samples.enumerated().map { index, sample in
      var sample = sample
      if fault.contains(index) { sample.acceleration = Vector3(2, -2, 2) }
      return sample
    }
    faulty["2,000 °/s"] = samples.enumerated().map { index, sample in
      var sample = sample
      let limit = 2000 * Double.pi / 180
      if fault.contains(index), index % 100 < 20 {
        sample.rotationRate = Vector3(limit, -limit, 0.1 * Double(index % 5))
      }
      return sample
    }
    faulty["clipped at 2 g"] = samples.enumerated().map { index, sample in
      var sample = sample
      if fault.contains(index) {
        // As if it were shaken hard, across the range of 2 g.
        sample.acceleration?.x += 3 * Double.sin(0.11 * Double(index))
        sample.acceleration = sample.acceleration?.map { min(max($0, -2), 2) }
      }
      return sample
    }
    // Ten seconds pass unseen.
    faulty["gap"] = Array(samples[..<15500] + samples[18357...])
    faulty["backward"] = samples.enumerated().map { index, sample in
      var sample = sample
      if fault.contains(index), index % 9 == 0 { sample.timestamp -= 1 }
      return sample
    }
    faulty["half the rate"] = samples.enumerated().filter {
      $0.offset < 18000 || $0.offset % 2 == 0
    }
    .map(\.element)
    faulty["late magnetometer"] = samples.enumerated().map { index, sample in
      var sample = sample
      if index < 18000 { sample.magneticField = nil }
      return sample
    }

    var whole: [Double: Quaternion<Double>] = [:]
    var filter = InertialFilter()
    for sample in samples {
      filter.update(sample)
      whole[sample.timestamp] = filter.attitude
    }
    let recovered = samples[18500].timestamp + 5
    for (name, samples) in faulty {
      var filter = InertialFilter()
      var worst = 0.0
      for sample in samples {
        filter.update(sample)
        let attitude = try #require(filter.attitude)
        guard sample.timestamp > recovered, let expected = whole[sample.timestamp] else { continue }
        worst = max(worst, attitude.angularDistance(to: expected) * 180 / .pi)
      }
      if !["half the rate", "late magnetometer"].contains(name) {
        #expect(filter.faults.total > 0, "\(name) is not counted")
      }
      // Indoors the field bends by as much: heading set anew cannot be nearer.
      #expect(worst < 5, "\(name): \(worst)°")
    }
  }
}
