/// Vectors in order of time, with what is known of them: one gesture of any sensor, or one vector
/// alone.
public struct LabeledSeries: Hashable, Sendable {
  /// What it is, such as `A`; `nil` when unknown.
  public var label: String?
  /// Who made it; `nil` when unknown.
  public var user: String?
  /// The number of components of a vector.
  public let dimension: Int
  /// The time of each vector, in seconds.
  public let times: [Double]
  /// The components, vector after vector.
  public let values: [Double]

  /// A series of these vectors.
  ///
  /// - Precondition: `dimension` is positive, and `values` has as many for each of `times`.
  public init(
    label: String? = nil, user: String? = nil, dimension: Int, times: [Double], values: [Double]
  ) {
    precondition(
      dimension > 0 && values.count == times.count * dimension,
      "\(values.count) values for \(times.count) vectors of \(dimension)")
    self.label = label
    self.user = user
    self.dimension = dimension
    self.times = times
    self.values = values
  }

  /// The number of vectors.
  public var count: Int { times.count }
  /// The time from the first vector to the last, in seconds; 0 of none.
  public var duration: Double { (times.last ?? 0) - (times.first ?? 0) }
  /// The components of one vector.
  ///
  /// - Precondition: `index` is one of a vector.
  public subscript(index: Int) -> ArraySlice<Double> {
    values[(index * dimension)..<((index + 1) * dimension)]
  }
}
