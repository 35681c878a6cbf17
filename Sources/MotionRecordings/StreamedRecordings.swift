public import MotionFusion
public import SensorDiagnostics

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
  public let others: Recordings

  /// Recordings that are in memory.
  public init(_ recordings: Recordings) {
    others = recordings
    sensorSamples = recordings.sensorSamples.map {
      Recording(
        label: $0.label, user: $0.user, name: $0.name, samples: RecordedSamples($0.samples))
    }
  }

  /// One recording of raw samples that is streamed, with its description.
  init(_ description: Recordings, _ samples: RecordedSamples) {
    others = description
    sensorSamples = description.sensorSamples.map {
      Recording(label: $0.label, user: $0.user, name: $0.name, samples: samples)
    }
  }

  /// Whether the samples are read in each pass.
  package var isStreamed: Bool { sensorSamples.contains { $0.samples.isStreamed } }

  /// These recordings, with raw samples made of device motion when there are none.
  var withRawSamples: StreamedRecordings {
    isStreamed ? self : StreamedRecordings(others.withRawSamples)
  }

  /// All recordings in memory.
  ///
  /// - Throws: ``RecordingError`` if a file can no longer be read.
  public func whole() throws -> Recordings {
    guard isStreamed else { return others }
    var recordings = others
    recordings.sensorSamples = try sensorSamples.map {
      LabeledRecording(
        label: $0.label, user: $0.user, name: $0.name, samples: try $0.samples.whole())
    }
    return recordings
  }

  /// The number of samples of each recording; of each reference where there are only references.
  package var sampleCounts: [Int] {
    isStreamed ? sensorSamples.map(\.samples.count) : others.sampleCounts
  }
}

/// The raw samples of one recording: in memory, or read from their file in each pass over them.
///
/// A file is checked when it is opened, so that a later pass fails only if the file can no longer
/// be read.
public struct RecordedSamples: Sendable {
  /// The number of samples.
  public let count: Int
  /// The sensors with a reading.
  package let kinds: SampleKinds
  private let storage: Storage
  /// Indirect, because the checks are several kilobytes.
  private indirect enum Storage: Sendable {
    case memory([SensorSample])
    /// The file, and the checks, which have seen all of its samples.
    case file(StreamedFile, SensorConsistency)
  }

  /// Samples in memory.
  public init(_ samples: [SensorSample]) {
    storage = .memory(samples)
    count = samples.count
    kinds = SampleKinds(samples)
  }

  init(
    _ file: StreamedFile, count: Int, kinds: SampleKinds, consistency: SensorConsistency
  ) {
    storage = .file(file, consistency)
    self.count = count
    self.kinds = kinds
  }

  /// The checks of a whole file; `nil` for samples in memory.
  var consistency: SensorConsistency? {
    if case .file(_, let consistency) = storage { consistency } else { nil }
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
    case .file(let file, _): try file.visitAll(body)
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
    let checked = startup == 0 ? samples.consistency : nil
    if let checked { consistency = checked }
    var session = Session(
      self, startupSampleCount: startup, pointsNorth: try pointsNorth(samples, after: startup),
      measurements: measurements)
    var index = 0
    try samples.visitAll { sample in
      observe(sample)
      if checked == nil, index >= startup { consistency.update(sample) }
      index += 1
      if let motion = session.update(sample) { try body(motion) }
    }
    let estimate = session.finish()
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
