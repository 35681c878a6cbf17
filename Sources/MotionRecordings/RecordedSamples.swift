public import MotionFusion

/// The raw samples of one recording: in memory, or read from their file in each pass over them.
///
/// A file is checked when it is opened, so that a later pass fails only if the file cannot be read
/// any more.
public struct RecordedSamples: Sendable {
  /// The number of samples.
  public let count: Int
  /// The sensors with a reading.
  public let kinds: SampleKinds
  private let storage: Storage

  private enum Storage: Sendable {
    case memory([SensorSample])
    case file(StreamedFile)
  }

  /// Samples in memory.
  public init(_ samples: [SensorSample]) {
    storage = .memory(samples)
    count = samples.count
    kinds = SampleKinds(samples)
  }

  init(_ file: StreamedFile, count: Int, kinds: SampleKinds) {
    storage = .file(file)
    self.count = count
    self.kinds = kinds
  }

  /// Whether each pass reads the file.
  package var isStreamed: Bool { if case .file = storage { true } else { false } }

  /// Calls `body` with each sample, in the order of time.
  ///
  /// - Throws: What `body` throws, and ``RecordingError`` if the file cannot be read any more.
  /// - Complexity: O(1) memory, O(*n*) time; for a file, it is parsed in each pass.
  public func visitAll(_ body: (SensorSample) throws -> Void) throws {
    switch storage {
    case .memory(let samples): for sample in samples { try body(sample) }
    case .file(let file): try file.visitAll(body)
    }
  }

  /// Calls `body` with each sample until it returns `false`.
  ///
  /// - Throws: As ``visitAll(_:)``.
  public func visit(_ body: (SensorSample) throws -> Bool) throws {
    struct Stop: Error {}
    do {
      try visitAll { if try !body($0) { throw Stop() } }
    } catch is Stop {}
  }

  /// All samples in memory, 112 bytes each.
  ///
  /// - Throws: As ``visitAll(_:)``.
  public func whole() throws -> [SensorSample] {
    if case .memory(let samples) = storage { return samples }
    var samples: [SensorSample] = []
    samples.reserveCapacity(count)
    try visitAll { samples.append($0) }
    return samples
  }
}
