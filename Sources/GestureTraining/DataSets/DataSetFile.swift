package import GestureRecognition

extension GestureDataSet {
  /// The data set as a file, with name, notes and class names.
  ///
  /// The format is that of model files, with another first line. Equal data sets yield equal bytes.
  /// The table of `GestureDataSet.csv` contains only the series, for other programs.
  package var file: [UInt8] {
    get throws(ModelError) { try ModelCoder.file(of: self, .dataSet) }
  }

  /// Decodes a data set from the bytes of a file.
  ///
  /// - Throws: `ModelError` for bytes that are truncated, altered, or not a data set, and
  ///   `ModelError.inconsistent(_:)` for invalid series.
  package init(file bytes: [UInt8]) throws(ModelError) {
    self = try ModelCoder.part(of: bytes, .dataSet)
  }

  /// Whether the bytes start like ``file``.
  package static func isFile(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: ModelCoder.Kind.dataSet.rawValue.utf8)
  }
}

extension GestureDataSet: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    let name = try file.coded(part?.name)
    let notes = try file.coded(part?.notes)
    let classNames = try file.coded(part?.classNames)
    let dimension = try file.coded(part?.dimension)
    guard SampleSeries.dimensions.contains(dimension) else {
      throw .inconsistent(
        "expected vectors of 1 to \(SampleSeries.dimensions.upperBound) components, got "
          + "\(dimension)")
    }
    self.init(name: name, notes: notes, classNames: classNames, dimension: dimension)
    for index in 0..<(try file.coded(part?.series.count)) {
      let series = part?.series[index]
      let label = try file.coded(series.map { Optional($0.label) })
      let user = try file.coded(series.map { $0.user })
      let times = try file.coded(series?.representation.times)
      let values = try file.coded(series?.representation.values)
      guard values.count == times.count * dimension else {
        throw .inconsistent(
          "expected \(times.count) × \(dimension) values in series \(index), got \(values.count)")
      }
      do {
        try append(
          SampleSeries(dimension: dimension, times: times, values: values), label: label,
          user: user)
      } catch {
        throw .inconsistent(error.description)
      }
    }
  }
}
