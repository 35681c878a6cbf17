internal import Foundation
public import MotionFusion
public import MotionRecordings
internal import Synchronization

/// Sensor samples as they come in, line by line: our own JSON Lines, or our own table with its
/// header, on standard input, a pipe, a socket or a serial line.
///
/// ```swift
/// let manager = MotionManager(source: LineSource.standardInput())
/// ```
///
/// A source that is stopped and run again goes on with the next line. Which sensors there are only
/// the lines tell. A last line without a line feed counts where it is a sample, and is left out
/// where it is not, for it was cut off. Where damage is to be skipped, so are lines that are no
/// samples: a serial line may be joined in the middle of one. A source none of whose first
/// hundred lines is a sample is refused all the same.
public final class LineSource: MotionSource {
  /// How messages call the source.
  public let name: String
  private let descriptor: Int32
  private let state: Mutex<State>

  fileprivate struct State {
    var splitter = LineSplitter()
    var decoder: SensorSampleDecoder
    var isAtEnd = false
    var hasSample = false
    var malformedCount = 0
  }

  /// The lines that can be read from `descriptor`, which stays the caller's to close, after the
  /// source is gone.
  ///
  /// - Parameters:
  ///   - descriptor: A file descriptor, blocking or not.
  ///   - name: How messages call the source.
  ///   - options: What happens to damaged samples and lines.
  public init(descriptor: Int32, name: String, options: ReadingOptions = ReadingOptions()) {
    self.descriptor = descriptor
    self.name = name
    state = Mutex(State(decoder: SensorSampleDecoder(name: name, options: options)))
  }

  /// The lines on standard input.
  ///
  /// - Parameter options: What happens to damaged samples and lines.
  public static func standardInput(options: ReadingOptions = ReadingOptions()) -> LineSource {
    LineSource(descriptor: STDIN_FILENO, name: "standard input", options: options)
  }

  /// `nil`: only the lines tell.
  public var sensors: MotionSensors? { nil }

  /// The samples that were not finite and the lines that were no samples, all left out.
  public var skippedCount: Int {
    state.withLock { $0.decoder.skippedCount + $0.malformedCount }
  }

  /// Hands over the sample of each line, until the end of the input.
  ///
  /// - Parameter receive: Takes one sample.
  /// - Throws: `MotionSourceError` for a line that is no sample, which names it, and for a read
  ///   that failed.
  public func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
    let waiter = try DescriptorWaiter(source: name)
    while true {
      while let sample = try nextSample() {
        guard !Task.isCancelled else { return }
        await receive(sample)
      }
      guard !state.withLock(\.isAtEnd), !Task.isCancelled,
        await waiter.readable(of: [descriptor]) != nil
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

  /// The sample of the next line that has one; `nil` when more must be read first.
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
              "over \(LineSplitter.longestLine) bytes without a line feed; expected samples"))
        }
        guard state.isAtEnd, let rest = state.splitter.rest() else { return nil }
        return try? state.decoder.decode(rest)
      }
    } catch {
      // Without the file, which the description names already.
      var place = error.line.map { "line \($0)" } ?? ""
      if let column = error.column { place += ", column '\(column)'" }
      throw MotionSourceError(
        source: name, kind: .badData,
        reason: place.isEmpty ? "\(error.problem)" : "\(place): \(error.problem)")
    }
  }
}

extension LineSource.State {
  /// The sample on the next line, if it has one.
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
