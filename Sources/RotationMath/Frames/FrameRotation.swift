/// A rotation that knows from which frame to which it leads, so that the compiler checks
/// compositions.
///
/// Frames are types of your own, never instantiated; the wrapper is a ``Quaternion`` and nothing
/// else at run time. Use it through ``Rotation``:
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

  /// The rotation by a unit quaternion that takes coordinates in `From` to those in `To`.
  @inlinable public init(_ quaternion: Quaternion<Scalar>) { self.quaternion = quaternion }

  /// The rotation back.
  @inlinable public func inverted() -> FrameRotation<To, From, Scalar> {
    FrameRotation<To, From, Scalar>(quaternion.conjugate)
  }

  /// The rotation by `b` first, then `a`; the frame between must be the same.
  @inlinable public static func * <Source>(
    a: Self, b: FrameRotation<Source, From, Scalar>
  ) -> FrameRotation<Source, To, Scalar> {
    FrameRotation<Source, To, Scalar>(a.quaternion * b.quaternion)
  }

  /// The same vector in the coordinates of `To`.
  @inlinable public func act(_ vector: FrameVector<From, Scalar>) -> FrameVector<To, Scalar> {
    FrameVector(quaternion.act(vector.vector))
  }

  /// The same vector in the coordinates of `To`, where the caller keeps track of frames.
  @inlinable public func act(_ vector: Vector3<Scalar>) -> Vector3<Scalar> {
    quaternion.act(vector)
  }
}

extension FrameRotation {
  /// The rotation between the same frames at `t` of the way to `other` along the shorter arc, as
  /// ``Quaternion/slerp(to:_:)``.
  @inlinable public func slerp(to other: Self, _ t: Scalar) -> Self {
    Self(quaternion.slerp(to: other.quaternion, t))
  }

  /// The angle in radians, 0 through π, by which the two differ.
  @inlinable public func angularDistance(to other: Self) -> Scalar {
    quaternion.angularDistance(to: other.quaternion)
  }
}

extension FrameRotation where From == To {
  /// The rotation of a frame to itself.
  @inlinable public static var identity: Self { Self(.identity) }
}

/// A rotation from one frame to another, in double precision.
public typealias Rotation<From, To> = FrameRotation<From, To, Double>

/// A rotation from one frame to another, in single precision.
public typealias RotationF<From, To> = FrameRotation<From, To, Float>

extension FrameRotation: Codable {
  // What is written knows no frames: whoever reads it says which they are.

  /// Reads the quaternion.
  public init(from decoder: any Decoder) throws {
    self.init(try Quaternion(from: decoder))
  }

  /// Writes the quaternion.
  public func encode(to encoder: any Encoder) throws { try quaternion.encode(to: encoder) }
}

extension FrameRotation: CustomStringConvertible {
  /// The frames and the quaternion.
  public var description: String { "\(To.self) from \(From.self): \(quaternion)" }
}
