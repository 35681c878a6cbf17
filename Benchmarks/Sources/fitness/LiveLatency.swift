import CInstruments
import Foundation
import GestureRecognition
import MotionDelivery
import MotionFusion
import MotionRecordings
import MotionSimulation
import MotionSources

/// Latencies of `inertial live --built-in` in real time: a thread writes the samples of a phone,
/// with touches, as JSON Lines to a pipe; a line source, a motion manager and a session read them.
struct LiveLatency {
  /// Samples a second.
  let rate: Double
  /// The longest duration, in seconds.
  let seconds: Double

  /// Seconds at the start that do not count: programs load, and buffers grow.
  private static let warmUp = 2.0

  func run() async throws -> LiveLatencyResult {
    var configuration = AirSimulator.Configuration()
    configuration.sensors.sampleRate = rate
    // Jitter below a tick at every rate.
    configuration.sensors.timestampJitter = min(0.000_3, 0.1 / rate)
    // The text takes about 90 s.
    let text = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG"
    let count = Int((seconds / 60).rounded(.up))
    var samples = try AirSimulator(configuration: configuration).recording(
      of: Array(repeating: text, count: count).joined(separator: " "), by: Writer(seed: 7)
    ).samples
    let start = samples.first?.timestamp ?? 0
    samples.removeAll { $0.timestamp - start > seconds }
    let feed = try LineFeed(samples)
    var result = LiveLatencyResult(rate: rate, samples: samples.count)
    var attitudes = LatencyHistogram()
    var letters = LatencyHistogram()
    let manager = MotionManager(
      source: LineSource(descriptor: feed.reader, name: "pipe"))
    var session = WritingSession(try .uppercaseLetters())
    let updates = try manager.updates(policy: .neverMiss(buffering: 256))
    feed.start()
    var index = 0
    for try await motion in updates {
      while samples[index].timestamp < motion.timestamp { index += 1 }
      let isCounted = motion.timestamp - start > Self.warmUp
      let written = feed.written[index]
      if isCounted { attitudes.add(instruments_nanoseconds() - written) }
      for gesture in session.update(motion) where gesture.label != nil {
        result.letters += 1
        if isCounted { letters.add(instruments_nanoseconds() - written) }
      }
    }
    result.attitude = SoakResult.Latencies(attitudes)
    result.letter = SoakResult.Latencies(letters)
    return result
  }
}

/// A thread that writes samples to a pipe at their times.
private final class LineFeed: @unchecked Sendable {
  /// The end of the pipe to read.
  let reader: Int32
  /// When each sample was written, in nanoseconds; an element is set before its line is written.
  let written: UnsafeMutableBufferPointer<UInt64>

  private let writer: Int32
  private let lines: [[UInt8]]
  private let offsets: [Double]

  init(_ samples: [SensorSample]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    (reader, writer) = (ends[0], ends[1])
    var recordings = Recordings(format: "inertial-jsonl")
    recordings.sensorSamples = [LabeledRecording(samples: samples)]
    lines = try RecordingWriter.text(of: recordings, format: "inertial-jsonl")
      .split(separator: "\n").map { Array(($0 + "\n").utf8) }
    precondition(lines.count == samples.count, "expected a line for each sample")
    offsets = samples.map { $0.timestamp - samples[0].timestamp }
    written = .allocate(capacity: samples.count)
    written.initialize(repeating: 0)
  }

  func start() {
    Thread.detachNewThread { [self] in
      let begin = instruments_nanoseconds() + 100_000_000
      for (index, line) in lines.enumerated() {
        instruments_sleep_until(begin + UInt64(offsets[index] * 1e9))
        written[index] = instruments_nanoseconds()
        _ = write(writer, line, line.count)
      }
      close(writer)
    }
  }
}
