extension GestureDataSet {
  /// Encodes the data set as a file, with name, notes and class names.
  ///
  /// The format is one line of JSON with a version and a checksum,
  /// `{"inertialDataSet":1,"crc32":"89abcdef","dataSet":{…}}`, and a line feed. Equal data sets
  /// yield equal bytes. The table of `GestureDataSet.csv` contains only the series, for other
  /// programs.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for text that JSON cannot represent.
  package func file() throws(ModelError) -> [UInt8] {
    try ModelFile.encode(Content(self), in: .dataSet)
  }

  /// Decodes a data set from the bytes of a file.
  ///
  /// - Throws: ``ModelError`` for bytes that are truncated, altered, or not a data set, and
  ///   ``ModelError/inconsistent(_:)`` for invalid series.
  package init(file bytes: [UInt8]) throws(ModelError) {
    let content = try ModelFile.decode(Content.self, from: ModelEnvelope.dataSet.open(bytes))
    self = try content.dataSet()
  }

  /// Whether the bytes start with the header of ``file()``.
  package static func isFile(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: ModelEnvelope.dataSet.versionKey.utf8)
  }

  /// The JSON representation of a data set.
  private struct Content: Codable {
    struct Series: Codable {
      var label: String?
      var user: String?
      var times: [Double]
      /// The components in row-major order, one vector per row.
      var values: [Double]
    }

    var name: String
    var notes: String
    var classNames: [String: String]
    var dimension: Int
    var series: [Series]

    init(_ set: GestureDataSet) {
      name = set.name
      notes = set.notes
      classNames = set.classNames
      dimension = set.dimension
      series = set.series.map {
        Series(label: $0.label, user: $0.user, times: $0.times, values: $0.values)
      }
    }

    func dataSet() throws(ModelError) -> GestureDataSet {
      guard GestureDataSet.dimensions.contains(dimension) else {
        throw .inconsistent(
          "expected vectors of 1 to \(GestureDataSet.dimensions.upperBound) components, got "
            + "\(dimension)")
      }
      var set = GestureDataSet(
        name: name, notes: notes, classNames: classNames, dimension: dimension)
      for (index, part) in series.enumerated() {
        guard part.values.count == part.times.count * dimension else {
          throw .inconsistent(
            "expected \(part.times.count) × \(dimension) values in series \(index), got "
              + "\(part.values.count)")
        }
        do {
          try set.append(
            LabeledSeries(
              label: part.label, user: part.user, dimension: dimension, times: part.times,
              values: part.values))
        } catch {
          throw .inconsistent(error.description)
        }
      }
      return set
    }
  }
}
