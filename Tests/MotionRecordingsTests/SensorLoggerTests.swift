import Foundation
import MotionFusion
import MotionRecordings
import Testing

@Suite("Sensor Logger")
struct SensorLoggerTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "inertial-\(UUID().uuidString)").path

  /// Reads an export with these tables.
  private func read(
    _ tables: [String: String], options: ReadingOptions = ReadingOptions()
  ) throws -> Recordings {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in tables { try OutputFile.write(text, to: "\(folder)/\(name).csv") }
    return try RecordingReader(options: options).read(folder)
  }

  private static let header = "time,seconds_elapsed,z,y,x\n"

  @Test(
    "the metadata determine units and signs",
    arguments: [
      ("ios,false", "-1,0,0.5", "-9.80665,0,4.903325"),
      ("iOS,", "-1,0,0.5", "-9.80665,0,4.903325"),
      ("ios,true", "9.80665,0,-4.903325", "9.80665,0,-4.903325"),
      ("android,false", "9.80665,0,-4.903325", "9.80665,0,-4.903325"),
    ])
  func signs(metadata: String, raw: String, calibrated: String) throws {
    let recordings = try read([
      "Metadata": "platform,standardisation\n\(metadata)\n",
      "AccelerometerUncalibrated": Self.header + "1,0.01,\(raw)\n",
      "Accelerometer": Self.header + "1,0.02,\(calibrated)\n",
      "Gravity": Self.header + "1,0.02,\(calibrated)\n",
      "Gyroscope": Self.header + "1,0.02,3,2,1\n",
      "Orientation": "time,seconds_elapsed,qx,qz,qw,qy\n1,0.02,0,0,1,0\n",
    ])
    let sample = try #require(recordings.sensorSamples.first?.samples.first)
    let motion = try #require(recordings.deviceMotion.first?.samples.first)
    let expected = Vector3(0.5, 0, -1)
    #expect(try (#require(sample.acceleration) - expected).maximumMagnitude <= .ulpOfOne)
    #expect((motion.userAcceleration - expected).maximumMagnitude <= .ulpOfOne)
    #expect((motion.gravity - expected).maximumMagnitude <= .ulpOfOne)
    #expect(motion.rotationRate == Vector3(1, 2, 3))
  }

  @Test("the platform option overrides the file's")
  func platform() throws {
    let recordings = try read(
      [
        "Metadata": "platform\nios\n",
        "AccelerometerUncalibrated": Self.header + "1,0,9.80665,0,0\n",
      ],
      options: ReadingOptions(platform: .android))
    #expect(recordings.sensorSamples.first?.samples.first?.acceleration == Vector3(0, 0, -1))
  }

  @Test("a wrong number is an error with table, line and column")
  func wrongNumber() throws {
    let error = try #require(throws: RecordingError.self) {
      try read([
        "AccelerometerUncalibrated": Self.header
          + "1,0.01,-1,0,0\n2,0.02,-1,\"0,5\",0\n3,0.03,-1,0,0\n"
      ])
    }
    #expect(error.file.hasSuffix("/AccelerometerUncalibrated.csv"))
    #expect((error.line, error.column) == (3, "y"))
    #expect(error.problem == .notANumber(text: "0,5"))
  }

  // MARK: - JSON

  private static let json = """
    [
      {"sensor": "Metadata", "platform": "android", "standardisation": "false"},
      {"sensor": "Gyroscope", "time": "1", "seconds_elapsed": "0.01", "z": "3", "y": "2", "x": "1"},
      {"sensor": "Location", "time": "1", "seconds_elapsed": "0.01", "note": "a \\"{\\" in a text"},
      {"sensor": "TotalAcceleration", "time": "1", "seconds_elapsed": "0.01",
       "z": "9.80665", "y": "0", "x": "0"},
      {"sensor": "TotalAcceleration", "time": "2", "seconds_elapsed": 0.02,
       "z": 0, "y": 9.80665, "x": "0"}
    ]
    """

  private func read(json: String) throws -> Recordings {
    try RecordingReader().read(Array(json.utf8), name: "r.json")
  }

  @Test("JSON: one object for each row, numbers as strings or numbers")
  func json() throws {
    let recordings = try read(json: Self.json)
    #expect(recordings.format == "sensor-logger")
    #expect(recordings.warnings.isEmpty)
    let samples = try #require(recordings.sensorSamples.first?.samples)
    #expect(samples.map(\.timestamp) == [0.01, 0.02])
    #expect(samples.map(\.acceleration) == [Vector3(0, 0, -1), Vector3(0, -1, 0)])
    #expect(samples[0].rotationRate == Vector3(1, 2, 3))
    // On one line, as the app writes it.
    let oneLine = try read(json: Self.json.replacing("\n", with: ""))
    #expect(oneLine.sensorSamples.first?.samples == samples)
  }

  @Test("JSON: a cut-off file yields the whole rows; a wrong row is an error with its line")
  func damagedJSON() throws {
    let recordings = try read(json: String(Self.json.dropLast(20)))
    #expect(recordings.sensorSamples.first?.samples.count == 1)
    #expect(
      recordings.warnings == [RecordingWarning(file: "r.json", kind: .incompleteRows, count: 1)])
    #expect(
      throws: RecordingError(
        file: "r.json", line: 7, column: "y", problem: .notANumber(text: "9,8"))
    ) { try read(json: Self.json.replacing("\"y\": 9.80665", with: "\"y\": \"9,8\"")) }
    #expect(
      throws: RecordingError(
        file: "r.json", line: 7, column: "seconds_elapsed",
        problem: .backwardTime(seconds: 0.001, previous: 0.01))
    ) { try read(json: Self.json.replacing("0.02", with: "0.001")) }
    #expect(
      throws: RecordingError(
        file: "r.json", line: 7, column: "x", problem: .notFinite(text: ""))
    ) { try read(json: Self.json.replacing("9.80665, \"x\": \"0\"", with: "9.80665")) }
  }

  @Test("attitudes of zeros are left out")
  func unknownAttitudes() throws {
    let rows = ["0,0,0,0", "0,0,0,0", "0,0,1,0"]
    func tables(_ rows: [String]) -> [String: String] {
      let table = { (name: String) in
        (0..<rows.count).map { "1,0.0\($0),\(name)\n" }.joined()
      }
      return [
        "Accelerometer": Self.header + table("0,0,0"),
        "Gravity": Self.header + table("9.80665,0,0"),
        "Gyroscope": Self.header + table("0,0,0"),
        "Orientation": "time,seconds_elapsed,qx,qz,qw,qy\n"
          + rows.enumerated().map { "1,0.0\($0.offset),\($0.element)\n" }.joined(),
      ]
    }
    let recordings = try read(tables(rows))
    #expect(recordings.deviceMotion.first?.samples.map(\.timestamp) == [0.02])
    let warning = try #require(recordings.warnings.first { $0.kind == .unknownAttitudes })
    #expect(warning.count == 2 && warning.line == 2)
    let later = try self.read(tables(["0,0,1,0", "0,0,0,0", "0,0,1,0"]))
    #expect(later.deviceMotion.first?.samples.map(\.timestamp) == [0, 0.02])
    #expect(later.warnings.contains { $0.kind == .unknownAttitudes && $0.line == 3 })
    let objects = rows.enumerated().flatMap { index, _ in
      let parts = index < 2 ? ["0", "0"] : ["1", "0"]
      return [
        #"{"sensor":"Orientation","seconds_elapsed":"0.0\#(index)","qw":"\#(parts[0])","qx":"0","#
          + #""qy":"\#(parts[1])","qz":"0"}"#,
        #"{"sensor":"AccelerometerUncalibrated","seconds_elapsed":"0.0\#(index)","z":"-1","y":"0","#
          + #""x":"0"}"#,
      ]
    }
    let json = "[" + objects.joined(separator: ",\n") + "]"
    let read = try RecordingReader().read(Array(json.utf8), name: "export.json")
    #expect(read.sensorSamples.first?.samples.count == 3)
    #expect(read.warnings.contains { $0.kind == .unknownAttitudes && $0.count == 2 })
  }

  @Test("one table alone is rejected: it has neither sensor nor unit")
  func oneTable() throws {
    let error = try #require(throws: RecordingError.self) {
      try RecordingReader().read(Array((Self.header + "1,0,0,0,-1\n").utf8), name: "Gravity.csv")
    }
    #expect(error.description.contains("expected the folder or the zip archive"))
  }

  // MARK: - Writing

  @Test(
    "a written export reads back: raw samples exactly, m/s² within 2 ulp", arguments: ["", ".zip"])
  func writing(suffix: String) throws {
    var random = SplitMix64(seed: 7)
    func vector() -> Vector3<Double> {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
    }
    let times = (0..<20).map { Double($0) / 100 }
    var written = Recordings(format: "")
    written.sensorSamples = [
      LabeledRecording(
        samples: times.map {
          SensorSample(
            timestamp: $0, rotationRate: vector(), acceleration: vector(), magneticField: vector())
        })
    ]
    written.deviceMotion = [
      LabeledRecording(
        samples: times.map {
          DeviceMotion(
            timestamp: $0,
            attitude: Attitude(
              pitch: random.nextNormal(), roll: random.nextNormal(), yaw: random.nextNormal()),
            rotationRate: vector(), userAcceleration: vector())
        })
    ]
    let path = folder + suffix
    defer { try? FileManager.default.removeItem(atPath: path) }
    try RecordingWriter.write(written, format: "sensor-logger", to: path)
    let recordings = try RecordingReader().read(path)
    #expect(recordings.format == "sensor-logger")
    #expect(recordings.sensorSamples.first?.samples == written.sensorSamples[0].samples)
    let motion = try #require(recordings.deviceMotion.first?.samples)
    #expect(motion.count == times.count)
    for (read, expected) in zip(motion, written.deviceMotion[0].samples) {
      #expect(read.rotationRate == expected.rotationRate)
      let accelerations = read.userAcceleration - expected.userAcceleration
      #expect(
        accelerations.maximumMagnitude <= 2 * .ulpOfOne * expected.userAcceleration.maximumMagnitude
      )
      #expect(read.attitude == expected.attitude)
    }
  }

  @Test("a folder with files is not overwritten")
  func occupiedFolder() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try OutputFile.write("mine", to: folder + "/mine.txt")
    var recordings = Recordings(format: "")
    recordings.sensorSamples = [
      LabeledRecording(samples: [SensorSample(timestamp: 0, acceleration: .zero)])
    ]
    #expect(throws: FileError.self) {
      try RecordingWriter.write(recordings, format: "sensor-logger", to: folder)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["mine.txt"])
    let parent = (folder as NSString).deletingLastPathComponent
    #expect(
      try !FileManager.default.contentsOfDirectory(atPath: parent).contains {
        $0.hasSuffix(".partial") && $0.hasPrefix((folder as NSString).lastPathComponent)
      })
  }
}
