internal import DeadReckoning
internal import Dispatch
internal import Foundation
internal import GestureRecognition
internal import GestureTraining
internal import InertialStudio
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources
internal import WebServer

/// What reads data from outside. Errors are answers; a trap, a hang, or memory without a bound is
/// a finding.
enum FuzzTarget: String, CaseIterable {
  /// A file of any recording format, and its summary.
  case recordings
  /// The same in pieces, which must give the same samples and warnings, or an error too.
  case pieces
  /// The same, estimated, tracked and recognised.
  case recognition
  /// Model files, with a valid checksum.
  case models
  /// Data sets, also with a valid checksum, labelled vectors and weights, and measurements of a
  /// path.
  case tables
  /// Pipeline and training files of the Gesture Recognition Toolkit.
  case grt
  case lexicon
  /// Messages of phones, separated by zero bytes.
  case push
  /// Lines of samples.
  case lines
  /// Requests to the studio: the first byte selects the path.
  case studio

  /// The target of this process.
  static let current: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["INERTIAL_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("expected INERTIAL_FUZZ_TARGET to be one of \(names), got '\(name)'")
    }
    return target
  }()

  func run(_ bytes: [UInt8]) {
    switch self {
    case .recordings:
      guard let recordings = Self.recordings(bytes) else { return }
      _ = try? StreamedRecordings(recordings).summaries()
    case .pieces: Self.compareWithPieces(bytes)
    case .recognition: Self.recognize(bytes)
    case .models: Self.use(bytes)
    case .tables:
      _ = try? GestureDataSet(csv: bytes, file: "fuzz")
      for file in [bytes, ModelCoder.seal(bytes, .dataSet)] { _ = try? GestureDataSet(file: file) }
      _ = try? LabeledVectors.vectors(bytes, name: "fuzz")
      _ = try? LabeledVectors.weights(bytes, name: "fuzz")
      Self.track(bytes)
    case .grt:
      _ = try? GestureDataSet(grt: bytes, file: "fuzz")
      _ = try? GestureDataSet(grtTable: bytes, file: "fuzz")
      _ = try? GesturePipeline(grt: bytes, file: "fuzz")
    case .lexicon: _ = try? Lexicon(file: bytes)
    case .push:
      var decoder = PushedMotionDecoder(name: "fuzz", platform: nil)
      for message in bytes.split(separator: 0, omittingEmptySubsequences: false) {
        _ = try? decoder.decode(Array(message))
      }
      _ = decoder.finish()
    case .lines:
      var decoder = SensorSampleDecoder(name: "fuzz")
      var estimator = MotionEstimator()
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        guard let sample = try? decoder.decode(Array(line)) else { continue }
        _ = estimator.update(sample)
      }
    case .studio: Self.request(bytes)
    }
  }

  private static func reader(_ bytes: [UInt8]) -> RecordingReader {
    RecordingReader(options: ReadingOptions(damage: (bytes.first ?? 0) % 2 == 0 ? .skip : .reject))
  }

  private static func recordings(_ bytes: [UInt8]) -> Recordings? {
    // Formats depend on the extension in few places only.
    let names = ["fuzz.csv", "fuzz.txt", "fuzz.json", "fuzz.jsonl", "fuzz.tum"]
    let choice = Int(bytes.first ?? 0) / 2
    return try? reader(bytes).read(file: bytes, name: names[choice % names.count])
  }

  private static let file = FileManager.default.temporaryDirectory
    .appending(path: "inertial-fuzz-\(ProcessInfo.processInfo.processIdentifier).csv")

  private static func compareWithPieces(_ bytes: [UInt8]) {
    guard (try? Data(bytes).write(to: file)) != nil else { return }
    let reader = reader(bytes)
    let whole = outcome { try reader.read(file.path) }
    let pieceSize = 64 + 16 * Int(bytes.last ?? 0)
    let pieces = outcome { try reader.open(file.path, pieceSize: pieceSize).whole() }
    if pieces != whole { fatalError("pieces of \(pieceSize): \(pieces), whole: \(whole)") }
  }

  private static func outcome(_ read: () throws -> Recordings) -> String {
    // Of several errors the first that a reader meets.
    (try? read()).map { "\($0)" } ?? "an error"
  }

  private static let letters = try? GestureRecognizer.uppercaseLetters()

  private static func recognize(_ bytes: [UInt8]) {
    guard let recordings = recordings(bytes) else { return }
    for recording in recordings.sensorSamples where recording.samples.count < 2_000 {
      let estimate = MotionEstimation().estimate(recording.samples)
      precondition(estimate.motions.allSatisfy { $0.attitude.quaternion.length.isFinite })
      _ = PathEstimation().estimate(estimate.motions)
    }
    guard recordings.sensorSamples.map(\.samples.count).reduce(0, +) < 2_000 else { return }
    _ = letters?.recognize(recordings)
  }

  /// A device that sways, measured as the table says.
  private static func track(_ bytes: [UInt8]) {
    guard let table = try? MotionMeasurements(bytes, name: "fuzz") else { return }
    let start = table.measurements.first?.timestamp ?? 0
    let motions = (0..<200).map {
      DeviceMotion(
        timestamp: start + Double($0) / 100, attitude: .identity, rotationRate: .zero,
        userAcceleration: [0.1 * Double($0 % 20 - 10), 0, 0])
    }
    let path = PathEstimation().estimate(motions, measurements: table.measurements)
    precondition(path.points.allSatisfy { $0.position.length.isFinite })
  }

  private static func use(_ bytes: [UInt8]) {
    for file in [bytes, ModelCoder.seal(bytes)] {
      guard let model = try? RecognitionModel(importing: file) else { continue }
      // What was read can be written, read again and used.
      if let written = try? model.file() { _ = try? RecognitionModel(importing: written) }
      let stroke = (0..<20).map {
        Sample2D(x: Double($0), y: Double($0 * $0), timestamp: Double($0) / 60)
      }
      _ = try? GestureRecognizer(model).recognize(stroke)
    }
  }

  private static let service: StudioService? = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "inertial-fuzz").path
    return try? StudioService(StudioConfiguration(folder: folder))
  }()

  private static func request(_ bytes: [UInt8]) {
    let paths = [
      "/api/recognize", "/api/settings", "/api/gesture", "/api/model", "/api/recordings",
      "/api/motion",
    ]
    guard let first = bytes.first, let service else { return }
    let request = WebRequest(
      method: "POST", path: paths[Int(first) % paths.count], body: Array(bytes.dropFirst()))
    let done = DispatchSemaphore(value: 0)
    Task {
      _ = await service.answer(request)
      done.signal()
    }
    done.wait()
  }
}
