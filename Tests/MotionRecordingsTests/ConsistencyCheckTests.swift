import Foundation
import MotionFusion
import TestSupport
import Testing

@testable import MotionRecordings

@Suite("ConsistencyCheck")
struct ConsistencyCheckTests {
  /// A device that is turned about changing axes at 100 Hz and shaken a little, `speed` rad/s at
  /// most about each axis.
  private static func recording(
    seed: UInt64, speed: Double = 1, shake: Double = 0.02, seconds: Int = 6
  ) -> Recordings {
    var random = SplitMix64(seed: seed)
    func vector(_ deviation: Double) -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * deviation
    }
    let frequencies = vector(1)
    var attitude = Attitude(
      pitch: random.nextNormal(), roll: random.nextNormal(), yaw: random.nextNormal()
    ).quaternion
    var samples: [SensorSample] = []
    var motion: [DeviceMotion] = []
    let field = Vector3(0.0, 20, -43)
    for index in 0..<100 * seconds {
      let time = Double(index) / 100
      let rate =
        Vector3(sin(frequencies.x * time), sin(frequencies.y * time), cos(frequencies.z * time))
        * speed
      attitude = (attitude * Quaternion(rotationVector: rate / 100))
      let moment = DeviceMotion(
        timestamp: time, attitude: Attitude(quaternion: attitude), rotationRate: rate,
        userAcceleration: vector(shake))
      motion.append(moment)
      samples.append(
        SensorSample(
          timestamp: time, rotationRate: rate + vector(0.01),
          acceleration: moment.gravity + moment.userAcceleration + vector(0.002),
          magneticField: attitude.conjugate.act(field) + vector(0.5)))
    }
    var recordings = Recordings(format: "")
    recordings.sensorSamples = [LabeledRecording(name: "r", samples: samples)]
    recordings.deviceMotion = [LabeledRecording(name: "r", samples: motion)]
    return recordings
  }

  private static func contradictions(_ recordings: Recordings) -> [String] {
    ConsistencyCheck.warnings(about: recordings, in: "r.csv").map(\.description)
  }

  @Test(
    "a correct recording has no warning: slow, fast, stationary or shaken",
    arguments: 0..<3 as Range<UInt64>
  )
  func right(seed: UInt64) {
    for (speed, shake) in [(0, 0), (0.05, 0.01), (1, 0.02), (8, 0.5), (0.5, 2)] {
      var recordings = Self.recording(seed: seed, speed: speed, shake: shake)
      #expect(Self.contradictions(recordings) == [])
      recordings.deviceMotion = []
      #expect(Self.contradictions(recordings) == [])
    }
  }

  /// A mistake in a recording's units or signs, with words of its warning.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var words: String
    var make: @Sendable (inout Recordings) -> Void

    init(_ name: String, _ words: String, _ make: @escaping @Sendable (inout Recordings) -> Void) {
      testDescription = name
      self.words = words
      self.make = make
    }
  }

  static let mistakes: [Mistake] = [
    Mistake("m/s² as g", "the numbers are in m/s²") { $0.scale(\.acceleration, 9.80665) },
    Mistake("g as m/s²", "the numbers are 1/9.8 of those in g") {
      $0.scale(\.acceleration, 1 / 9.80665)
    },
    Mistake("mg as g", "the numbers are in mg") { $0.scale(\.acceleration, 1000) },
    Mistake("sign of the accelerometer", "the sign is the other platform's") {
      $0.scale(\.acceleration, -1)
    },
    Mistake("no gravity", "gravity was removed") { recordings in
      let motion = recordings.deviceMotion[0].samples
      for index in motion.indices {
        recordings.sensorSamples[0].samples[index].acceleration = motion[index].userAcceleration
      }
    },
    Mistake("user acceleration's sign", "if user acceleration has the opposite sign") {
      $0.deviceMotion.change { $0.userAcceleration = -$0.userAcceleration }
    },
    Mistake("user acceleration in m/s²", "if user acceleration is in m/s²") {
      $0.deviceMotion.change { $0.userAcceleration *= 9.80665 }
    },
    Mistake("degrees as radians", "in degrees; correct it with --units deg/s") {
      $0.scale(\.rotationRate, 180 / .pi)
    },
    Mistake("radians as degrees", "1/57.3 of those in rad/s") {
      $0.scale(\.rotationRate, .pi / 180)
    },
    Mistake("degrees, no attitude", "in degrees; correct it with --units deg/s") {
      $0.scale(\.rotationRate, 180 / .pi)
      $0.deviceMotion = []
    },
    Mistake("degrees, nothing else", "the numbers seem to be in degrees") {
      $0.scale(\.rotationRate, 4 * 180 / .pi)
      $0.deviceMotion = []
      $0.sensorSamples.change { $0.acceleration = nil }
    },
    Mistake("gyroscope's axes", "--gyro-axes +y,-x,+z") {
      $0.sensorSamples.change { sample in
        sample.rotationRate = sample.rotationRate.map { Vector3(-$0.y, $0.x, $0.z) }
      }
      $0.deviceMotion = []
    },
    Mistake("sign of the gyroscope", "the rates have the opposite sign") {
      $0.scale(\.rotationRate, -1)
    },
    Mistake("reference to device", "the attitude is from reference to device") {
      $0.deviceMotion.change { $0.attitude.quaternion = $0.attitude.quaternion.conjugate }
    },
    Mistake("gauss", "the unit seems to be gauss") { $0.scale(\.magneticField, 0.01) },
    Mistake("milliseconds", "the times are in another unit") {
      $0.sensorSamples.change { $0.timestamp *= 1000 }
      $0.deviceMotion = []
    },
  ]

  @Test("a wrong unit or sign is a warning with figures", arguments: mistakes)
  func wrong(mistake: Mistake) {
    for seed in 0..<2 as Range<UInt64> {
      var recordings = Self.recording(seed: seed, shake: 0.04, seconds: 30)
      mistake.make(&recordings)
      let contradictions = Self.contradictions(recordings)
      #expect(contradictions.contains { $0.contains(mistake.words) }, "\(contradictions)")
    }
  }

  @Test("up to three spikes do not indicate a wrong unit", arguments: [200.0, 2e5])
  func spikes(rate: Double) {
    var recordings = Self.recording(seed: 1, shake: 0.04)
    recordings.deviceMotion = []
    recordings.sensorSamples[0].samples.removeLast(recordings.sensorSamples[0].samples.count - 60)
    recordings.sensorSamples.change { $0.acceleration = nil }
    for index in [10, 30, 50] {
      recordings.sensorSamples[0].samples[index].rotationRate = Vector3(0, rate, 0)
    }
    #expect(Self.contradictions(recordings) == [])
  }

  @Test("recordings of one file with the same mistake share one warning")
  func counted() throws {
    var recordings = Self.recording(seed: 1)
    recordings.scale(\.acceleration, 9.80665)
    recordings.sensorSamples.append(recordings.sensorSamples[0])
    recordings.sensorSamples[1].name = "s"
    let warning = try #require(ConsistencyCheck.warnings(about: recordings, in: "r.csv").first)
    #expect(warning.count == 2)
    #expect(warning.description.hasSuffix("; likewise in 1 other recording"))
  }

  @Test("the reader runs the checks")
  func reader() throws {
    let rows = (0..<100).map { "\(Double($0) / 100),0,0,-9.8\n" }.joined()
    let recordings = try RecordingReader().read(
      Array(("time_s,accel_x_g,accel_y_g,accel_z_g\n" + rows).utf8), name: "r.csv")
    #expect(
      recordings.warnings.map(\.description) == [
        "r.csv: expected an accelerometer's stationary reading (3 quarter seconds) of 1 g, got 9.8: "
          + "the numbers are in m/s². Face up and stationary z must then be negative; if it is "
          + "positive, also use --accel-axes -x,-y,-z; correct it with --units m/s2"
      ])
  }

  @Test(
    "a recording read with the wrong platform has a warning",
    .needsRecordings)
  func wrongPlatform() throws {
    let path = try #require(Locations.recordings).appending(path: "sensor-logger-iphone").path
    let reader = RecordingReader(options: ReadingOptions(platform: .android))
    let wrong = try reader.read(path)
    #expect(wrong.warnings.contains { $0.description.contains("1/9.8 of those in g") })
  }
}

extension Recordings {
  fileprivate mutating func scale(
    _ sensor: WritableKeyPath<SensorSample, Vector3<Double>?>, _ factor: Double
  ) {
    sensorSamples.change { $0[keyPath: sensor] = $0[keyPath: sensor].map { $0 * factor } }
  }
}

extension Array {
  fileprivate mutating func change<Sample>(_ body: (inout Sample) -> Void)
  where Element == LabeledRecording<Sample> {
    for index in indices {
      for sample in self[index].samples.indices { body(&self[index].samples[sample]) }
    }
  }
}
