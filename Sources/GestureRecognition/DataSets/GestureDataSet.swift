/// Labelled series of one sensor, with a name, notes and class names.
public struct GestureDataSet: Hashable, Sendable {
  /// The name of the data set.
  public var name: String
  /// Notes for a reader, such as the device, the place and the units.
  public var notes: String
  /// The display names of classes, by label; optional for each class.
  public var classNames: [String: String]
  /// The valid numbers of components of a vector in a file.
  ///
  /// A larger number indicates a damaged file, and its products could overflow.
  package static let dimensions = 1...1_000_000

  /// The number of components of a vector, the same in all series.
  public let dimension: Int
  /// The series.
  ///
  /// Each has a label and at least one vector; all vectors are finite and in chronological order.
  public private(set) var series: [LabeledSeries] = []

  /// Creates an empty data set.
  ///
  /// - Precondition: `dimension` is positive.
  public init(
    name: String = "", notes: String = "", classNames: [String: String] = [:], dimension: Int
  ) {
    precondition(dimension > 0, "expected 1 component or more, got \(dimension)")
    self.name = name
    self.notes = notes
    self.classNames = classNames
    self.dimension = dimension
  }

  /// The classes, in alphabetical order.
  public var labels: [String] { Set(series.compactMap(\.label)).sorted() }
  /// The number of series of each class.
  public var counts: [String: Int] {
    series.reduce(into: [:]) { counts, series in
      if let label = series.label { counts[label, default: 0] += 1 }
    }
  }

  // MARK: - Mutation

  /// Adds a series.
  ///
  /// - Throws: ``DataSetError`` for an invalid series; the data set is then unchanged.
  public mutating func append(_ series: LabeledSeries) throws(DataSetError) {
    let index = self.series.count
    guard series.label?.isEmpty == false else { throw .unlabeled(series: index) }
    guard series.dimension == dimension else {
      throw .dimension(series: index, found: series.dimension, expected: dimension)
    }
    guard series.count > 0 else { throw .empty(series: index) }
    for place in 0..<series.count {
      guard series.times[place].isFinite, series[place].allSatisfy(\.isFinite) else {
        throw .notFinite(series: index, vector: place)
      }
      if place > 0, series.times[place] < series.times[place - 1] {
        throw .timeRunsBackward(series: index, vector: place)
      }
    }
    self.series.append(series)
  }

  /// Adds the series of another data set, and its names of unnamed classes.
  ///
  /// - Throws: ``DataSetError/dimension(series:found:expected:)`` for vectors of another number of
  ///   components; the data set is then unchanged.
  package mutating func append(contentsOf other: GestureDataSet) throws(DataSetError) {
    guard other.dimension == dimension else {
      throw .dimension(series: 0, found: other.dimension, expected: dimension)
    }
    series += other.series
    classNames.merge(other.classNames) { own, _ in own }
  }

  /// Returns the data set with only the series at `indices`, in that order.
  ///
  /// - Precondition: `indices` are valid indices of ``series``.
  package func selecting(_ indices: some Sequence<Int>) -> GestureDataSet {
    var selection = self
    selection.series = indices.map { series[$0] }
    return selection
  }
}
