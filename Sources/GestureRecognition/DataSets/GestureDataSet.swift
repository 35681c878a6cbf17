/// Labelled series of one kind to learn from, with a name, notes and the names of the classes.
public struct GestureDataSet: Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// What a reader should know: the device, the place, the units.
  public var notes: String
  /// What people call a class, by its label; a class needs none.
  public var classNames: [String: String]
  /// How many components a vector in a file may have: a number beyond is damage, and its products
  /// would overflow.
  package static let dimensions = 1...1_000_000

  /// The number of components of a vector, the same in all series.
  public let dimension: Int
  /// The series, each with a label, each of one vector or more, all finite and in order of time.
  public private(set) var series: [LabeledSeries] = []

  /// A data set without series.
  ///
  /// - Precondition: `dimension` is positive.
  public init(
    name: String = "", notes: String = "", classNames: [String: String] = [:], dimension: Int
  ) {
    precondition(dimension > 0, "vectors of \(dimension) components")
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

  // MARK: - Changing it

  /// Adds a series.
  ///
  /// - Throws: ``DataSetError``, where it does not belong here; nothing changes then.
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

  /// Adds the series of another data set, and the names of classes that have none here.
  ///
  /// - Throws: ``DataSetError/dimension(series:found:expected:)``, where its vectors have another
  ///   number of components; nothing changes then.
  package mutating func append(contentsOf other: GestureDataSet) throws(DataSetError) {
    guard other.dimension == dimension else {
      throw .dimension(series: 0, found: other.dimension, expected: dimension)
    }
    series += other.series
    classNames.merge(other.classNames) { own, _ in own }
  }

  /// Removes the series that satisfy `condition`.
  package mutating func removeAll(where condition: (LabeledSeries) -> Bool) {
    series.removeAll(where: condition)
  }

  /// The same with only the series at `indices`, in that order.
  ///
  /// - Precondition: They are indices of ``series``.
  package func selecting(_ indices: some Sequence<Int>) -> GestureDataSet {
    var selection = self
    selection.series = indices.map { series[$0] }
    return selection
  }
}
