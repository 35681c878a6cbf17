package import MotionRecordings

extension GestureDataSet {
  /// Reads a text file of the Gesture Recognition Toolkit: its labelled classification data, whose
  /// vectors become series of one, or its labelled time series, both of version 1.0.
  ///
  /// Classes are numbers there, and so are the labels here, as text. The files hold no times: the
  /// vectors of a series are numbered, one a second.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - file: What messages call it.
  /// - Throws: ``RecordingError`` for anything but such a file, with the line.
  package init(grt bytes: [UInt8], file: String) throws(RecordingError) {
    var scanner = try WordScanner(bytes, file: file)
    let kind = try scanner.word("the format's name")
    let isTimeSeries = kind == "GRT_LABELLED_TIME_SERIES_CLASSIFICATION_DATA_FILE_V1.0"
    guard isTimeSeries || kind == "GRT_LABELLED_CLASSIFICATION_DATA_FILE_V1.0" else {
      throw scanner.error(
        "'\(kind.prefix(80))' names no format; expected GRT's labelled classification data or "
          + "labelled time series, version 1.0")
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
      throw scanner.error("'\(surplus.prefix(40))' after the last of \(total) examples")
    }
  }
}

extension WordScanner {
  /// What stands before the vectors of a time series: its class, and how many there are.
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
