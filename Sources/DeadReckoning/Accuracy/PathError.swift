public import MotionFusion

/// How far a path is from where the device really was, when it is laid on the truth at its first point.
public struct PathError: Hashable, Sendable, Codable {
  /// At the last point, in metres.
  public var end: Double
  /// The root mean square over all points whose truth is known, in metres.
  public var rootMeanSquare: Double

  /// The error of these parts, in metres.
  public init(end: Double, rootMeanSquare: Double) {
    self.end = end
    self.rootMeanSquare = rootMeanSquare
  }

  /// The error of a path; `nil` where the truth is unknown at either end, or the two are not of one
  /// length.
  ///
  /// - Parameters:
  ///   - path: The positions that were found, in metres.
  ///   - truth: The true position at each of them, `nil` where unknown; the axes are those of the path,
  ///     the origin need not be.
  /// - Complexity: O(*n*).
  public init?(
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

  /// How far the shape of a path is from that of the true one, wherever both lie: the root mean square
  /// distance of the two about their own means, in metres; `nil` where they are empty or not of one
  /// length.
  ///
  /// - Parameters:
  ///   - path: The positions that were found, in metres.
  ///   - truth: The true position at each of them.
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
  /// The medians of the ends' and of the root mean square errors, each by itself; `nil` without any.
  public var median: PathError? {
    guard let end = map(\.end).median, let square = map(\.rootMeanSquare).median else { return nil }
    return PathError(end: end, rootMeanSquare: square)
  }
}
