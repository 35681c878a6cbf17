public import MotionFusion
internal import SensorDiagnostics

/// The recordings of a file or a folder, by kind, with warnings.
public struct Recordings: Sendable {
  /// The name of the format.
  public var format: String
  /// Raw sensor samples.
  public var sensorSamples: [LabeledRecording<SensorSample>] = []
  /// Device motion, attitude included.
  public var deviceMotion: [LabeledRecording<DeviceMotion>] = []
  /// Strokes on a plane.
  public var strokes: [LabeledRecording<Sample2D>] = []
  /// Reference poses of the recordings of the same name, from a more accurate instrument.
  public var references: [LabeledRecording<ReferencePose>] = []
  /// The direction of *x* in the frame of ``references``.
  public var referenceHeading = ReferenceHeading.unknown
  /// Problems that did not stop the reader.
  public var warnings: [RecordingWarning] = []
  /// The sign of the accelerometer by the format alone, and what to do if it is wrong.
  var unconfirmedSign: (text: String, choice: String)?

  /// Creates empty recordings of a format.
  public init(format: String) { self.format = format }

  /// Whether there are no recordings of any kind.
  public var isEmpty: Bool {
    sensorSamples.isEmpty && deviceMotion.isEmpty && strokes.isEmpty && references.isEmpty
  }

  /// Adds the recordings of another file.
  ///
  /// ``referenceHeading`` is unknown when the references have different frames.
  mutating func append(_ other: Recordings) {
    if references.isEmpty {
      referenceHeading = other.referenceHeading
    } else if !other.references.isEmpty, other.referenceHeading != referenceHeading {
      referenceHeading = .unknown
    }
    sensorSamples += other.sensorSamples
    deviceMotion += other.deviceMotion
    strokes += other.strokes
    references += other.references
    warnings += other.warnings
  }

  /// The recording that the options choose, with its reference; all if they choose none.
  ///
  /// - Throws: ``RecordingError`` with the names, if none or several have the chosen one.
  func selected(
    by options: ReadingOptions, in file: String
  ) throws(RecordingError) -> Recordings {
    guard let name = options.recording else { return self }
    var names: [String] = []
    for name in sensorSamples.map(\.name) + deviceMotion.map(\.name) + strokes.map(\.name)
      + references.map(\.name) where !names.contains(name)
    { names.append(name) }
    var found = names.filter { $0 == name }
    if found.isEmpty {
      found = names.filter { $0.hasSuffix("#" + name) || $0.hasSuffix("/" + name) }
    }
    guard let only = found.first, found.count == 1 else {
      let ends = names.prefix(12).map { $0.split { "#/".contains($0) }.last.map(String.init) ?? $0 }
      throw RecordingError(
        file: file,
        "expected --recording to be one of \(ends.quoted())\(names.count > 12 ? ", ..." : ""), "
          + "got \(name.quoted())")
    }
    var result = self
    result.sensorSamples.removeAll { $0.name != only }
    result.deviceMotion.removeAll { $0.name != only }
    result.strokes.removeAll { $0.name != only }
    result.references.removeAll { $0.name != only }
    result.warnings.removeAll { $0.file != only && names.contains($0.file) }
    return result
  }

  /// Replaces the names of all recordings.
  mutating func rename(_ name: (String) -> String) {
    for index in sensorSamples.indices {
      sensorSamples[index].name = name(sensorSamples[index].name)
    }
    for index in deviceMotion.indices { deviceMotion[index].name = name(deviceMotion[index].name) }
    for index in references.indices { references[index].name = name(references[index].name) }
  }
}

extension LabeledRecording {
  fileprivate func map<Other>(_ transform: (Sample) -> Other) -> LabeledRecording<Other> {
    LabeledRecording<Other>(label: label, user: user, name: name, samples: samples.map(transform))
  }
}

extension Array {
  /// The samples of the recordings by name; for equal names, the first.
  package func samplesByName<Sample>() -> [String: [Sample]]
  where Element == LabeledRecording<Sample> {
    Dictionary(map { ($0.name, $0.samples) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Recordings {
  /// These recordings, with raw samples made of device motion when there are none.
  ///
  /// The acceleration is gravity plus user acceleration, the rate is free of bias, and the attitude
  /// becomes the reference.
  var withRawSamples: Recordings {
    guard sensorSamples.isEmpty else { return self }
    var result = self
    result.sensorSamples = deviceMotion.map {
      $0.map {
        SensorSample(
          timestamp: $0.timestamp, rotationRate: $0.rotationRate, acceleration: $0.acceleration)
      }
    }
    if references.isEmpty {
      result.references = deviceMotion.map {
        $0.map { ReferencePose(timestamp: $0.timestamp, attitude: $0.attitude) }
      }
    }
    return result
  }
}

extension Recordings {
  /// These recordings, with the correction applied to raw samples and device motion.
  ///
  /// - Parameter name: The name of the file in errors.
  /// - Throws: ``RecordingError`` when no recording has the corrected numbers.
  func corrected(
    by correction: SensorCorrection, name: String
  ) throws(RecordingError) -> Recordings {
    guard correction != .none else { return self }
    guard !sensorSamples.isEmpty || correction.isRotation && !deviceMotion.isEmpty else {
      throw RecordingError(
        file: name, "expected raw sensor samples to correct, got \(contentDescription)")
    }
    var result = self
    result.sensorSamples = sensorSamples.map { $0.map(correction.applied) }
    result.deviceMotion = deviceMotion.map { $0.map(correction.applied) }
    return result
  }

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
