package import MotionRecordings

extension GestureDataSet {
  /// Parses a text file of the Gesture Recognition Toolkit (GRT).
  ///
  /// Supported are labelled classification data, whose vectors become series of length 1, and
  /// labelled time series, both of version 1.0. The labels are the class numbers as text. The
  /// format has no timestamps: the vectors of a series are 1 s apart, starting at 0.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - file: The file name in error messages.
  /// - Throws: `RecordingError` with the line for a malformed file.
  package init(grt bytes: [UInt8], file: String) throws(RecordingError) {
    var scanner = try WordScanner(bytes, file: file)
    let kind = try scanner.word("the format's name")
    let isTimeSeries = kind == "GRT_LABELLED_TIME_SERIES_CLASSIFICATION_DATA_FILE_V1.0"
    guard isTimeSeries || kind == "GRT_LABELLED_CLASSIFICATION_DATA_FILE_V1.0" else {
      throw scanner.error(
        "expected GRT's labelled classification data or labelled time series, version 1.0, got "
          + "'\(kind.prefix(80))'")
    }
    try scanner.expect(["DatasetName:"])
    let name = scanner.restOfLine()
    try scanner.expect(["InfoText:"])
    var notes: [String] = []
    var word = try scanner.word("NumDimensions:")
    while word != "NumDimensions:" {
      notes.append(word)
      word = try scanner.word("NumDimensions:")
    }
    let dimension = try scanner.count("the number of dimensions", in: Self.dimensions)
    try scanner.expect(["TotalNumTrainingExamples:", "TotalNumExamples:"])
    let total = try scanner.count("the number of examples", in: 0...Int(Int32.max))
    try scanner.expect(["NumberOfClasses:"])
    let classCount = try scanner.count("the number of classes", in: 0...Int(Int32.max))
    try scanner.expect(["ClassIDsAndCounters:"])
    var classNames: [String: String] = [:]
    for _ in 0..<classCount {
      let label = try scanner.word("a class")
      _ = try scanner.count("the number of its examples", in: 0...Int(Int32.max))
      let className = scanner.restOfLine()
      if !className.isEmpty, className != "NOT_SET" { classNames[label] = className }
    }
    try scanner.expect(["UseExternalRanges:"])
    if try scanner.count("0 or 1", in: 0...1) == 1 {
      for _ in 0..<(2 * dimension) { _ = try scanner.number() }
    }
    self.init(
      name: name == "NOT_SET" ? "" : name, notes: notes.joined(separator: " "),
      classNames: classNames, dimension: dimension)
    try scanner.expect(
      isTimeSeries ? ["LabelledTimeSeriesTrainingData:"] : ["Data:", "LabelledTrainingData:"])
    for _ in 0..<total {
      let (label, count) = try isTimeSeries ? scanner.seriesHead() : (scanner.word("a class"), 1)
      let line = scanner.line
      var values: [Double] = []
      for _ in 0..<(count * dimension) { values.append(try scanner.number()) }
      do {
        try append(
          LabeledSeries(
            label: label, dimension: dimension, times: (0..<count).map(Double.init),
            values: values))
      } catch {
        throw RecordingError(file: file, line: line, problem: .malformed(error.description))
      }
    }
    if let surplus = scanner.next() {
      throw scanner.error(
        "expected the end of the file after \(total) examples, got '\(surplus.prefix(40))'")
    }
  }
}

extension WordScanner {
  /// Parses the header of a time series: its class and number of vectors.
  fileprivate mutating func seriesHead() throws(RecordingError) -> (label: String, count: Int) {
    try expect(["************TIME_SERIES************"])
    try expect(["ClassID:"])
    let label = try word("a class")
    try expect(["TimeSeriesLength:"])
    let count = try self.count("the number of vectors", in: 0...100_000_000)
    try expect(["TimeSeriesData:"])
    return (label, count)
  }
}
