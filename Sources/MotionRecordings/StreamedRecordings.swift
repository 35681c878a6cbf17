internal import MotionFusion

/// The recordings of a file or a folder, of which long ones are not held in memory.
///
/// ``RecordingReader/open(_:format:)`` opens them: of a file whose raw samples can be streamed, the
/// samples are read in each pass over ``RecordedSamples``. All else is in memory, as of
/// ``RecordingReader/read(_:format:)``.
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
  /// - Throws: ``RecordingError`` if a file cannot be read any more.
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
