public import MotionFusion
internal import Synchronization

/// A source of sensor samples: a device, a recording, a pipe.
///
/// A source is inactive until ``run(_:)``. It may run again after that has returned, one run at a
/// time.
public protocol MotionSource: Sendable {
  /// The available sensors; `nil` if unknown before the samples.
  var sensors: MotionSensors? { get }

  /// Passes the samples to `receive` in the order of time; returns after the last one, or soon
  /// after the task was cancelled.
  ///
  /// The source releases its resources (descriptors, device buffers) before it returns.
  ///
  /// - Parameter receive: Takes one sample. It may suspend until a slow consumer has room.
  /// - Throws: ``MotionSourceError`` if the source cannot start or fails.
  func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError)
}

/// A set of motion sensors.
public struct MotionSensors: OptionSet, Hashable, Sendable, Codable {
  /// One bit for each sensor.
  public let rawValue: UInt8
  /// The sensors with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The gyroscope: angular rate.
  public static let gyroscope = MotionSensors(rawValue: 1)
  /// The accelerometer: specific force.
  public static let accelerometer = MotionSensors(rawValue: 2)
  /// The magnetometer: magnetic field.
  public static let magnetometer = MotionSensors(rawValue: 4)

  /// The sensors with a reading in `sample`.
  package init(in sample: SensorSample) {
    self = []
    if sample.rotationRate != nil { insert(.gyroscope) }
    if sample.acceleration != nil { insert(.accelerometer) }
    if sample.magneticField != nil { insert(.magnetometer) }
  }
}

extension MotionSensors: CustomStringConvertible {
  /// The sensors' names, or `no sensor`.
  public var description: String {
    let names: [(Self, String)] = [
      (.gyroscope, "gyroscope"), (.accelerometer, "accelerometer"), (.magnetometer, "magnetometer"),
    ]
    let present = names.filter { contains($0.0) }.map(\.1)
    guard let last = present.last else { return "no sensor" }
    let others = present.dropLast().joined(separator: ", ")
    return others.isEmpty ? last : "\(others) and \(last)"
  }
}

extension ReferenceFrame {
  /// The sensors that the frame requires.
  package var neededSensors: MotionSensors {
    needsMagnetometer ? [.gyroscope, .accelerometer, .magnetometer] : [.gyroscope, .accelerometer]
  }

  /// The sensors that the frame requires, where a gyroscope may be optional.
  ///
  /// A frame whose heading the magnetometer keeps always requires a gyroscope: the heading needs
  /// the turns.
  package func neededSensors(requiringGyroscope: Bool) -> MotionSensors {
    requiringGyroscope || needsMagnetometer ? neededSensors : .accelerometer
  }

  /// The frames that these sensors support, in the order of the cases.
  ///
  /// - Parameters:
  ///   - knowsDeclination: Whether the angle from true to magnetic north is known.
  ///   - requiringGyroscope: Whether an accelerometer alone supports no frame. Default: true.
  package static func available(
    sensors: MotionSensors, knowsDeclination: Bool, requiringGyroscope: Bool = true
  ) -> [ReferenceFrame] {
    guard sensors.contains(.accelerometer) else { return [] }
    guard sensors.contains(.gyroscope) else {
      return requiringGyroscope ? [] : [.xArbitraryZVertical]
    }
    return available(
      hasMagnetometer: sensors.contains(.magnetometer), knowsDeclination: knowsDeclination)
  }
}

/// An error of a source, with its name and the reason.
public struct MotionSourceError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Kind: Hashable, Sendable {
    /// The device or input does not exist or cannot be opened.
    case unavailable
    /// Another program uses the port or device.
    case busy
    /// The data is not a valid sample.
    case badData
    /// The source failed after it had started: unplugged, or a read error.
    case brokenOff
  }

  /// The name of the source.
  public var source: String
  /// The kind of the error.
  public var kind: Kind
  /// The reason and how to correct it.
  public var reason: String

  /// An error of a source.
  public init(source: String, kind: Kind, reason: String) {
    self.source = source
    self.kind = kind
    self.reason = reason
  }
}

extension MotionSourceError: CustomStringConvertible {
  /// The source and the reason.
  public var description: String { "\(source): \(reason)" }
}

/// A source that replays a recording.
public struct ReplaySource: MotionSource {
  private let samples: [SensorSample]
  private let pace: ReplayPace
  /// The sensors with a reading in any sample.
  public let sensors: MotionSensors?

  /// A replay of a recording.
  ///
  /// - Parameters:
  ///   - samples: The samples in the order of time.
  ///   - pace: The speed of the replay.
  /// - Complexity: O(*n*) in the samples.
  public init(_ samples: [SensorSample], pace: ReplayPace = .asFastAsPossible) {
    self.samples = samples
    self.pace = pace
    sensors = samples.reduce(into: MotionSensors()) { $0.formUnion(MotionSensors(in: $1)) }
  }

  /// The longest wait between two samples, in seconds of the recording: a gap over this, such as
  /// one from a wrong time, is shortened to it.
  private static let longestGap = 10.0

  /// Passes the samples to `receive` at the pace of their times.
  ///
  /// Times that are not finite or go back are passed on without a wait; gaps over 10 s take 10 s
  /// of the recording's time.
  ///
  /// - Throws: Nothing.
  public func run(
    _ receive: (SensorSample) async -> Void
  ) async throws(MotionSourceError) {
    let wait = pace.start?()
    var latest = samples.first { $0.timestamp.isFinite }?.timestamp ?? 0
    var offset = 0.0
    for (index, sample) in samples.enumerated() {
      let step = sample.timestamp - latest
      if step.isFinite {
        latest = sample.timestamp
        offset += min(max(0, step), Self.longestGap)
      }
      if let wait, offset > 0, step >= 0, step.isFinite {
        // The sleep throws only if the task was cancelled.
        guard (try? await wait(offset)) != nil else { return }
      } else if index % 64 == 63 {
        // Let other tasks use this thread.
        await Task.yield()
      }
      guard !Task.isCancelled else { return }
      await receive(sample)
    }
  }
}

/// The speed of a replay.
public struct ReplayPace: Sendable {
  /// Waits until this time of the recording.
  typealias Wait = @Sendable (_ seconds: Double) async throws -> Void

  /// Starts the clock; `nil` without waiting.
  let start: (@Sendable () -> Wait)?

  /// All samples at once, without waiting.
  public static let asFastAsPossible = ReplayPace(start: nil)

  /// The recorded times, by the machine's clock.
  public static let realTime = realTime(by: ContinuousClock())

  /// The recorded times, by a given clock.
  ///
  /// Each deadline counts from the start, so that delays do not accumulate.
  ///
  /// - Parameters:
  ///   - clock: The clock of the deadlines.
  ///   - speed: Seconds of the recording in one second of the clock.
  /// - Precondition: `speed` is positive and finite.
  public static func realTime(by clock: some Clock<Duration>, speed: Double = 1) -> ReplayPace {
    precondition(speed > 0 && speed.isFinite, "expected a positive speed, got \(speed)")
    return ReplayPace {
      let start = clock.now
      return { seconds in
        // A Duration overflows beyond its range: limit the wait to thirty years.
        let deadline = start.advanced(by: .seconds(min(seconds / speed, 1e9)))
        try await clock.sleep(until: deadline, tolerance: nil)
      }
    }
  }
}

/// A source without the start-up transient of its sensors.
///
/// The first 1.1 s of a run are held back until a transient is detected or excluded; the valid
/// samples follow at once, and later samples without delay. Use it for consumers that prefer a
/// delayed start to invalid motion, such as a recogniser. A ``MotionManager`` delivers at once and
/// restarts after a transient.
package final class StartupSkippingSource: MotionSource {
  /// The source of the samples.
  package let source: any MotionSource
  private let skipped = Mutex(0)

  /// The samples of a source without their start-up transient.
  package init(_ source: some MotionSource) { self.source = source }

  package var sensors: MotionSensors? { source.sensors }

  /// The number of samples left out, in all runs so far.
  package var skippedCount: Int { skipped.withLock { $0 } }

  /// Passes the valid samples to `receive`.
  ///
  /// - Throws: The source's error, after the samples that were held back.
  package func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
    var buffer: StartupBuffer? = StartupBuffer()
    var held: [SensorSample] = []
    func release() async {
      buffer = nil
      let count = StartupDetector().count(in: held)
      skipped.withLock { $0 += count }
      for sample in held[count...] { await receive(sample) }
      held = []
    }
    do throws(MotionSourceError) {
      try await source.run { sample in
        guard buffer != nil else { return await receive(sample) }
        held.append(sample)
        let isComplete = buffer?.append(sample) == true
        if isComplete || held.count == StartupBuffer.capacity { await release() }
      }
    } catch {
      await release()
      throw error
    }
    if buffer != nil { await release() }
  }
}
