public import MotionFusion

/// One point of a tracked path.
public struct PathPoint: Hashable, Sendable {
  /// The number of the sample in the stream, from 0, without samples that were left out.
  public var index: Int
  /// The time in seconds.
  public var timestamp: Double
  /// The position in the reference frame, in metres from the start.
  public var position: Vector3<Double>
  /// The velocity in the reference frame, in m/s.
  public var velocity: Vector3<Double>
  /// The attitude of the device.
  public var attitude: Attitude
  /// Whether the device was detected to be stationary.
  public var isStationary = false
  /// The uncertainty of position and velocity; `nil` from a stage that does not estimate it.
  public var uncertainty: PathUncertainty?

  /// Position, attitude and time, as a point of a stroke.
  package var sample: Sample3D {
    Sample3D(location: position, attitude: attitude, timestamp: timestamp)
  }
}

/// A change of a tracked path.
public enum PathEvent: Hashable, Sendable {
  /// The next point.
  case position(PathPoint)
  /// Corrected points that replace those with these indices.
  ///
  /// Every index of the range has been delivered before, and the last one is the latest.
  case revision(Range<Int>, [PathPoint])
}

extension [PathPoint] {
  /// Applies an event to the path: appends a position, replaces the points of a revision.
  ///
  /// Revised points whose index is not in the path are ignored, for example if the path does not
  /// begin at index 0.
  ///
  /// - Complexity: O(1) for a position, O(*n*) in the length of a revision.
  public mutating func apply(_ event: PathEvent) {
    switch event {
    case .position(let point):
      append(point)
    case .revision(let range, let points):
      guard let first = first?.index else { return }
      for (index, point) in zip(range, points) where indices.contains(index - first) {
        self[index - first] = point
      }
    }
  }
}

/// The covariances of position and velocity in the reference frame.
public struct PathUncertainty: Hashable, Sendable {
  var positionCovariance: SymmetricMatrix3
  var velocityCovariance: SymmetricMatrix3

  /// The uncertainty of these covariances, by their upper triangles.
  init(position: Matrix3<Double>, velocity: Matrix3<Double>) {
    positionCovariance = SymmetricMatrix3(upper: position)
    velocityCovariance = SymmetricMatrix3(upper: velocity)
  }

  /// The covariance of the position, in m².
  public var position: Matrix3<Double> { positionCovariance.matrix }
  /// The covariance of the velocity, in m²/s².
  public var velocity: Matrix3<Double> { velocityCovariance.matrix }
  /// The standard deviation of the position over all three axes, in metres.
  public var positionDeviation: Double { max(positionCovariance.trace, 0).squareRoot() }
  /// The standard deviation of the velocity over all three axes, in m/s.
  public var velocityDeviation: Double { max(velocityCovariance.trace, 0).squareRoot() }

  /// The linear interpolation towards another uncertainty, by a share from 0 to 1.
  func interpolated(to other: Self, by share: Double) -> Self {
    var result = self
    result.positionCovariance = positionCovariance.interpolated(
      to: other.positionCovariance, by: share)
    result.velocityCovariance = velocityCovariance.interpolated(
      to: other.velocityCovariance, by: share)
    return result
  }
}

/// A symmetric 3 × 3 matrix, by its upper triangle.
///
/// Its functions are inlined for the workload `inertial-navigator`.
struct SymmetricMatrix3: Hashable, Sendable {
  var xx = 0.0
  var xy = 0.0
  var xz = 0.0
  var yy = 0.0
  var yz = 0.0
  var zz = 0.0

  /// The matrix with the upper triangle of `m`.
  ///
  /// If this is inlined, the compiler omits the elements below the diagonal.
  @inline(__always)
  init(upper m: Matrix3<Double>) {
    (xx, xy, xz) = (m.c0.x, m.c1.x, m.c2.x)
    (yy, yz, zz) = (m.c1.y, m.c2.y, m.c2.z)
  }

  /// All nine elements.
  @inline(__always)
  var matrix: Matrix3<Double> {
    Matrix3(columns: Vector3(xx, xy, xz), Vector3(xy, yy, yz), Vector3(xz, yz, zz))
  }

  @inline(__always)
  static func -= (a: inout Self, b: Self) {
    a.xx -= b.xx
    a.xy -= b.xy
    a.xz -= b.xz
    a.yy -= b.yy
    a.yz -= b.yz
    a.zz -= b.zz
  }

  @inline(__always)
  var trace: Double { xx + yy + zz }

  @inline(__always)
  mutating func addDiagonal(_ value: Double) {
    xx += value
    yy += value
    zz += value
  }

  /// The linear interpolation towards another matrix, by a share from 0 to 1.
  @inline(__always)
  func interpolated(to other: Self, by share: Double) -> Self {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    var result = self
    result.xx = between(xx, other.xx)
    result.xy = between(xy, other.xy)
    result.xz = between(xz, other.xz)
    result.yy = between(yy, other.yy)
    result.yz = between(yz, other.yz)
    result.zz = between(zz, other.zz)
    return result
  }
}
