public import MotionFusion

/// A reference beside the motions of a recording: where the device really was at each of them.
///
/// It cuts a recording into windows that start with the true velocity, and tells the error of what a
/// method makes of one.
///
/// ```swift
/// for window in reference.windows(of: 100) {
///   var tracker = PathTracker(velocity: window.startVelocity)
///   var path: [PathPoint] = []
///   for motion in motions[window.indices] { tracker.update(motion) { path.apply($0) } }
///   print(reference.error(of: path.map(\.position), from: window.indices.lowerBound)?.end ?? .nan)
/// }
/// ```
public struct ReferencePath: Hashable, Sendable {
  /// The position at each motion, in metres; `nil` where unknown.
  public let positions: [Vector3<Double>?]
  /// The velocity at each motion, in m/s; `nil` where a position within five motions of it is unknown.
  ///
  /// It is the slope of a cubic through these eleven positions by least squares (A. Savitzky and
  /// M. J. E. Golay, *Analytical Chemistry* 36, 1964).
  public let velocities: [Vector3<Double>?]
  /// Whether the data set counts errors at each motion.
  public let isScored: [Bool]

  /// Half the width of the fit that gives a velocity, in samples.
  private static let reach = 5

  /// The reference nearest in time to each motion, within the mean time between two of them; `nil`
  /// where no pose has a position.
  ///
  /// - Parameters:
  ///   - motions: In the order of time.
  ///   - poses: In the order of time, in the frame of the motions but for a shift.
  /// - Complexity: O(*n* + *m*) in the motions and the poses.
  public init?(of motions: [DeviceMotion], in poses: [ReferencePose]) {
    guard poses.contains(where: { $0.position != nil }), let first = motions.first,
      let last = motions.last
    else { return nil }
    let tolerance = (last.timestamp - first.timestamp) / Double(max(motions.count - 1, 1))
    let nearest = poses.nearest(to: motions.lazy.map(\.timestamp), within: tolerance)
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
      let (square, cube, way) = (t * t, t * t * t, position - middle)
      s2 += square
      s3 += cube
      s4 += square * square
      s5 += square * cube
      s6 += cube * cube
      x1 += way * t
      x2 += way * square
      x3 += way * cube
    }
    let (c1, c2, c3) = (s4 * s6 - s5 * s5, s4 * s5 - s3 * s6, s3 * s5 - s4 * s4)
    let determinant = s2 * c1 + s3 * c2 + s4 * c3
    // Fewer than three other times tell nothing.
    guard determinant > 1e-9 * s2 * s4 * s6 else { return nil }
    return (x1 * c1 + x2 * c2 + x3 * c3) / determinant
  }
}

// MARK: - Errors

extension ReferencePath {
  /// The motions between the first and the last whose place is known; `nil` where none is.
  public var known: ClosedRange<Int>? {
    guard let first = positions.firstIndex(where: { $0 != nil }),
      let last = positions.lastIndex(where: { $0 != nil })
    else { return nil }
    return first...last
  }

  /// The error of a path that starts at motion `start`, laid on the reference there; `nil` where the
  /// reference is unknown at either end of it.
  ///
  /// - Parameters:
  ///   - path: The position at each motion from `start` on, in metres.
  ///   - start: The index of the motion of its first point.
  /// - Precondition: The path is within the motions.
  public func error(of path: some Collection<Vector3<Double>>, from start: Int) -> PathError? {
    PathError(of: path, from: positions[start..<start + path.count])
  }
}

// MARK: - Windows

extension ReferencePath {
  /// Motions one after another over which the reference is whole.
  public struct Window: Hashable, Sendable {
    /// The motions.
    public var indices: Range<Int>
    /// The true velocity at the first one, in m/s.
    public var startVelocity: Vector3<Double>
    /// The true velocity at the last one, in m/s.
    public var endVelocity: Vector3<Double>
  }

  /// The windows of so many steps between motions, one after another, over which the reference is known
  /// and counts, and has a velocity at both ends; each begins at the motion with which the one before
  /// it ends, where nothing lies between them.
  ///
  /// - Precondition: `steps` is positive.
  /// - Complexity: O(*n*).
  public func windows(of steps: Int) -> [Window] {
    precondition(steps > 0, "no window has \(steps) steps")
    var windows: [Window] = []
    // Where the next window begins, if nothing is wrong from there on.
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
