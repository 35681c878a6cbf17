import Foundation
import MotionFusion
import MotionRecordings
import TestSupport
import Testing

@Suite("Public recordings", .needsRecordings)
struct PublicRecordingTests {
  private func path(_ name: String) throws -> String {
    try #require(Locations.recordings).appending(path: name).path
  }

  @Test("air-letters: five users, ten letters of ten each")
  func airLetters() throws {
    let recordings = try RecordingReader().read(path("air-letters"))
    #expect(recordings.format == "air-letters")
    #expect(!recordings.isAccused)
    #expect(recordings.deviceMotion.count == 500)
    #expect(Set(recordings.deviceMotion.compactMap(\.user)).count == 5)
    for letter in "OIJLZSVTXB" {
      #expect(recordings.deviceMotion.count { $0.label == String(letter) } == 50)
    }
  }

  @Test("sensor-logger: raw acceleration is gravity plus user acceleration, in Core Motion's signs")
  func sensorLogger() throws {
    let recordings = try RecordingReader().read(path("sensor-logger-iphone"))
    #expect(!recordings.isAccused)
    let motion = try #require(recordings.deviceMotion.first?.samples)
    let raw = try #require(recordings.sensorSamples.first?.samples)
    let accelerationAt = Dictionary(
      raw.compactMap { sample in sample.acceleration.map { (sample.timestamp, $0) } }
    ) { first, _ in first }
    var compared = 0
    for sample in motion {
      guard let acceleration = accelerationAt[sample.timestamp] else { continue }
      compared += 1
      #expect(
        maximumDifference(acceleration, sample.gravity + sample.userAcceleration) < 1e-6)
    }
    #expect(compared > 2000)
  }

  @Test("broad: a whole trial, with its reference")
  func broad() throws {
    let folder = try path("broad")
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".csv") }
        .min { $0 < $1 })
    let bytes = try InputFile.read(folder + "/" + name)
    // The first tenth: the rest is more of the same, and a debug build is slow.
    let recordings = try RecordingReader().read(
      Array(bytes.prefix(bytes.count / 10)), name: name)
    #expect(recordings.format == "broad")
    #expect(!recordings.isAccused)
    #expect(recordings.sensorSamples.first?.samples.count ?? 0 > 5000)
    #expect(
      recordings.sensorSamples.first?.samples.count == recordings.references.first?.samples.count)
  }

  @Test("x-io: a walk with repeated times")
  func gait() throws {
    let recordings = try RecordingReader().read(path("gait/short_walk.csv"))
    #expect(recordings.format == "described")
    #expect(!recordings.isAccused)
    #expect(recordings.sensorSamples.first?.samples.count == 16_539)
  }

  @Test("lab-letters: the table of vectors and the table of weights have the same components")
  func labLetters() throws {
    let vectors = try LabeledVectors(
      InputFile.read(path("lab-letters/vectors.csv")), name: "vectors.csv")
    let weights = try LabeledVectors(
      InputFile.read(path("lab-letters/weights.csv")), name: "weights.csv")
    #expect(vectors.count == 457)
    #expect(weights.count == 26)
    #expect(vectors.names == weights.names)
    #expect(vectors.names.count == 28)
    #expect(vectors.values.count == 457 * 28)
    #expect(vectors.firstNonFinite == nil)
  }
}

extension Recordings {
  /// Whether a warning says that the numbers contradict a unit or a sign.
  fileprivate var isAccused: Bool {
    warnings.contains { if case .contradiction = $0.kind { true } else { false } }
  }
}

@Suite("Tables as people's tools write them", .needsRecordings)
struct PublicTableTests {
  /// A file, with what is right in it.
  struct Table: Sendable, CustomTestStringConvertible {
    var file: String
    var columns: String?
    var samples = 0
    var seconds = 0.0
    /// The lengths of the first sample's gyroscope, accelerometer and magnetometer.
    var lengths: [Double?] = []
    var motions = 0
    var references = 0
    var testDescription: String { file }
  }

  static let tables = [
    Table(
      file: "mpu6050-at-rest-degrees.csv", samples: 149, seconds: 1.746,
      lengths: [0.0485, 0.99875, nil]),
    Table(
      file: "arduino-no-time-119hz.csv",
      columns: "time=row/119, gyro=gX gY gZ [deg/s], accel=aX aY aZ [g]", samples: 120,
      seconds: 1, lengths: [5.42, 2.036, nil]),
    Table(
      file: "witmotion-export.txt", samples: 60, seconds: 5.895, lengths: [0, 1.0096, 127.44]),
    Table(
      file: "kaggle-indoor-location.txt", samples: 50, seconds: 0.986,
      lengths: [0.3894, 1.6646, 47.47], references: 50),
    Table(file: "MetaWear_Gyroscope_25.000Hz.csv", samples: 59, seconds: 2.32, lengths: [0.4235]),
    Table(
      file: "MetaWear_Accelerometer_12.500Hz.csv", samples: 39, seconds: 3.04,
      lengths: [nil, 1.008]),
    Table(
      file: "tum-vi-blanks.txt", samples: 119, seconds: 0.52257, lengths: [0.0034936, 1.01316, nil]),
    Table(
      file: "picoquake-comments.csv", samples: 54, seconds: 0.0265, lengths: [7.557, 0.5962, nil]),
    Table(
      file: "xio-gauss.csv", samples: 149, seconds: 1.4791, lengths: [0.00326, 0.9973, 4382.6]),
    Table(file: "time-ax-wx.csv", samples: 150, seconds: 1.49, lengths: [0, 1.00034, nil]),
    Table(
      file: "timestamp-and-milliseconds.csv", samples: 149, seconds: 1.479, lengths: [nil, 0.969]),
    Table(
      file: "semicolon-decimal-comma-no-header.csv",
      columns: "time=#1 [s], accel=#2 #3 #4 [g], gyro=#5 #6 #7 [deg/s], mag=#8 #9 #10 [uT]",
      samples: 10, lengths: [0.00283, 1.011, 351.2]),
    Table(
      file: "micros-overflow.csv", samples: 181, seconds: 1.8, lengths: [0.523599, 1, nil]),
    Table(file: "ros2-topic-echo.csv", samples: 200, seconds: 0.796, lengths: [0.02236, 0.9994]),
    Table(file: "Gyroscope.csv", samples: 150, seconds: 14.835, lengths: [0.5866]),
    Table(
      file: "xsens-counter-rate-in-preamble.txt", samples: 115, seconds: 2.28,
      lengths: [0.0836, 0.9991, 61.9], references: 115),
    Table(file: "empatica-e4-ACC.csv", samples: 58, seconds: 1.78125, lengths: [nil, 1.0343, nil]),
    Table(file: "hyperimu-preamble.csv", samples: 36, seconds: 7.041, lengths: [0.4942, 0.9822]),
    Table(file: "movella-dot-euler-freeacc.csv", motions: 39),
    Table(
      file: "time_s-accel_x_g.csv", samples: 29, seconds: 0.28, lengths: [0.0017453, 1, nil]),
    Table(
      file: "semicolon-decimal-comma.csv", samples: 29, seconds: 0.28,
      lengths: [1.51297, 1.00034, nil]),
    Table(
      file: "utf16.csv", samples: 29, seconds: 0.560357, lengths: [0.0022089, 0.99714, 33.55]),
    Table(
      file: "betaflight-blackbox.csv", samples: 24, seconds: 0.02362,
      lengths: [0.017453, 0.91369, nil]),
    Table(
      file: "actigraph-imu.csv", samples: 29, seconds: 0.28, lengths: [0.014837, 0.99228, 33.709]),
    Table(
      file: "rostopic-percent-time.csv", samples: 29, seconds: 5.1683,
      lengths: [0.0114825, 0.97119, nil]),
    Table(
      file: "kalibr-omega-alpha.csv", samples: 29, seconds: 0.14,
      lengths: [0.500842, 1.003544, nil]),
    Table(
      file: "sensorlogger-two-sensors", samples: 29, seconds: 0.28177, lengths: [0.22425, nil]),
    Table(
      file: "ngimu-attitude-other-file", samples: 29, seconds: 0.560357,
      lengths: [0.0022089, 0.99714, 33.55], references: 29),
    Table(file: "icm20690-two-lines", samples: 56, seconds: 0.149, lengths: [nil, 1.00198]),
  ]

  @Test("each is read right", arguments: tables)
  func table(_ table: Table) throws {
    let path = try #require(Locations.recordings).appending(path: "files/\(table.file)").path
    let options = ReadingOptions(columns: try table.columns.map { try ColumnMap($0) })
    let recordings = try RecordingReader(options: options).read(path)
    let samples = recordings.sensorSamples.first?.samples ?? []
    #expect(samples.count == table.samples)
    #expect(recordings.deviceMotion.first?.samples.count ?? 0 == table.motions)
    #expect(recordings.references.first?.samples.count ?? 0 == table.references)
    guard let first = samples.first, let last = samples.last else { return }
    if table.seconds > 0 {
      let seconds = last.timestamp - first.timestamp
      #expect(abs(seconds - table.seconds) < 0.002 * table.seconds)
    }
    let lengths = [first.rotationRate, first.acceleration, first.magneticField].map { $0?.length }
    for (found, expected) in zip(lengths, table.lengths) {
      guard let expected else { continue }
      let length = try #require(found)
      #expect(abs(length - expected) <= 0.005 * expected, "\(length)")
    }
  }

  @Test("the two files of one recording are one")
  func pair() throws {
    let folder = try #require(Locations.recordings).appending(path: "files")
    let pair = FileManager.default.temporaryDirectory.appending(path: "pair-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: pair, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: pair) }
    for name in ["MetaWear_Accelerometer_12.500Hz.csv", "MetaWear_Gyroscope_25.000Hz.csv"] {
      try FileManager.default.copyItem(
        at: folder.appending(path: name), to: pair.appending(path: name))
    }
    let recordings = try RecordingReader().read(pair.path)
    #expect(recordings.sensorSamples.map(\.samples.count) == [98])
  }
}
