public import MotionDelivery
public import MotionFusion
public import MotionRecordings
internal import Platform
internal import Synchronization

/// Sensor samples line by line, as the package's JSON Lines or CSV with a header, from standard
/// input, a pipe, a socket or a serial line.
///
/// ```swift
/// let manager = MotionManager(source: LineSource.standardInput())
/// ```
///
/// A source that is stopped and run again continues with the next line. The sensors are unknown
/// before the lines. A last line without a line feed is used if it is a valid sample, and left out
/// as truncated otherwise. With `ReadingOptions` that skip damage, invalid lines are skipped, for
/// example the first line of a serial connection. A source without a sample in its first hundred
/// lines is rejected.
public final class LineSource: MotionSource {
  /// The name of the source in messages.
  package let name: String
  private let descriptor: Int32
  private let state: Mutex<State>

  fileprivate struct State {
    var splitter = LineSplitter()
    var decoder: SensorSampleDecoder
    var isAtEnd = false
    var hasSample = false
    var malformedCount = 0
  }

  /// A source of the lines of a descriptor. The caller closes it after the source was released.
  ///
  /// - Parameters:
  ///   - descriptor: A file descriptor, blocking or not.
  ///   - name: The name of the source in messages.
  ///   - options: The handling of invalid samples and lines.
  public init(descriptor: Int32, name: String, options: ReadingOptions = ReadingOptions()) {
    self.descriptor = descriptor
    self.name = name
    state = Mutex(State(decoder: SensorSampleDecoder(name: name, options: options)))
  }

  /// A source of the lines on standard input.
  ///
  /// - Parameter options: The handling of invalid samples and lines.
  public static func standardInput(options: ReadingOptions = ReadingOptions()) -> LineSource {
    LineSource(descriptor: STDIN_FILENO, name: "standard input", options: options)
  }

  /// `nil`: the sensors are unknown before the lines.
  public var sensors: MotionSensors? { nil }

  /// The number of non-finite samples and invalid lines that were left out.
  package var skippedCount: Int { state.withLock { $0.decoder.skippedCount + $0.malformedCount } }

  /// Passes the sample of each line to `receive`, until the end of the input.
  ///
  /// - Throws: `MotionSourceError` for an invalid line, with its number, for a read error, and for
  ///   an input that ends without a sample.
  public func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    let waiter = try DescriptorWaiter(source: name)
    while true {
      while let sample = try nextSample() {
        guard !Task.isCancelled else { return }
        await receive(sample)
      }
      let (isAtEnd, hasSample) = state.withLock { ($0.isAtEnd, $0.hasSample) }
      guard !isAtEnd || hasSample else {
        throw MotionSourceError(
          source: name, kind: .badData, reason: "expected lines of samples, got none")
      }
      guard !isAtEnd, !Task.isCancelled, await waiter.readable(of: [descriptor]) != nil
      else { return }
      switch ReadOutcome(of: descriptor, count: 1 << 14) {
      case .bytes(let chunk): state.withLock { $0.splitter.append(chunk) }
      case .nothing: break
      case .end: state.withLock { $0.isAtEnd = true }
      case .failure(let reason):
        throw MotionSourceError(
          source: name, kind: .brokenOff, reason: "cannot be read: \(reason)")
      }
    }
  }

  /// The sample of the next valid line; `nil` if more must be read first.
  private func nextSample() throws(MotionSourceError) -> SensorSample? {
    do {
      return try state.withLock { (state) throws(RecordingError) in
        while let line = state.splitter.next() {
          if let sample = try state.sample(on: line) { return sample }
        }
        if state.splitter.isOverfull {
          throw RecordingError(
            file: name, line: state.decoder.lineCount + 1,
            problem: .malformed(
              "expected lines of samples, got over \(LineSplitter.longestLine) bytes without a line feed"
            ))
        }
        guard state.isAtEnd, let rest = state.splitter.rest(),
          let sample = try? state.decoder.decode(rest)
        else { return nil }
        state.hasSample = true
        return sample
      }
    } catch {
      // The description already names the file.
      var place = error.line.map { "line \($0)" } ?? ""
      if let column = error.column { place += ", column '\(column)'" }
      throw MotionSourceError(
        source: name, kind: .badData,
        reason: place.isEmpty ? "\(error.problem)" : "\(place): \(error.problem)")
    }
  }
}

extension LineSource.State {
  /// The sample of the next line, if it is valid.
  fileprivate mutating func sample(on line: [UInt8]) throws(RecordingError) -> SensorSample? {
    do throws(RecordingError) {
      guard let sample = try decoder.decode(line) else { return nil }
      hasSample = true
      return sample
    } catch {
      malformedCount += 1
      guard decoder.options.damage == .skip, hasSample || malformedCount < 100 else { throw error }
      return nil
    }
  }
}

/// Splits a stream of bytes into lines.
package struct LineSplitter {
  /// The longest line in bytes; longer input is not text.
  package static let longestLine = 1 << 16

  private var bytes: [UInt8] = []
  private var start = 0

  /// A splitter without bytes.
  package init() {}

  /// Whether the remaining bytes exceed the longest line.
  package var isOverfull: Bool { bytes.count - start > Self.longestLine }

  /// Takes the next bytes.
  package mutating func append(_ chunk: [UInt8]) {
    bytes.removeFirst(start)
    start = 0
    bytes += chunk
  }

  /// Removes and returns the next complete line, without its line feed.
  package mutating func next() -> [UInt8]? {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { start = end + 1 }
    return Array(bytes[start..<end])
  }

  /// Removes and returns the bytes after the last line feed.
  package mutating func rest() -> [UInt8]? {
    defer { (bytes, start) = ([], 0) }
    return start < bytes.count ? Array(bytes[start...]) : nil
  }
}
