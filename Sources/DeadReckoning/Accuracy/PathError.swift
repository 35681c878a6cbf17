public import MotionFusion

/// The error of a path that is laid on the reference at its first point.
public struct PathError: Hashable, Sendable {
  /// The error of the last point, in metres.
  public var end: Double
  /// The root mean square error over all points with a known reference, in metres.
  public var rootMeanSquare: Double

  init(end: Double, rootMeanSquare: Double) {
    self.end = end
    self.rootMeanSquare = rootMeanSquare
  }

  /// The error of a path; `nil` where the reference is unknown at either end, or the lengths
  /// differ.
  ///
  /// - Parameters:
  ///   - path: The estimated positions, in metres.
  ///   - truth: The true position at each of them, `nil` where unknown, in the axes of the path and
  ///     with any origin.
  /// - Complexity: O(*n*).
  init?(
    of path: some Collection<Vector3<Double>>, from truth: some Collection<Vector3<Double>?>
  ) {
    guard path.count == truth.count, let first = path.first, case let origin?? = truth.first else {
      return nil
    }
    var (sum, count) = (0.0, 0)
    var last: Double?
    for (position, truth) in zip(path, truth) {
      last = truth.map { ((position - first) - ($0 - origin)).length }
      guard let last else { continue }
      sum += last * last
      count += 1
    }
    guard let last else { return nil }
    self.init(end: last, rootMeanSquare: (sum / Double(count)).squareRoot())
  }

  /// The error of a path's shape, independent of its place.
  ///
  /// - Parameters:
  ///   - path: The estimated positions, in metres.
  ///   - truth: The true position at each of them.
  /// - Returns: The root mean square distance about the mean positions, in metres; `nil` where the
  ///   paths are empty or of different lengths.
  /// - Complexity: O(*n*).
  public static func shape(
    of path: some Collection<Vector3<Double>>, from truth: some Collection<Vector3<Double>>
  ) -> Double? {
    guard path.count == truth.count, !path.isEmpty else { return nil }
    let count = Double(path.count)
    let mean = zip(path, truth).reduce(.zero) { $0 + ($1.0 - $1.1) } / count
    let sum = zip(path, truth).reduce(0) { $0 + (($1.0 - $1.1) - mean).lengthSquared }
    return (sum / count).squareRoot()
  }
}

extension Collection<PathError> {
  /// The median of each component separately; `nil` for an empty collection.
  var median: PathError? {
    guard let end = map({ $0.end }).median, let square = map({ $0.rootMeanSquare }).median else {
      return nil
    }
    return PathError(end: end, rootMeanSquare: square)
  }
}
