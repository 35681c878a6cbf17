/// A rotation with its source and target frame in the type.
///
/// The compiler checks that the frames of products match.
///
/// Frames are types that you declare and never instantiate. At run time the wrapper is a
/// ``Quaternion`` without extra storage. Use it through ``Rotation``:
///
/// ```swift
/// enum Device {}
/// enum Earth {}
/// enum Sensor {}
///
/// let earthFromDevice: Rotation<Device, Earth> = ...
/// let deviceFromSensor: Rotation<Sensor, Device> = ...
/// let earthFromSensor = earthFromDevice * deviceFromSensor  // Rotation<Sensor, Earth>
/// let up = earthFromSensor.inverted().act(FrameVector<Earth, Double>(0, 0, 1))  // in Sensor
/// // deviceFromSensor * earthFromDevice does not compile.
/// ```
@frozen
public struct FrameRotation<From, To, Scalar: RealScalar>: Hashable, Sendable {
  /// The rotation, a unit quaternion: `to = quaternion.act(from)`.
  public var quaternion: Quaternion<Scalar>

  /// Creates a rotation from a unit quaternion that maps `From` to `To`.
  @inlinable public init(_ quaternion: Quaternion<Scalar>) { self.quaternion = quaternion }

  /// The inverse rotation.
  @inlinable public func inverted() -> FrameRotation<To, From, Scalar> {
    FrameRotation<To, From, Scalar>(quaternion.conjugate)
  }

  /// The composition: `b` first, then `a`.
  ///
  /// The result is renormalised, so that the length does not drift in long chains: see
  /// ``Quaternion/composed(with:)``.
  @inlinable public static func * <Source>(
    a: Self, b: FrameRotation<Source, From, Scalar>
  ) -> FrameRotation<Source, To, Scalar> {
    FrameRotation<Source, To, Scalar>(a.quaternion.composed(with: b.quaternion))
  }

  /// Maps a vector's coordinates from `From` to `To`.
  @inlinable public func act(_ vector: FrameVector<From, Scalar>) -> FrameVector<To, Scalar> {
    FrameVector(quaternion.act(vector.vector))
  }

  /// Maps coordinates in `From` to `To`, without a check of the vector's frame.
  @inlinable public func act(_ vector: Vector3<Scalar>) -> Vector3<Scalar> {
    quaternion.act(vector)
  }

  /// Maps a vector's coordinates from `From` to `To`.
  @inlinable public static func * (
    rotation: Self, vector: FrameVector<From, Scalar>
  ) -> FrameVector<To, Scalar> {
    rotation.act(vector)
  }
}

extension FrameRotation {
  /// Spherical linear interpolation: see ``Quaternion/slerp(to:_:)``.
  @inlinable public func slerp(to other: Self, _ t: Scalar) -> Self {
    Self(quaternion.slerp(to: other.quaternion, t))
  }

  /// The angle between the two rotations in radians, in 0...π.
  @inlinable public func angularDistance(to other: Self) -> Scalar {
    quaternion.angularDistance(to: other.quaternion)
  }
}

extension FrameRotation where From == To {
  /// The identity rotation.
  @inlinable public static var identity: Self { Self(.identity) }
}

/// A rotation from one frame to another, in double precision.
public typealias Rotation<From, To> = FrameRotation<From, To, Double>

/// A rotation from one frame to another, in single precision.
public typealias RotationF<From, To> = FrameRotation<From, To, Float>

#if !hasFeature(Embedded)
  extension FrameRotation: Codable {
    // The encoded form has no frames: the type that is decoded states them.

    /// Decodes the quaternion.
    public init(from decoder: any Decoder) throws {
      self.init(try Quaternion(from: decoder))
    }

    /// Encodes the quaternion.
    public func encode(to encoder: any Encoder) throws { try quaternion.encode(to: encoder) }
  }
#endif

extension FrameRotation: CustomStringConvertible {
  /// The frames and the quaternion.
  public var description: String { "\(To.self) from \(From.self): \(quaternion)" }
}
