public import MotionFusion

/// The reference positions at the motions of a recording.
///
/// Divides a recording into windows that start with the true velocity, and computes the errors of
/// paths.
struct ReferencePath: Hashable, Sendable {
  /// The position at each motion, in metres; `nil` if unknown.
  let positions: [Vector3<Double>?]
  /// The velocity at each motion, in m/s; `nil` if a position within five motions of it is
  /// unknown.
  ///
  /// The slope of a cubic through these eleven positions by least squares (A. Savitzky and
  /// M. J. E. Golay, *Analytical Chemistry* 36, 1964).
  let velocities: [Vector3<Double>?]
  /// Whether the data set counts errors at each motion.
  let isScored: [Bool]

  /// Half the width of the fit of a velocity, in samples.
  private static let reach = 5

  /// The reference nearest in time to each motion, within the mean time between two motions.
  ///
  /// - Parameters:
  ///   - motions: In the order of time.
  ///   - poses: In the order of time, in the frame of the motions, up to a shift.
  /// - Returns: `nil` if no pose has a position.
  /// - Complexity: O(*n* + *m*) in the motions and the poses.
  init?(of motions: [DeviceMotion], in poses: [ReferencePose]) {
    guard poses.contains(where: { $0.position != nil }), let first = motions.first,
      let last = motions.last
    else { return nil }
    let tolerance = (last.timestamp - first.timestamp) / Double(max(motions.count - 1, 1))
    let nearest = poses.nearest(to: motions.lazy.map { $0.timestamp }, within: tolerance)
    let positions = nearest.map { $0?.position }
    let times = zip(nearest, motions).map { $0?.timestamp ?? $1.timestamp }
    isScored = nearest.map { $0?.isScored ?? false }
    velocities = positions.indices.map { Self.slope(positions, times, at: $0) }
    self.positions = positions
  }

  private static func slope(
    _ positions: [Vector3<Double>?], _ times: [Double], at index: Int
  ) -> Vector3<Double>? {
    guard index >= reach, index + reach < positions.count, let middle = positions[index]
    else { return nil }
    // x - x₀ = a t + b t² + c t³ by least squares, at steps that need not be even.
    var (s2, s3, s4, s5, s6) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (x1, x2, x3) = (Vector3<Double>.zero, Vector3<Double>.zero, Vector3<Double>.zero)
    for place in index - reach...index + reach {
      guard let position = positions[place] else { return nil }
      let t = times[place] - times[index]
      let (square, cube, offset) = (t * t, t * t * t, position - middle)
      s2 += square
      s3 += cube
      s4 += square * square
      s5 += square * cube
      s6 += cube * cube
      x1 += offset * t
      x2 += offset * square
      x3 += offset * cube
    }
    let (c1, c2, c3) = (s4 * s6 - s5 * s5, s4 * s5 - s3 * s6, s3 * s5 - s4 * s4)
    let determinant = s2 * c1 + s3 * c2 + s4 * c3
    // Fewer than three other times determine no slope.
    guard determinant > 1e-9 * s2 * s4 * s6 else { return nil }
    return (x1 * c1 + x2 * c2 + x3 * c3) / determinant
  }
}

// MARK: - Errors

extension ReferencePath {
  /// The motions from the first to the last with a known position; `nil` if there is none.
  var known: ClosedRange<Int>? {
    guard let first = positions.firstIndex(where: { $0 != nil }),
      let last = positions.lastIndex(where: { $0 != nil })
    else { return nil }
    return first...last
  }

  /// The error of a path that starts at motion `start`, laid on the reference there.
  ///
  /// `nil` if the reference is unknown at either end of the path.
  ///
  /// - Parameters:
  ///   - path: The position at each motion from `start` on, in metres.
  ///   - start: The index of the motion of its first point.
  /// - Precondition: The path is within the motions.
  func error(of path: some Collection<Vector3<Double>>, from start: Int) -> PathError? {
    PathError(of: path, from: positions[start..<start + path.count])
  }
}

// MARK: - Windows

extension ReferencePath {
  /// Consecutive motions with a complete reference.
  struct Window: Hashable, Sendable {
    /// The indices of the motions.
    var indices: Range<Int>
    /// The true velocity at the first one, in m/s.
    var startVelocity: Vector3<Double>
    /// The true velocity at the last one, in m/s.
    var endVelocity: Vector3<Double>
  }

  /// The consecutive windows of this many steps with a complete, scored reference and a velocity at
  /// both ends. Adjacent windows share a motion.
  ///
  /// - Precondition: `steps` is positive.
  /// - Complexity: O(*n*).
  func windows(of steps: Int) -> [Window] {
    precondition(steps > 0, "expected a positive number of steps, got \(steps)")
    var windows: [Window] = []
    // The start of the next window, if the reference is complete from there on.
    var start = 0
    for index in positions.indices {
      if positions[index] == nil || !isScored[index] { start = index + 1 }
      while start <= index, velocities[start] == nil { start += 1 }
      guard index - start >= steps, let startVelocity = velocities[start] else { continue }
      guard let endVelocity = velocities[index] else {
        start += 1
        continue
      }
      windows.append(
        Window(
          indices: start..<index + 1, startVelocity: startVelocity, endVelocity: endVelocity))
      start = index
    }
    return windows
  }
}

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

  /// The error of a path; `nil` if the reference is unknown at either end, or the lengths
  /// differ.
  ///
  /// - Parameters:
  ///   - path: The estimated positions, in metres.
  ///   - truth: The true position at each of them, `nil` if unknown, in the axes of the path and
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
  /// - Returns: The root mean square distance about the mean positions, in metres; `nil` if the
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
