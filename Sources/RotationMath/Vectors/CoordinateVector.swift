public import RealModule

/// A coordinate vector: ``Vector2``, ``Vector3`` or ``Vector4``. It consists of its components, in
/// order.
///
/// Quaternions and twists do not conform: componentwise minima and angles between coefficient
/// vectors have no meaning for them.
///
/// An array literal creates a vector from its components. Its element count is checked at run time;
/// that of the initialisers at compile time.
public protocol CoordinateVector: EuclideanVector, ExpressibleByArrayLiteral,
  CustomStringConvertible
where ArrayLiteralElement == Scalar {
  /// The number of components.
  static var scalarCount: Int { get }
  /// Applies `transform` to each pair of corresponding components.
  func map(_ other: Self, _ transform: (Scalar, Scalar) -> Scalar) -> Self
}

// MARK: - Parts by index

/// The part at `index` of a value that consists of `count` equal parts, such as components.
@inlinable @inline(__always) package func part<Whole, Part>(
  _ index: Int, of whole: Whole, count: Int
) -> Part {
  precondition(index >= 0 && index < count, "expected an index in 0..<\(count), got \(index)")
  return withUnsafePointer(to: whole) {
    UnsafeRawPointer($0).assumingMemoryBound(to: Part.self)[index]
  }
}

/// Sets the part at `index` of a value that consists of `count` equal parts.
@inlinable @inline(__always) package func setPart<Whole, Part>(
  _ index: Int, of whole: inout Whole, count: Int, to part: Part
) {
  precondition(index >= 0 && index < count, "expected an index in 0..<\(count), got \(index)")
  withUnsafeMutablePointer(to: &whole) {
    UnsafeMutableRawPointer($0).assumingMemoryBound(to: Part.self)[index] = part
  }
}

// MARK: - Componentwise operations

extension CoordinateVector {
  /// The component at `index`, from 0.
  ///
  /// - Precondition: `index` is less than ``scalarCount``.
  @inlinable public subscript(index: Int) -> Scalar {
    get { part(index, of: self, count: Self.scalarCount) }
    set { setPart(index, of: &self, count: Self.scalarCount, to: newValue) }
  }
  /// Applies `transform` to each component.
  @inlinable public func map(_ transform: (Scalar) -> Scalar) -> Self {
    map(self) { component, _ in transform(component) }
  }
  /// The componentwise product.
  @inlinable public func componentwiseProduct(_ other: Self) -> Self { map(other, *) }
  /// The componentwise quotient.
  @inlinable public func componentwiseQuotient(_ other: Self) -> Self { map(other, /) }
  /// The componentwise minimum, NaN if either component is NaN.
  @inlinable public func componentwiseMinimum(_ other: Self) -> Self {
    map(other) { $0 <= $1 || $0.isNaN ? $0 : $1 }
  }
  /// The componentwise maximum, NaN if either component is NaN.
  @inlinable public func componentwiseMaximum(_ other: Self) -> Self {
    map(other) { $0 >= $1 || $0.isNaN ? $0 : $1 }
  }
  /// Clamps each component to the range from `lowerBound` to `upperBound`.
  @inlinable public func clamped(lowerBound: Self, upperBound: Self) -> Self {
    componentwiseMaximum(lowerBound).componentwiseMinimum(upperBound)
  }
}

// MARK: - Componentwise products

extension CoordinateVector {
  /// The componentwise product, as in simd; ``EuclideanVector/dot(_:)`` is the dot product.
  @inlinable public static func * (a: Self, b: Self) -> Self { a.componentwiseProduct(b) }
  /// The componentwise quotient.
  @inlinable public static func / (a: Self, b: Self) -> Self { a.componentwiseQuotient(b) }
  /// Multiplies each component by the corresponding one of `b`.
  @inlinable public static func *= (a: inout Self, b: Self) { a = a * b }
  /// Divides each component by the corresponding one of `b`.
  @inlinable public static func /= (a: inout Self, b: Self) { a = a / b }
}

// MARK: - Arrays and reductions

extension CoordinateVector {
  /// The vector whose components are all 1.
  @inlinable public static var one: Self {
    var vector = Self.zero
    for index in 0..<scalarCount { vector[index] = 1 }
    return vector
  }

  /// Creates the zero vector, as in simd.
  @inlinable public init() { self = .zero }

  /// Creates a vector from an array of its components.
  ///
  /// - Precondition: The array has ``scalarCount`` elements.
  @inlinable public init(_ components: [Scalar]) {
    precondition(
      components.count == Self.scalarCount,
      "expected \(Self.scalarCount) components, got \(components.count)")
    self = .zero
    for index in 0..<Self.scalarCount { self[index] = components[index] }
  }

  /// Creates a vector from its components.
  ///
  /// - Precondition: There are ``scalarCount`` elements.
  @inlinable public init(arrayLiteral elements: Scalar...) { self.init(elements) }

  /// The components in parentheses.
  public var description: String { "(" + components.map { "\($0)" }.joined(separator: ", ") + ")" }

  /// The components in order.
  @inlinable public var components: [Scalar] { (0..<Self.scalarCount).map { self[$0] } }

  /// The sum of the components.
  @inlinable public func sum() -> Scalar {
    (1..<Self.scalarCount).reduce(self[0]) { $0 + self[$1] }
  }

  /// The smallest component; unspecified if any is NaN.
  @inlinable public func min() -> Scalar {
    (1..<Self.scalarCount).reduce(self[0]) { Swift.min($0, self[$1]) }
  }

  /// The largest component; unspecified if any is NaN.
  @inlinable public func max() -> Scalar {
    (1..<Self.scalarCount).reduce(self[0]) { Swift.max($0, self[$1]) }
  }
}

// MARK: - Projection

extension CoordinateVector {
  /// The component of this vector along `other`.
  ///
  /// `nil` if `other` is zero or not finite.
  @inlinable public func projected(onto other: Self) -> Self? {
    guard let direction = other.normalized() else { return nil }
    return direction * dot(direction)
  }

  /// The component of this vector perpendicular to `other`.
  ///
  /// `nil` if `other` is zero or not finite.
  @inlinable public func rejected(from other: Self) -> Self? {
    guard let along = projected(onto: other) else { return nil }
    return self - along
  }

  /// The reflection in the plane through the origin with this normal.
  ///
  /// `nil` if the normal is zero or not finite.
  @inlinable public func reflected(inPlaneWithNormal normal: Self) -> Self? {
    guard let along = projected(onto: normal) else { return nil }
    return self - (along + along)
  }

  /// The angle to `other` in radians, in 0...π.
  ///
  /// `nil` if either is zero or not finite.
  ///
  /// Accurate at 0 and π, where the arccosine of the dot product is not
  /// (W. Kahan, *How futile are mindless assessments of roundoff*, 2006, section 12).
  @inlinable public func angle(to other: Self) -> Scalar? {
    guard let u = normalized(), let v = other.normalized() else { return nil }
    return 2 * Scalar.atan2(y: (u - v).length, x: (u + v).length)
  }
}

extension Vector2 {
  /// This vector rotated by π/2, from *x* to *y*.
  @inlinable public var orthogonal: Self { Self(-y, x) }

  /// The *z* component of the cross product: the signed area of the parallelogram.
  @inlinable public func cross(_ other: Self) -> Scalar { x * other.y - y * other.x }

  /// The signed angle to `other` in radians, in -π...π, positive from *x* to *y*.
  ///
  /// `nil` if either is zero or not finite.
  @inlinable public func signedAngle(to other: Self) -> Scalar? {
    guard let u = normalized(), let v = other.normalized(), let angle = u.angle(to: v) else {
      return nil
    }
    return u.cross(v) < 0 ? -angle : angle
  }
}

extension Vector3 {
  /// A unit vector perpendicular to this one.
  ///
  /// `nil` if this one is zero or not finite.
  ///
  /// The direction of the cross product with the coordinate axis of the smallest component. Its
  /// length is at least √(2/3) of this vector's.
  @inlinable public func anyOrthogonal() -> Self? {
    guard let u = normalized() else { return nil }
    let (a, b, c) = (abs(u.x), abs(u.y), abs(u.z))
    let axis: Self = a <= b && a <= c ? .unitX : b <= c ? .unitY : .unitZ
    return u.cross(axis).normalized()
  }

  /// The length in double-word precision. The squares must not overflow or underflow.
  @inlinable var preciseLength: DoubleWord<Scalar> {
    let squares =
      DoubleWord.product(x, x) + DoubleWord.product(y, y) + DoubleWord.product(z, z)
    return squares.squareRoot()
  }
}

// Functions of vectors by the names of simd and of shading languages, beside the methods. Without
// `abs`, `min` and `max`: more overloads of these would make the compiler give up on sums of
// literals in every file that imports this module.

/// The dot product of two vectors or quaternions.
@inlinable public func dot<V: EuclideanVector>(_ a: V, _ b: V) -> V.Scalar { a.dot(b) }

/// The right-handed cross product.
@inlinable public func cross<Scalar>(_ a: Vector3<Scalar>, _ b: Vector3<Scalar>) -> Vector3<Scalar>
{
  a.cross(b)
}

/// The Euclidean length, without intermediate overflow or underflow.
@inlinable public func length<V: EuclideanVector>(_ vector: V) -> V.Scalar { vector.length }

/// The distance between two vectors.
@inlinable public func distance<V: EuclideanVector>(_ a: V, _ b: V) -> V.Scalar {
  a.distance(to: b)
}

/// The unit vector in the direction of `vector`, NaN if it is zero or not finite.
///
/// ``EuclideanVector/normalized()`` returns `nil` instead of NaN.
@inlinable public func normalize<V: EuclideanVector>(_ vector: V) -> V {
  vector.normalized() ?? vector * .nan
}

/// Linear interpolation: exactly `a` at `t` = 0 and `b` at `t` = 1.
@inlinable public func mix<V: EuclideanVector>(_ a: V, _ b: V, t: V.Scalar) -> V {
  a.lerp(to: b, t)
}

/// The component of `a` along `b`, NaN if `b` is zero or not finite.
@inlinable public func project<V: CoordinateVector>(_ a: V, _ b: V) -> V {
  a.projected(onto: b) ?? b * .nan
}

/// The reflection of `vector` in the plane with this unit normal.
@inlinable public func reflect<V: EuclideanVector>(_ vector: V, n normal: V) -> V {
  vector - normal * (2 * vector.dot(normal))
}

/// Clamps each component to the range from that of `min` to that of `max`.
@inlinable public func clamp<V: CoordinateVector>(_ vector: V, min: V, max: V) -> V {
  vector.clamped(lowerBound: min, upperBound: max)
}
