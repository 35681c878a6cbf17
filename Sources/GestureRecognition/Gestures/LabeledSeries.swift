/// A labelled time series of vectors: one gesture of any sensor, or one sample.
public struct LabeledSeries: Hashable, Sendable {
  /// The class label, such as `A`; `nil` if unlabelled.
  public var label: String?
  /// The user who performed the gesture; `nil` if unknown.
  public var user: String?
  /// The number of components of a vector.
  public let dimension: Int
  /// The time of each vector, in seconds.
  public let times: [Double]
  /// The components in row-major order, one vector per row.
  public let values: [Double]

  /// Creates a series.
  ///
  /// - Precondition: `dimension` is positive, and `values` has `dimension` elements per timestamp.
  public init(
    label: String? = nil, user: String? = nil, dimension: Int, times: [Double], values: [Double]
  ) {
    precondition(
      dimension > 0 && values.count == times.count * dimension,
      "expected \(times.count) × \(dimension) values, got \(values.count)")
    self.label = label
    self.user = user
    self.dimension = dimension
    self.times = times
    self.values = values
  }

  /// The number of vectors.
  public var count: Int { times.count }
  /// The time from the first vector to the last, in seconds; 0 if empty.
  public var duration: Double { (times.last ?? 0) - (times.first ?? 0) }
  /// The components of one vector.
  ///
  /// - Precondition: `index` is in 0 ..< ``count``.
  public subscript(index: Int) -> ArraySlice<Double> {
    values[(index * dimension)..<((index + 1) * dimension)]
  }
  /// The components of each vector.
  var vectors: some Collection<ArraySlice<Double>> { (0..<count).lazy.map { self[$0] } }
}
