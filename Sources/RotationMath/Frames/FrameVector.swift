/// A vector with its coordinate frame in the type.
@frozen
public struct FrameVector<Frame, Scalar: RealScalar>: Hashable, Sendable {
  /// The coordinates.
  public var vector: Vector3<Scalar>

  /// Creates a vector from its coordinates in `Frame`.
  @inlinable public init(_ vector: Vector3<Scalar>) { self.vector = vector }

  /// Creates a vector from its coordinates in `Frame`.
  @inlinable public init(_ x: Scalar, _ y: Scalar, _ z: Scalar) { self.init(Vector3(x, y, z)) }
}

extension FrameVector: EuclideanVector {
  /// The zero vector.
  @inlinable public static var zero: Self { Self(.zero) }
  /// The sum of two vectors in the same frame.
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.vector + b.vector) }
  /// The difference of two vectors in the same frame.
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.vector - b.vector) }
  /// The negated vector.
  @inlinable public static prefix func - (a: Self) -> Self { Self(-a.vector) }
  /// Each coordinate times `scalar`.
  @inlinable public static func * (a: Self, scalar: Scalar) -> Self { Self(a.vector * scalar) }
  /// Each coordinate divided by `scalar`.
  @inlinable public static func / (a: Self, scalar: Scalar) -> Self { Self(a.vector / scalar) }
  /// The dot product of two vectors in the same frame.
  @inlinable public func dot(_ other: Self) -> Scalar { vector.dot(other.vector) }
  /// The cross product of two vectors in the same frame.
  @inlinable public func cross(_ other: Self) -> Self { Self(vector.cross(other.vector)) }
  /// The largest absolute value of a coordinate, NaN if any is NaN.
  @inlinable public var maximumMagnitude: Scalar { vector.maximumMagnitude }
  /// Whether all coordinates are finite.
  @inlinable public var isFinite: Bool { vector.isFinite }
}

#if !hasFeature(Embedded)
  extension FrameVector: Codable {
    // The encoded form has no frame: the type that is decoded states it.

    /// Decodes the coordinates.
    public init(from decoder: any Decoder) throws {
      self.init(try Vector3(from: decoder))
    }

    /// Encodes the coordinates.
    public func encode(to encoder: any Encoder) throws { try vector.encode(to: encoder) }
  }
#endif

extension FrameVector: CustomStringConvertible {
  /// The frame and the coordinates.
  public var description: String { "\(Frame.self): \(vector)" }
}
