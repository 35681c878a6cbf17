internal import Foundation
internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources
internal import Synchronization

/// Prints what is read in a stream, gesture by gesture, as soon as each is over.
struct LiveReading {
  let reader: LetterReader
  let isJSON: Bool

  private let output = LineOutput()
  /// How long a gesture must be: 0.2 s at 100 Hz.
  private static let minimumSamples = 20

  init(reader: LetterReader, isJSON: Bool) {
    self.reader = reader
    self.isJSON = isJSON
  }

  /// Prints a line; `false` when nobody reads any more.
  private func print(_ line: ReadingLine) throws -> Bool {
    guard isJSON else { return try output.print(line.row) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try output.print(String(decoding: try encoder.encode(line), as: UTF8.self))
  }

  /// Prints the header of a table; `false` when nobody reads.
  private func begin() throws -> Bool {
    isJSON ? true : try output.print(ReadingLine.header)
  }

  // MARK: - The motion of a device

  /// Reads the motion that the samples of a source tell, until its end, SIGINT or SIGTERM.
  func readMotion(
    of source: any MotionSource, configuration: MotionManager.Configuration
  ) async throws {
    let manager = MotionManager(source: source, configuration: configuration)
    let updates = try manager.updates(policy: .neverMiss(buffering: 256))
    let interruption = Interruption { manager.stop() }
    var segmenter = RestSegmenter(minimumSamples: Self.minimumSamples)
    var session = reader.pipeline.flatMap { pipeline in
      pipeline.configuration.segmentation == .touch ? nil : PipelineSession(pipeline)
    }
    let channels = session?.pipeline.configuration.channels ?? []
    var isRead = try begin()
    for try await motion in updates where isRead {
      if session != nil {
        let sample = channels.components(of: motion)
        isRead = try show(session?.update(sample, at: motion.timestamp))
      } else if let gesture = segmenter.update(motion) {
        isRead = try show(gesture)
      }
      if !isRead { manager.stop() }
    }
    if isRead { isRead = try show(session?.finish()) }
    if isRead, session == nil, let gesture = segmenter.finish() { _ = try show(gesture) }
    withExtendedLifetime(interruption) {}
    manager.warnOfFaults(in: source)
  }

  private func show(_ reading: PipelineSession.Reading?) throws -> Bool {
    guard let reading, let label = reading.label else { return true }
    return try print(
      ReadingLine(
        start: reading.start, end: reading.end, label: label,
        confidence: reading.recognition.confidence))
  }

  private func show(_ gesture: [DeviceMotion]) throws -> Bool {
    let recognition = try? reader.recognize(.motion(gesture))
    return try print(
      ReadingLine(
        start: gesture.first?.timestamp ?? 0, end: gesture.last?.timestamp ?? 0,
        label: recognition.flatMap { $0.isGesture ? $0.label : nil },
        confidence: recognition?.confidence))
  }

  // MARK: - Lines of any samples

  /// Reads the samples on the lines of a descriptor by a pipeline, until its end, SIGINT or SIGTERM.
  ///
  /// - Throws: ``ToolError`` for a line that is no sample, unless such lines are to be left out. The
  ///   first may be a header.
  func readLines(
    of descriptor: Int32, name: String, by pipeline: GesturePipeline, skippingBadLines: Bool
  ) throws {
    let stop = StopSign()
    let interruption = Interruption { stop.raise() }
    var lines = LineSplitter()
    var stream = SeriesLines(pipeline, name: name, skippingBadLines: skippingBadLines)
    var isRead = try begin()
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while isRead, !stop.isUp {
      // A signal does not end a read, so that none is begun that would wait for long.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 100) > 0 else { continue }
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno != EINTR {
        throw FileError.unreadable(path: name, reason: String(cString: strerror(errno)))
      }
      if count == 0 { break }
      lines.append(Array(chunk.prefix(max(0, count))))
      while isRead, let line = lines.next() { isRead = try show(stream.take(line)) }
      if lines.isOverfull {
        throw ToolError(
          .badData,
          "\(name): over \(LineSplitter.longestLine) bytes without a line feed; expected samples")
      }
    }
    // A last line without a line feed counts where it is a sample.
    if isRead, let rest = lines.rest() { isRead = try show(try? stream.take(rest)) }
    if isRead { _ = try show(stream.finish()) }
    let left = stream.skippedCount + stream.session.badSamples
    if left > 0 { Console.warning("\(name): \(left) bad lines left out") }
    withExtendedLifetime(interruption) {}
  }
}

/// Whether the user asked to stop.
private final class StopSign: Sendable {
  private let state = Mutex(false)

  var isUp: Bool { state.withLock { $0 } }

  func raise() { state.withLock { $0 = true } }
}
