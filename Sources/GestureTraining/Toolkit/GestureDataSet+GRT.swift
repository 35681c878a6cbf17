internal import GestureRecognition
package import MotionRecordings

extension GestureDataSet {
  /// Parses a text file of the Gesture Recognition Toolkit (GRT).
  ///
  /// Supported are labelled classification data, whose vectors become series of length 1, and
  /// labelled time series, both of version 1.0. The labels are the class numbers as text. The
  /// format has no timestamps: the vectors of a series are 1 s apart, starting at 0.
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
    let dimension = try scanner.count("the number of dimensions", in: SampleSeries.dimensions)
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
          SampleSeries(
            dimension: dimension, times: (0..<count).map(Double.init), values: values),
          label: label)
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

extension GestureDataSet {
  /// The data set as a text file of the Gesture Recognition Toolkit, version 1.0.
  ///
  /// Series of length 1 become classification data, others time series. Classes have the numbers of
  /// `grtNumbers(of:)`; a label that differs from its number becomes the class name. Blanks in
  /// names become underscores, as the toolkit reads words.
  package var grt: [UInt8] {
    let isTimeSeries = series.contains { $0.representation.count > 1 }
    let numbers = classNumbers
    var text =
      isTimeSeries
      ? "GRT_LABELLED_TIME_SERIES_CLASSIFICATION_DATA_FILE_V1.0\n"
      : "GRT_LABELLED_CLASSIFICATION_DATA_FILE_V1.0\n"
    text += "DatasetName: \(Self.word(name))\n"
    text += "InfoText: \(notes.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
    text += "NumDimensions: \(dimension)\n"
    text += "TotalNum\(isTimeSeries ? "TrainingExamples" : "Examples"): \(series.count)\n"
    text += "NumberOfClasses: \(numbers.count)\nClassIDsAndCounters: \n"
    let counts = counts
    for (label, number) in numbers.sorted(by: { $0.value < $1.value }) {
      let name = classNames[label] ?? (label == "\(number)" ? "" : label)
      text += "\(number)\t\(counts[label] ?? 0)\t\(Self.word(name))\n"
    }
    text += "UseExternalRanges: 0\n"
    text += isTimeSeries ? "LabelledTimeSeriesTrainingData:\n" : "Data:\n"
    for example in series {
      let (number, series) = (numbers[example.label] ?? 0, example.representation)
      if isTimeSeries {
        text += "************TIME_SERIES************\nClassID: \(number)\n"
        text += "TimeSeriesLength: \(series.count)\nTimeSeriesData: \n"
      }
      for row in 0..<series.count {
        let values = series[row].map { "\($0)" }.joined(separator: "\t")
        text += isTimeSeries ? "\(values)\n" : "\(number)\t\(values)\n"
      }
    }
    return Array(text.utf8)
  }

  /// The vectors as a CSV table of the toolkit: class number and components, without a header.
  ///
  /// Each vector of a series is a row; the table has no names, times or lengths.
  package var grtTable: [UInt8] {
    let numbers = classNumbers
    let rows = series.flatMap { example in
      example.representation.vectors.map { vector in
        (["\(numbers[example.label] ?? 0)"] + vector.map { "\($0)" })
          .joined(separator: ",") + "\n"
      }
    }
    return Array(rows.joined().utf8)
  }

  /// The toolkit's numbers of classes: the labels if all are decimal integers from 1 to 1,000,000,
  /// otherwise 1, 2 and so on.
  static func grtNumbers(of labels: [String]) -> [Int] {
    let numbers = labels.compactMap { Int($0) }.filter { (1...1_000_000).contains($0) }
    // "01" and "+1" are not "1": two classes would get one number.
    return numbers.map { "\($0)" } == labels ? numbers : labels.indices.map { $0 + 1 }
  }

  private var classNumbers: [String: Int] {
    let labels = labels
    return Dictionary(uniqueKeysWithValues: zip(labels, Self.grtNumbers(of: labels)))
  }

  private static func word(_ text: String) -> String {
    text.isEmpty ? "NOT_SET" : text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
  }

  /// The data set with the display names of classes as labels, where they have one.
  package func labelledByName() -> GestureDataSet {
    var result = self
    result.classNames = [:]
    for index in series.indices {
      result.series[index].label = classNames[series[index].label] ?? series[index].label
    }
    return result
  }

  /// Whether the bytes are a CSV table of the toolkit: numbers without a header, a class number
  /// first.
  package static func isGRTTable(_ line: some StringProtocol) -> Bool {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingBlanks }
    // A time stamp in nanoseconds is not a class number.
    guard fields.count > 1, let number = Int(fields[0]), (0...99_999).contains(number) else {
      return false
    }
    return fields.allSatisfy { Double($0)?.isFinite == true }
  }

  /// Parses a CSV table of the toolkit: a class number and a vector in each row, without a header.
  ///
  /// Each row becomes a series of length 1.
  package init(grtTable bytes: [UInt8], file: String) throws(RecordingError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw RecordingError(file: file, problem: .notText)
    }
    var set: GestureDataSet?
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmingBlanks }
      guard fields != [""] else { continue }
      guard let number = Int(fields[0]), number >= 0 else {
        throw RecordingError(
          file: file, line: index + 1,
          problem: .malformed(
            "expected a class number in the first column, got "
              + String(fields[0]).quoted(atMost: 40)
          ))
      }
      var values: [Double] = []
      for field in fields.dropFirst() {
        guard let value = Double(field) else {
          throw RecordingError(
            file: file, line: index + 1, problem: .notANumber(text: String(field.prefix(40))))
        }
        values.append(value)
      }
      guard !values.isEmpty, values.count == set?.dimension ?? values.count else {
        throw RecordingError(
          file: file, line: index + 1,
          problem: .wrongFieldCount(found: fields.count, expected: (set?.dimension ?? 1) + 1))
      }
      var known = set ?? GestureDataSet(dimension: values.count)
      do {
        try known.append(
          SampleSeries(dimension: values.count, times: [0], values: values), label: "\(number)")
      } catch {
        throw RecordingError(file: file, line: index + 1, problem: .malformed(error.description))
      }
      set = known
    }
    guard let set else { throw RecordingError(file: file, problem: .empty) }
    self = set
  }
}

extension StringProtocol {
  /// The text without surrounding blanks.
  fileprivate var trimmingBlanks: SubSequence {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? endIndex
    return start < end ? self[start..<end] : self[endIndex..<endIndex]
  }
}
