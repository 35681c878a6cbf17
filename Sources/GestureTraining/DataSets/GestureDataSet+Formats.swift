package import GestureRecognition
package import MotionRecordings

extension GestureDataSet {
  /// The file formats of data sets of series.
  package enum Format: String, CaseIterable, Sendable {
    /// A table with the columns `series`, `label` and `time`, and one for each component.
    case table = "inertial-series"
    /// A data set with name, notes and class names, in a file with a checksum.
    case file = "inertial-data-set"
    /// The text files of the Gesture Recognition Toolkit.
    case grt
    /// The CSV files of the Gesture Recognition Toolkit: class number and vector, without a header.
    case grtTable = "grt-csv"

    /// The format of a file that begins with these bytes; `nil` if it is none of them.
    init?(of bytes: [UInt8]) {
      let line = String(
        decoding: bytes.prefix(4096).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      let columns = line.split(separator: ",").map { $0.filter { !" \"\u{FEFF}".contains($0) } }
      if GestureDataSet.isFile(bytes) {
        self = .file
      } else if line.hasPrefix("GRT_LABELLED_") {
        self = .grt
      } else if ["series", "label", "time"].allSatisfy(columns.contains) {
        self = .table
      } else if GestureDataSet.isGRTTable(line) {
        self = .grtTable
      } else {
        return nil
      }
    }
  }

  /// Reads a data set from the bytes of a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file in messages.
  ///   - sampleRate: Samples a second, for files without times.
  init(
    _ bytes: [UInt8], format: Format, name: String, sampleRate: Double?
  ) throws(RecordingError) {
    switch format {
    case .table: self = try GestureDataSet(csv: bytes, file: name)
    case .file:
      do throws(ModelError) {
        self = try GestureDataSet(file: bytes)
      } catch {
        throw RecordingError(file: name, problem: .malformed(error.description))
      }
    case .grt:
      self = try GestureDataSet(grt: bytes, file: name)
      if let sampleRate {
        for index in series.indices {
          let values = series[index].representation.values
          let times = (0..<values.count / dimension).map { Double($0) / sampleRate }
          series[index].representation = SampleSeries(
            dimension: dimension, times: times, values: values)
          series[index].duration = series[index].representation.duration
        }
      }
    case .grtTable: self = try GestureDataSet(grtTable: bytes, file: name)
    }
    for index in series.indices { series[index].name = "\(name)#\(index)" }
  }

  /// Converts labelled gestures: the points of strokes, or these channels of motions.
  package init(
    _ gestures: [RecordedGesture], channels: [MotionChannel], name: String
  ) throws(RecordingError) {
    let strokeCount = gestures.count { if case .stroke = $0.samples { true } else { false } }
    guard strokeCount == 0 || strokeCount == gestures.count else {
      throw RecordingError(
        file: name, problem: .malformed("expected strokes or motions, got both"))
    }
    let isOfStrokes = strokeCount > 0
    guard isOfStrokes || !channels.isEmpty else {
      throw RecordingError(
        file: name,
        problem: .malformed(
          "expected series, got recordings of motion: the model was not trained on motion"))
    }
    self.init(name: name, dimension: isOfStrokes ? 2 : 3 * channels.count)
    self.channels = isOfStrokes ? nil : channels
    for gesture in gestures {
      do throws(DataSetError) {
        try append(
          gesture.samples.series(channels: channels), label: gesture.label, user: gesture.user,
          name: gesture.name)
      } catch {
        throw RecordingError(file: name, problem: .malformed("\(gesture.name): \(error)"))
      }
    }
  }

  /// The bytes of a file of these series.
  package func file(_ format: Format) throws(ModelError) -> [UInt8] {
    switch format {
    case .table: csv
    case .file: try file
    case .grt: grt
    case .grtTable: grtTable
    }
  }

  /// The median sample rate in hertz; 1 if series are of one sample each.
  package var sampleRate: Double {
    let steps = series.lazy.map(\.representation.times).flatMap { zip($0.dropFirst(), $0) }
      .map { $0 - $1 }.filter { $0 > 0 }
    return Quantiles(Array(steps)).map { 1 / $0.value(at: 0.5) } ?? 1
  }
}

/// Order statistics of a list of numbers.
package struct Quantiles: Hashable, Sendable {
  /// The numbers in increasing order.
  package let sorted: [Double]

  /// The order statistics of `values`; `nil` for no values, and for NaN.
  package init?(_ values: [Double]) {
    guard !values.isEmpty, !values.contains(where: \.isNaN) else { return nil }
    sorted = values.sorted()
  }

  /// The quantile at `share`, clamped to 0...1, with linear interpolation (definition 7 of
  /// R. J. Hyndman and Y. Fan, *Sample quantiles in statistical packages*, 1996).
  package func value(at share: Double) -> Double {
    let place = max(0, min(1, share)) * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
    let fraction = place - Double(below)
    return fraction == 0
      ? sorted[below] : sorted[below] * (1 - fraction) + sorted[below + 1] * fraction
  }
}
