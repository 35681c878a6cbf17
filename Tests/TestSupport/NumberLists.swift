public import RotationMath

// Conversions to and from lists of numbers, as in reference files, and differences of lists.

extension Vector3 {
  /// The components.
  public var list: [Scalar] { [x, y, z] }
}

extension Quaternion {
  /// Creates a quaternion from the first four numbers of `list`, scalar last.
  public init(_ list: [Scalar]) { self.init(x: list[0], y: list[1], z: list[2], w: list[3]) }
  /// The coefficients, scalar last.
  public var list: [Scalar] { [x, y, z, w] }
}

extension Matrix3 {
  /// Creates a matrix from its rows.
  public init(_ rows: [[Scalar]]) {
    self.init(rows: Vector3(rows[0]), Vector3(rows[1]), Vector3(rows[2]))
  }
  /// The elements, column by column.
  public var list: [Scalar] { c0.list + c1.list + c2.list }
}

extension Matrix4 {
  /// Creates a matrix from its rows.
  public init(_ rows: [[Scalar]]) {
    func row(_ i: Int) -> Vector4<Scalar> {
      Vector4(rows[i][0], rows[i][1], rows[i][2], rows[i][3])
    }
    self.init(rows: row(0), row(1), row(2), row(3))
  }
  /// The elements, column by column.
  public var list: [Scalar] { [c0, c1, c2, c3].flatMap { [$0.x, $0.y, $0.z, $0.w] } }
}

/// The largest absolute difference of two lists.
///
/// Infinite if a number is NaN or the counts differ.
public func difference<Scalar: RealScalar>(_ a: [Scalar], _ b: [Scalar]) -> Scalar {
  guard a.count == b.count else { return .infinity }
  let differences = zip(a, b).map { abs($0 - $1) }
  return differences.contains(where: \.isNaN) ? .infinity : differences.max() ?? 0
}

/// The largest absolute difference of two lists up to sign.
public func differenceUpToSign<Scalar: RealScalar>(_ a: [Scalar], _ b: [Scalar]) -> Scalar {
  min(difference(a, b), difference(a, b.map { -$0 }))
}

/// The largest difference in units in the last place of the largest number of `b`.
public func unitsInTheLastPlace<Scalar: RealScalar>(_ a: [Scalar], _ b: [Scalar]) -> Scalar {
  let largest = b.map { abs($0) }.max() ?? 0
  return difference(a, b) / max(largest.ulp, .leastNonzeroMagnitude)
}
