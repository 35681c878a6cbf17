import Foundation
import GestureRecognition
import GestureTraining
import MotionFusion
import MotionRecordings
import RotationMath
import TestSupport
import Testing

@Suite("GestureDataSet")
struct GestureDataSetTests {
  static func set(seed: UInt64 = 1) throws -> GestureDataSet {
    var random = SplitMix64(seed: seed)
    var set = GestureDataSet(name: "waves", notes: "by hand", classNames: ["A": "a"], dimension: 3)
    for index in 0..<7 {
      let count = Int.random(in: 1...5, using: &random)
      try set.append(
        SampleSeries(
          dimension: 3, times: (0..<count).map { 0.1 * Double($0) },
          values: (0..<(3 * count)).map { _ in random.nextNormal() }),
        label: ["A", "two words", "with, comma"][index % 3], user: index < 4 ? "u\(index)" : nil)
    }
    return set
  }

  @Test("a CSV table restores the series exactly", arguments: 0..<4 as Range<UInt64>)
  func csv(seed: UInt64) throws {
    let set = try Self.set(seed: seed)
    let read = try GestureDataSet(csv: set.csv, file: "set.csv")
    #expect(read.series == set.series)
    #expect(read.dimension == 3)
    #expect(read.labels == ["A", "two words", "with, comma"])
    #expect(read.counts == ["A": 3, "two words": 2, "with, comma": 2])
  }

  @Test(
    "a malformed table is rejected with its line",
    arguments: [
      ("series,label,x\n0,A,1\n", 1),
      ("series,label,time\n0,A,1\n", 1),
      ("series,label,time,x\n0,A,0,1\n0,B,1,1\n", 3),
      ("series,label,time,x\n0,A,0,1\n0,A,1,inf\n", 2),
      ("series,label,time,x\n0,A,0,1\n0,A,1,one\n", 3),
      ("series,label,time,x\n0,A,1,1\n0,A,0,1\n1,A,0,1\n", 2),
      ("series,label,time,x\n0,,1,1\n", 2),
      ("series,label,time,x\n0,A,1,1\n0,A,2", nil),
      ("series,label,time,x\n", nil),
    ] as [(String, Int?)])
  func broken(text: String, line: Int?) throws {
    let error = #expect(throws: RecordingError.self) {
      try GestureDataSet(csv: Array(text.utf8), file: "set.csv")
    }
    #expect(error?.line == line)
  }

  // MARK: - The Gesture Recognition Toolkit

  static let vectors = """
    GRT_LABELLED_CLASSIFICATION_DATA_FILE_V1.0
    DatasetName: Poses
    InfoText: held in  the hand
    NumDimensions: 2
    TotalNumExamples: 3
    NumberOfClasses: 2
    ClassIDsAndCounters:\u{20}
    1\t2\tNOT_SET
    7\t1\tface up
    UseExternalRanges: 1
    0\t1
    -2.5\t2e3
    Data:
    1\t0.5\t-1
    7\t1e-3\t2.25
    1\t3\t4

    """

  static let timeSeries = """
    GRT_LABELLED_TIME_SERIES_CLASSIFICATION_DATA_FILE_V1.0
    DatasetName: NOT_SET
    InfoText:\u{20}
    NumDimensions: 3
    TotalNumTrainingExamples: 2
    NumberOfClasses: 2
    ClassIDsAndCounters:\u{20}
    1\t1
    2\t1
    UseExternalRanges: 0
    LabelledTimeSeriesTrainingData:
    ************TIME_SERIES************
    ClassID: 1
    TimeSeriesLength: 2
    TimeSeriesData:\u{20}
    1\t2\t3
    4\t5\t6
    ************TIME_SERIES************
    ClassID: 2
    TimeSeriesLength: 1
    TimeSeriesData:\u{20}
    -7\t8\t9

    """

  @Test("labelled classification data of the Gesture Recognition Toolkit")
  func classificationData() throws {
    // With LF and CRLF line ends.
    for text in [Self.vectors, Self.vectors.split(separator: "\n").joined(separator: "\r\n")] {
      let set = try GestureDataSet(grt: Array(text.utf8), file: "poses.grt")
      #expect(set.name == "Poses")
      #expect(set.notes == "held in the hand")
      #expect(set.classNames == ["7": "face up"])
      #expect(set.series.map(\.label) == ["1", "7", "1"])
      #expect(set.series.map(\.representation.values) == [[0.5, -1], [1e-3, 2.25], [3, 4]])
      #expect(set.series.allSatisfy { $0.representation.times == [0] })
    }
  }

  @Test("labelled time series of the Gesture Recognition Toolkit")
  func timeSeriesData() throws {
    let set = try GestureDataSet(grt: Array(Self.timeSeries.utf8), file: "waves.grt")
    #expect(set.name.isEmpty && set.notes.isEmpty && set.classNames.isEmpty)
    #expect(set.dimension == 3)
    #expect(set.series.map(\.label) == ["1", "2"])
    #expect(set.series.map(\.representation.values) == [[1, 2, 3, 4, 5, 6], [-7, 8, 9]])
    #expect(set.series.map(\.representation.times) == [[0, 1], [0]])
  }

  @Test("a truncated file is rejected at any length")
  func truncated() {
    for text in [Self.vectors, Self.timeSeries] {
      let bytes = Array(text.utf8)
      // A truncated last number may still be valid; every shorter prefix is malformed.
      for count in stride(from: 0, to: bytes.count - 3, by: 1) {
        #expect(throws: RecordingError.self) {
          try GestureDataSet(grt: Array(bytes.prefix(count)), file: "cut.grt")
        }
      }
    }
  }

  @Test(
    "a malformed GRT file is rejected with its line",
    arguments: [
      ("NumDimensions: 2", "NumDimensions: 0", 4), ("NumDimensions: 2", "NumDimensions: -1", 4),
      ("TotalNumExamples: 3", "TotalNumExamples: 2", 16),
      ("NumberOfClasses: 2", "NumberOfClasses: many", 6), ("0.5", "half", 14),
      ("\t2.25", "\tnan", 15), ("Data:", "Date:", 13), ("V1.0", "V9.0", 1),
      ("UseExternalRanges: 1", "UseExternalRanges: 2", 10),
    ] as [(String, String, Int)])
  func malformed(found: String, replacement: String, line: Int) throws {
    let range = try #require(Self.vectors.range(of: found))
    let text = Self.vectors.replacingCharacters(in: range, with: replacement)
    let error = #expect(throws: RecordingError.self) {
      try GestureDataSet(grt: Array(text.utf8), file: "poses.grt")
    }
    #expect(error?.line == line, "\(error?.description ?? "")")
  }

  // MARK: - In memory

  @Test("an invalid series is rejected and changes nothing")
  func errors() throws {
    var set = try Self.set()
    let before = set
    func series(
      _ label: String? = "A", dimension: Int = 3, times: [Double] = [0, 1], last: Double = 0
    ) -> (SampleSeries, label: String?) {
      let values = (0..<(times.count * dimension)).map { $0 == 5 ? last : 0 }
      return (SampleSeries(dimension: dimension, times: times, values: values), label)
    }
    let cases = [
      (series(nil), "expected a label for series 7, got none"),
      (series(""), "expected a label for series 7, got none"),
      (series(dimension: 2), "expected vectors of 3 components in series 7, got 2"),
      (series(times: []), "expected at least one vector in series 7, got none"),
      (series(last: .nan), "vector 1 of series 7 is not finite"),
      (series(times: [1, 0]), "time runs backward at vector 1 of series 7"),
    ]
    for ((series, label), error) in cases {
      #expect(throws: DataSetError(error)) { try set.append(series, label: label) }
    }
    #expect(set == before)
    let others = set.selecting(set.series.indices.filter { set.series[$0].label != "A" })
    #expect(others.counts == ["two words": 2, "with, comma": 2])
  }
}
