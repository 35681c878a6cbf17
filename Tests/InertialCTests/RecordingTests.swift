import CInertial
import Foundation
import GestureRecognition
import InertialC
import MotionFusion
import MotionRecordings
import MotionSimulation
import TestSupport
import Testing

/// Files, gestures and errors through the C functions, and the example program in C.
@Suite("C functions on recordings")
struct RecordingTests {
  /// A file of a written text, removed by the caller.
  private static func file() throws -> (path: String, recordings: Recordings) {
    let recording = try SyntheticRecording(
      "HI", kind: .sensors, writer: Writer(seed: 5), seed: 5)
    let url = FileManager.default.temporaryDirectory
      .appending(path: "inertial-c-\(UUID().uuidString).csv")
    try RecordingWriter.write(recording.recordings, format: "inertial-sensors", to: url.path)
    return (url.path, try RecordingReader().read(url.path))
  }

  private static func text(_ string: UnsafeMutablePointer<CChar>?) throws -> String {
    let string = try #require(string)
    defer { inertial_string_free(string) }
    return String(cString: string)
  }

  @Test("read, describe, copy and recognise as the library does")
  func recognize() throws {
    let (path, expected) = try Self.file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    var recordings: OpaquePointer?
    #expect(inertial_read(path, nil, &recordings, nil) == INERTIAL_OK)
    defer { inertial_recordings_free(recordings) }
    var json: UnsafeMutablePointer<CChar>?
    #expect(inertial_recordings_describe(recordings, &json, nil) == INERTIAL_OK)
    let description = try Self.text(json)
    let samples = try #require(expected.sensorSamples.first).samples
    #expect(description.contains("\"samples\":[{\"count\":\(samples.count),"))
    #expect(description.contains("\"format\":\"inertial-sensors\""))

    let arrays = Arrays(samples.map { SensorSample(timestamp: $0.timestamp + 1) })
    var copy = arrays.samples
    #expect(inertial_recordings_samples(recordings, 0, &copy, nil) == INERTIAL_OK)
    #expect(copy.times[0] == samples[0].timestamp)
    #expect(copy.accelerations[2] == samples[0].acceleration?.z)
    var error = inertial_error()
    #expect(inertial_recordings_samples(recordings, 1, &copy, &error) == INERTIAL_WRONG_USE)
    #expect(error.text == "index: expected one of 1 recordings of samples, got 1")

    var recognizer: OpaquePointer?
    #expect(inertial_recognizer_new(nil, &recognizer, nil) == INERTIAL_OK)
    defer { inertial_recognizer_free(recognizer) }
    #expect(inertial_recognize(recognizer, recordings, 0, &json, nil) == INERTIAL_OK)
    let letters = try GestureRecognizer.uppercaseLetters().recognize(expected)
    let answer = try Self.text(json)
    #expect(answer.contains("\"text\":\"\(letters.map { $0.label ?? "?" }.joined())\""))
    #expect(letters.count == 2)
  }

  @Test("a live session gives the gestures and words of the recording")
  func session() throws {
    let (path, expected) = try Self.file()
    let words = path + ".words"
    try Data("HI\nHELLO\n".utf8).write(to: URL(filePath: words))
    defer { for file in [path, words] { try? FileManager.default.removeItem(atPath: file) } }
    let recognizer = try GestureRecognizer.uppercaseLetters()
    let letters = recognizer.recognize(expected)
    var handles: (recognizer: OpaquePointer?, lexicon: OpaquePointer?, session: OpaquePointer?)
    var error = inertial_error()
    #expect(inertial_recognizer_built_in("letters", &handles.recognizer, nil) == INERTIAL_OK)
    #expect(inertial_lexicon_new(words, &handles.lexicon, nil) == INERTIAL_OK)
    #expect(
      inertial_session_new(handles.recognizer, handles.lexicon, 0.6, &handles.session, nil)
        == INERTIAL_OK)
    defer {
      inertial_session_free(handles.session)
      inertial_lexicon_free(handles.lexicon)
      inertial_recognizer_free(handles.recognizer)
    }
    let samples = try #require(expected.sensorSamples.first).samples
    for sample in samples {
      let rate = sample.rotationRate.map { [$0.x, $0.y, $0.z] }
      let force = sample.acceleration.map { [$0.x, $0.y, $0.z] }
      _ = inertial_session_update(
        handles.session, sample.timestamp, rate, force, nil, sample.isTouching == true ? 1 : 0)
    }
    #expect(inertial_session_finish(handles.session) == letters.count)
    for letter in letters {
      var gesture = inertial_gesture()
      #expect(inertial_session_next(handles.session, &gesture) == 1)
      #expect(gesture.score == letter.recognition?.score)
      #expect(gesture.confidence == letter.recognition?.confidence)
      #expect((gesture.start, gesture.end) == (letter.start, letter.end))
      #expect(UInt8(bitPattern: gesture.label.0) == letter.label?.utf8.first)
    }
    #expect(inertial_session_next(handles.session, nil) == 0)
    var json: UnsafeMutablePointer<CChar>?
    #expect(inertial_session_take(handles.session, &json, nil) == INERTIAL_OK)
    let answer = try Self.text(json)
    #expect(answer.contains("\"gestures\":[]") && answer.contains("\"text\":\"HI\""))
    var other: OpaquePointer?
    #expect(
      inertial_recognizer_built_in("figures", &other, &error) == INERTIAL_WRONG_USE)
    #expect(
      error.text
        == "name: expected one of letters, digits, lowercase, characters, symbols, gestures, got "
        + "'figures'"
    )
  }

  @Test("the catalogue has each built-in model, by the name that makes its recogniser")
  func catalogue() throws {
    struct Entry: Decodable {
      var name: String
      var bytes: Int
    }
    var json: UnsafeMutablePointer<CChar>?
    #expect(inertial_built_in_models(&json, nil) == INERTIAL_OK)
    let entries = try JSONDecoder().decode([Entry].self, from: Data(Self.text(json).utf8))
    #expect(entries.map(\.name) == BuiltInModel.allCases.map(\.rawValue))
    for entry in entries {
      var recognizer: OpaquePointer?
      #expect(inertial_recognizer_built_in(entry.name, &recognizer, nil) == INERTIAL_OK)
      inertial_recognizer_free(recognizer)
      #expect(entry.bytes > 1000)
    }
  }

  @Test("strokes keep their indexes; others than whole numbers are an error")
  func strokes() throws {
    var points = [0.0, 0, 1, 1, 1, 0, 0, 1]
    var (times, strokes) = ([0.0, 0.1, 0.2, 0.3], [0.0, 0, 1, 1])
    let recordings = try #require(inertial_recordings_new())
    defer { inertial_recordings_free(recordings) }
    var error = inertial_error()
    try times.withUnsafeMutableBufferPointer { times in
      try points.withUnsafeMutableBufferPointer { points in
        try strokes.withUnsafeMutableBufferPointer { strokes in
          var stroke = inertial_stroke(
            count: 4, times: times.baseAddress, points: points.baseAddress,
            strokes: strokes.baseAddress)
          #expect(inertial_recordings_add_stroke(recordings, "X", &stroke, nil) == INERTIAL_OK)
          let copy = [Double](unsafeUninitializedCapacity: 4) { buffer, count in
            var stroke = inertial_stroke(
              count: 4, times: nil, points: nil, strokes: buffer.baseAddress)
            #expect(inertial_recordings_stroke(recordings, 0, &stroke, nil) == INERTIAL_OK)
            count = stroke.count
          }
          #expect(copy == [0, 0, 1, 1])

          let number = try #require(strokes.indices.last)
          for invalid in [-1, 0.5, .nan, 1e300] {
            strokes[number] = invalid
            #expect(
              inertial_recordings_add_stroke(recordings, "X", &stroke, &error)
                == INERTIAL_WRONG_USE)
            #expect(error.text.hasPrefix("stroke->strokes[3]: expected 0, 1, 2, ..., got "))
          }
        }
      }
    }
  }

  @Test("errors have the tool's statuses and name the place")
  func errors() throws {
    var recordings: OpaquePointer?
    var error = inertial_error()
    #expect(inertial_read("/nowhere.csv", nil, &recordings, &error) == INERTIAL_NO_INPUT)
    #expect(error.text == "/nowhere.csv: no such file")
    #expect(error.status == INERTIAL_NO_INPUT)
    let path = FileManager.default.temporaryDirectory
      .appending(path: "inertial-c-\(UUID().uuidString).csv").path
    try Data("t,x\n1,2\n".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(inertial_read(path, nil, &recordings, &error) == INERTIAL_BAD_DATA)
    #expect(error.text.hasPrefix(path))
    var recognizer: OpaquePointer?
    #expect(inertial_recognizer_new(path, &recognizer, &error) == INERTIAL_BAD_DATA)
    #expect(inertial_read(nil, nil, &recordings, &error) == INERTIAL_WRONG_USE)
    #expect(error.text == "path: expected a pointer, got NULL")

    // Without a scale the sign of gravity is unknown.
    let arrays = Arrays([SensorSample(timestamp: 0, acceleration: Vector3(0, 0, 9.8))])
    var samples = arrays.samples
    samples.acceleration_scale = 0
    var motion = MotionRows(capacity: 1).motions
    #expect(inertial_orientation(&samples, nil, &motion, nil, &error) == INERTIAL_WRONG_USE)
    #expect(error.text.contains("INERTIAL_SPECIFIC_FORCE"))
  }

  @Test("a message that is too long is cut at a character")
  func longMessage() {
    var recordings: OpaquePointer?
    var error = inertial_error()
    let path = String(repeating: "ü", count: 3000)
    #expect(inertial_read(path, nil, &recordings, &error) == INERTIAL_NO_INPUT)
    #expect(error.text == String(path.prefix(1533)))
  }

  @Test("the version is that of the header")
  func version() throws {
    #expect(String(cString: try #require(inertial_version())) == INERTIAL_VERSION)
  }

  @Test("the example in C prints the library's attitude, and errors with their status")
  func example() throws {
    let (path, expected) = try Self.file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(filePath: CommandLine.arguments[0])
    func run(_ argument: String) throws -> (status: Int32, output: String) {
      let process = Process()
      process.executableURL = tests.deletingLastPathComponent().appending(
        path: "inertial-c-example")
      process.arguments = [argument]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      return (process.endStatus(), String(decoding: bytes, as: UTF8.self))
    }
    let outcome = try run(path)
    #expect(outcome.status == 0)
    let line = try #require(
      outcome.output.split(separator: "\n").first { $0.hasPrefix("attitude") })
    let numbers = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    let samples = try #require(expected.sensorSamples.first).samples
    let last = try #require(MotionEstimation().estimate(samples).motions.last).attitude.quaternion
    #expect(numbers == [last.x, last.y, last.z, last.w])
    #expect(try run("/nowhere.csv").status == 66)
  }
}
