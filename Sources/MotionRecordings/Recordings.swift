public import MotionFusion

/// What a file or a folder held: recordings of each kind, and what was wrong with them.
public struct Recordings: Sendable {
  /// The name of the format it was read as.
  public var format: String
  /// Raw sensor samples.
  public var sensorSamples: [LabeledRecording<SensorSample>] = []
  /// Device motion, attitude included.
  public var deviceMotion: [LabeledRecording<DeviceMotion>] = []
  /// Strokes on a plane.
  public var strokes: [LabeledRecording<Sample2D>] = []
  /// What a better instrument saw of the recordings of the same name.
  public var references: [LabeledRecording<ReferencePose>] = []
  /// The direction of *x* in the frame of ``references``.
  public var referenceHeading = ReferenceHeading.unknown
  /// What was wrong and did not stop the reader.
  public var warnings: [RecordingWarning] = []

  /// Nothing yet, in the format of this name.
  public init(format: String) { self.format = format }

  /// Whether no recording of any kind is in it.
  public var isEmpty: Bool {
    sensorSamples.isEmpty && deviceMotion.isEmpty && strokes.isEmpty && references.isEmpty
  }

  /// What a better instrument saw of the recording called `name`; empty where it saw none of it.
  public func reference(of name: String) -> [ReferencePose] {
    references.first { $0.name == name }?.samples ?? []
  }

  /// Adds what another file held.
  mutating func append(_ other: Recordings) {
    sensorSamples += other.sensorSamples
    deviceMotion += other.deviceMotion
    strokes += other.strokes
    references += other.references
    warnings += other.warnings
  }
}

extension Array {
  /// The samples of recordings by their names; of recordings of one name the first.
  package func samplesByName<Sample>() -> [String: [Sample]]
  where Element == LabeledRecording<Sample> {
    Dictionary(map { ($0.name, $0.samples) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Recordings {
  /// These recordings with device motion told as the raw samples that it stands for, where there
  /// are no others: gravity plus user acceleration, the rate without bias, and the attitude as the
  /// reference beside them.
  var withRawSamples: Recordings {
    guard sensorSamples.isEmpty else { return self }
    var result = self
    result.sensorSamples = deviceMotion.map { recording in
      LabeledRecording(
        label: recording.label, user: recording.user, name: recording.name,
        samples: recording.samples.map {
          SensorSample(
            timestamp: $0.timestamp, rotationRate: $0.rotationRate,
            acceleration: $0.gravity + $0.userAcceleration)
        })
    }
    if references.isEmpty {
      result.references = deviceMotion.map { recording in
        LabeledRecording(
          label: recording.label, user: recording.user, name: recording.name,
          samples: recording.samples.map {
            ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude)
          })
      }
    }
    return result
  }
}

extension Recordings {
  /// The number of samples of each recording; of each reference where there are only references.
  package var sampleCounts: [Int] {
    let counts =
      sensorSamples.map(\.samples.count) + deviceMotion.map(\.samples.count)
      + strokes.map(\.samples.count)
    return counts.isEmpty ? references.map(\.samples.count) : counts
  }

  /// The kinds of samples, for messages.
  var contentDescription: String {
    let kinds = [
      sensorSamples.isEmpty ? nil : "sensor samples", deviceMotion.isEmpty ? nil : "device motion",
      strokes.isEmpty ? nil : "strokes",
      references.isEmpty ? nil : "reference poses",
    ].compactMap { $0 }
    return kinds.isEmpty ? "nothing" : kinds.joined(separator: " and ")
  }
}
