extension GestureDataSet {
  /// The data set as the bytes of a file, name, notes and class names included: JSON of one line
  /// with a version and a checksum, `{"inertialDataSet":1,"crc32":"89abcdef","dataSet":{…}}` and a
  /// line feed. Equal data sets give equal bytes.
  ///
  /// The table of `GestureDataSet.csv` in MotionRecordings holds the series alone, for other
  /// programs.
  ///
  /// - Throws: ``ModelError/malformed(_:)`` for text that JSON cannot hold.
  package func file() throws(ModelError) -> [UInt8] {
    try ModelFile.encode(Content(self), in: .dataSet)
  }

  /// The data set of a file's bytes.
  ///
  /// - Throws: ``ModelError``, whichever way the bytes are not a whole and unaltered data set, and
  ///   ``ModelError/inconsistent(_:)`` for series that do not belong in one.
  package init(file bytes: [UInt8]) throws(ModelError) {
    let content = try ModelFile.decode(Content.self, from: ModelEnvelope.dataSet.open(bytes))
    self = try content.dataSet()
  }

  /// Whether the bytes begin as ``file()`` does.
  package static func isFile(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: ModelEnvelope.dataSet.versionKey.utf8)
  }

  /// A data set as its JSON names its parts.
  private struct Content: Codable {
    struct Series: Codable {
      var label: String?
      var user: String?
      var times: [Double]
      /// The components, vector after vector.
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
          "vectors of \(dimension) components: 1 to \(GestureDataSet.dimensions.upperBound) are "
            + "possible")
      }
      var set = GestureDataSet(
        name: name, notes: notes, classNames: classNames, dimension: dimension)
      for (index, part) in series.enumerated() {
        guard part.values.count == part.times.count * dimension else {
          throw .inconsistent(
            "series \(index) has \(part.values.count) values for \(part.times.count) vectors of "
              + "\(dimension)")
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
