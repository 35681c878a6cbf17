/// A vector that knows in which frame its coordinates are.
@frozen
public struct FrameVector<Frame, Scalar: RealScalar>: Hashable, Sendable {
  /// The coordinates.
  public var vector: Vector3<Scalar>

  /// The vector of these coordinates in `Frame`.
  @inlinable public init(_ vector: Vector3<Scalar>) { self.vector = vector }

  /// The vector of these coordinates in `Frame`.
  @inlinable public init(_ x: Scalar, _ y: Scalar, _ z: Scalar) { self.init(Vector3(x, y, z)) }
}

extension FrameVector: EuclideanVector {
  /// The vector of zeros.
  @inlinable public static var zero: Self { Self(.zero) }
  /// The sum of two vectors in the same frame.
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.vector + b.vector) }
  /// The difference of two vectors in the same frame.
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.vector - b.vector) }
  /// The vector of the opposite direction.
  @inlinable public static prefix func - (a: Self) -> Self { Self(-a.vector) }
  /// Each coordinate times `scalar`.
  @inlinable public static func * (a: Self, scalar: Scalar) -> Self { Self(a.vector * scalar) }
  /// Each coordinate divided by `scalar`.
  @inlinable public static func / (a: Self, scalar: Scalar) -> Self { Self(a.vector / scalar) }
  /// The dot product of two vectors in the same frame.
  @inlinable public func dot(_ other: Self) -> Scalar { vector.dot(other.vector) }
  /// The cross product of two vectors in the same frame.
  @inlinable public func cross(_ other: Self) -> Self { Self(vector.cross(other.vector)) }
  /// The largest absolute value of a coordinate; NaN if any is NaN.
  @inlinable public var maximumMagnitude: Scalar { vector.maximumMagnitude }
  /// Whether no coordinate is infinite or NaN.
  @inlinable public var isFinite: Bool { vector.isFinite }
}

extension FrameVector: Codable {
  // What is written knows no frame: whoever reads it says which it is.

  /// Reads the coordinates.
  public init(from decoder: any Decoder) throws {
    self.init(try Vector3(from: decoder))
  }

  /// Writes the coordinates.
  public func encode(to encoder: any Encoder) throws { try vector.encode(to: encoder) }
}

extension FrameVector: CustomStringConvertible {
  /// The frame and the coordinates.
  public var description: String { "\(Frame.self): \(vector)" }
}
