public import MotionFusion
public import SensorDiagnostics
internal import Synchronization

/// The recordings of a file or a folder, of which long ones are not held in memory.
///
/// ``RecordingReader/open(_:format:)`` opens them: of a file whose raw samples can be streamed, the
/// samples are read in each pass over ``RecordedSamples``. All other contents are in memory, as
/// with ``RecordingReader/read(_:format:)``.
public struct StreamedRecordings: Sendable {
  /// One recording of raw samples.
  public struct Recording: Sendable {
    /// The label, if known.
    public var label: String?
    /// The user, if known.
    public var user: String?
    /// The name.
    public var name: String
    /// The samples.
    public var samples: RecordedSamples
  }

  /// The raw samples.
  public private(set) var sensorSamples: [Recording]
  /// The other kinds of recordings, and raw samples that are in memory.
  public var others: Recordings { sensorSamples.first?.samples.check?.found?.recordings ?? opened }
  /// The recordings as they were opened, without the warnings of a later check.
  private let opened: Recordings
  /// Reads a file whole that is checked later.
  private var readWhole: (@Sendable () throws -> Recordings)?
  /// The warnings of the file before it was read whole.
  private var earlierWarnings: [RecordingWarning]?

  /// Recordings that are in memory.
  public init(_ recordings: Recordings) {
    opened = recordings
    sensorSamples = recordings.sensorSamples.map {
      Recording(
        label: $0.label, user: $0.user, name: $0.name, samples: RecordedSamples($0.samples))
    }
  }

  /// One recording of raw samples that is streamed, with its description.
  ///
  /// - Parameter whole: Reads the file whole, if its check may still find several recordings.
  init(
    _ description: Recordings, _ samples: RecordedSamples,
    whole: (@Sendable () throws -> Recordings)? = nil
  ) {
    opened = description
    readWhole = whole
    sensorSamples = description.sensorSamples.map {
      Recording(label: $0.label, user: $0.user, name: $0.name, samples: samples)
    }
  }

  /// Whether the samples are read in each pass.
  package var isStreamed: Bool { sensorSamples.contains { $0.samples.isStreamed } }

  /// Whether the samples have been read whole, and checked.
  package var isChecked: Bool {
    sensorSamples.allSatisfy { $0.samples.check == nil || $0.samples.check?.found != nil }
  }

  /// The warnings that the first pass over the samples added.
  package var laterWarnings: [RecordingWarning] {
    let earlier = earlierWarnings ?? opened.warnings
    return others.warnings.filter { !earlier.contains($0) }
  }

  /// Calls `body` with these recordings, and again with those of the whole file if its first pass
  /// finds several.
  ///
  /// - Parameter body: Starts from the same state each time.
  /// - Throws: The errors of `body`, and ``RecordingError``.
  package func process<Result>(
    _ body: (StreamedRecordings) throws -> Result
  ) throws -> Result {
    do {
      return try body(self)
    } catch let error as RecordingError where error.isClockRestart {
      guard let readWhole else { throw error }
      var recordings = StreamedRecordings(try readWhole())
      recordings.earlierWarnings = opened.warnings
      return try body(recordings)
    }
  }

  /// These recordings, with raw samples made of device motion when there are none.
  var withRawSamples: StreamedRecordings {
    isStreamed ? self : StreamedRecordings(others.withRawSamples)
  }

  /// All recordings in memory.
  ///
  /// - Throws: ``RecordingError`` if a file can no longer be read.
  public func whole() throws -> Recordings {
    try process { streamed in
      let samples = try streamed.sensorSamples.map {
        LabeledRecording(
          label: $0.label, user: $0.user, name: $0.name, samples: try $0.samples.whole())
      }
      var recordings = streamed.others
      recordings.sensorSamples = samples
      return recordings
    }
  }

  /// The number of samples of each recording; of each reference where there are only references.
  package var sampleCounts: [Int] {
    isStreamed ? sensorSamples.map(\.samples.count) : others.sampleCounts
  }
}

/// The raw samples of one recording: in memory, or read from their file in each pass over them.
///
/// A file is checked when it is opened, or in the first whole pass over its samples. Later passes
/// fail only if the file can no longer be read.
public struct RecordedSamples: Sendable {
  /// The sensors with a reading.
  package let kinds: SampleKinds
  private let storage: Storage
  private enum Storage: Sendable {
    case memory([SensorSample])
    case file(StreamedFile, FileCheck)
  }

  /// Samples in memory.
  public init(_ samples: [SensorSample]) {
    storage = .memory(samples)
    kinds = SampleKinds(samples)
  }

  init(_ file: StreamedFile, _ check: FileCheck, kinds: SampleKinds) {
    storage = .file(file, check)
    self.kinds = kinds
  }

  /// The number of samples; 0 before the first pass over a file that is checked later.
  public var count: Int {
    switch storage {
    case .memory(let samples): samples.count
    case .file(_, let check): check.found?.count ?? 0
    }
  }

  /// The check of a file; `nil` for samples in memory.
  var check: FileCheck? { if case .file(_, let check) = storage { check } else { nil } }

  /// Whether the first samples have all of these readings, so that no later one has another.
  func begin(with kinds: SampleKinds) throws -> Bool {
    var seen = SampleKinds()
    var count = 0
    try visit { sample in
      seen.add(sample)
      count += 1
      return seen != kinds && count < 5000
    }
    return seen == kinds
  }

  /// Whether each pass reads the file.
  package var isStreamed: Bool { if case .file = storage { true } else { false } }

  /// Calls `body` with each sample, in the order of time.
  ///
  /// - Throws: Errors of `body`, and ``RecordingError`` if the file can no longer be read.
  /// - Complexity: O(1) memory, O(*n*) time; for a file, it is parsed in each pass.
  public func visitAll(_ body: (SensorSample) throws -> Void) throws {
    switch storage {
    case .memory(let samples):
      for sample in InputProgress.following(samples, as: "samples") { try body(sample) }
    case .file(let file, let check): try check.pass(over: file, body)
    }
  }

  /// Calls `body` with each sample until it returns `false`.
  ///
  /// - Throws: The errors of ``visitAll(_:)``.
  package func visit(_ body: (SensorSample) throws -> Bool) throws {
    struct Stop: Error {}
    do {
      try visitAll { if try !body($0) { throw Stop() } }
    } catch is Stop {}
  }

  /// All samples in memory, 112 bytes each.
  ///
  /// - Throws: The errors of ``visitAll(_:)``.
  public func whole() throws -> [SensorSample] {
    if case .memory(let samples) = storage { return samples }
    var samples: [SensorSample] = []
    samples.reserveCapacity(count)
    try visitAll { samples.append($0) }
    return samples
  }
}

/// Checks a streamed file in the first whole pass over it.
final class FileCheck: Sendable {
  struct Found: Sendable {
    /// The recording without its samples, with all warnings.
    var recordings: Recordings
    var count = 0
    var kinds = SampleKinds()
    var consistency = SensorConsistency()
  }
  private let state = Mutex<Found?>(nil)

  /// What the check has found; `nil` before its end.
  var found: Found? { state.withLock(\.self) }

  /// Passes over the file, for the first time with the check.
  ///
  /// - Throws: Errors of `body`, and ``RecordingError`` for a damaged file, or one without samples.
  func pass(over file: StreamedFile, _ body: (SensorSample) throws -> Void) throws {
    guard found == nil else {
      _ = try file.pass(body)
      return
    }
    var found = Found(recordings: Recordings(format: ""))
    found.recordings = try file.pass { sample in
      found.count += 1
      found.kinds.add(sample)
      found.consistency.update(sample)
      try body(sample)
    }
    guard !found.recordings.isEmpty else {
      throw RecordingError.noSamples(in: found.recordings, file: file.contents.name)
    }
    found.consistency.finish()
    found.recordings.warnings += ConsistencyCheck.warnings(
      about: found.recordings, streamed: found.consistency, in: file.contents.name)
    state.withLock { [found] in $0 = found }
  }
}

extension MotionEstimation {
  /// Estimates the motion of a recording of any length.
  ///
  /// The same motions as those of `estimate(_:measurements:)` for an array of samples. Reads the
  /// recording once, and its first seconds twice. Offline, all samples are in memory.
  ///
  /// - Parameters:
  ///   - samples: In the order of time, from the start of the recording.
  ///   - measurements: As in `estimate(_:measurements:)`.
  ///   - body: Takes each motion in order.
  /// - Returns: The estimate without motions, and the wrong units and axes that the samples show.
  /// - Throws: Errors of `body`, and ``RecordingError`` if a file can no longer be read.
  /// - Complexity: O(1) memory online; offline about 900 bytes per sample.
  public func estimate(
    _ samples: RecordedSamples, measurements: [MotionMeasurement] = [],
    _ body: (DeviceMotion) throws -> Void
  ) throws -> (estimate: MotionEstimate, findings: [SensorFinding]) {
    let (estimate, consistency) = try estimate(
      samples, measurements: measurements, observing: { _ in }, body)
    return (estimate, consistency.findings)
  }

  /// Estimates the motion, and shows each sample once to `observe`.
  func estimate(
    _ samples: RecordedSamples, measurements: [MotionMeasurement] = [],
    observing observe: (SensorSample) -> Void, _ body: (DeviceMotion) throws -> Void
  ) throws -> (estimate: MotionEstimate, consistency: SensorConsistency) {
    var consistency = SensorConsistency()
    guard !isOffline else {
      let whole = try samples.whole()
      for sample in whole { observe(sample) }
      var count = 0
      let estimate = try estimate(
        whole, measurements: measurements, progress: InputProgress.showSmoothing
      ) { motion in
        InputProgress.showElement("samples", at: count, of: whole.count)
        count += 1
        try body(motion)
      }
      for sample in whole[estimate.startupSampleCount...] { consistency.update(sample) }
      consistency.finish(estimate)
      return (estimate, consistency)
    }
    let startup = skipsStartup ? try startupSampleCount(of: samples) : 0
    // The check of a file is that of all of its samples.
    let isOwn = samples.check == nil || startup > 0
    var session = Session(
      self, startupSampleCount: startup, pointsNorth: try pointsNorth(samples, after: startup),
      measurements: measurements)
    var index = 0
    try samples.visitAll { sample in
      observe(sample)
      if isOwn, index >= startup { consistency.update(sample) }
      index += 1
      if let motion = session.update(sample) { try body(motion) }
    }
    if !isOwn, let found = samples.check?.found { consistency = found.consistency }
    let estimate = try session.finish(body)
    consistency.finish(estimate)
    return (estimate, consistency)
  }

  private func startupSampleCount(of samples: RecordedSamples) throws -> Int {
    let kinds = samples.kinds
    var search = StartupSearch()
    try samples.visit {
      search.update($0)
      return !search.isComplete(
        accelerometer: kinds.hasAcceleration, gyroscope: kinds.hasRotationRate)
    }
    return search.count
  }

  private func pointsNorth(_ samples: RecordedSamples, after startup: Int) throws -> Bool {
    guard usesMagnetometer, samples.kinds.hasMagneticField else { return false }
    var search = NorthSearch(blockSize: blockSize)
    var index = 0
    var isFound = false
    try samples.visit { sample in
      defer { index += 1 }
      if index >= startup { isFound = search.update(sample) }
      return !isFound
    }
    return isFound
  }
}
