/// How a device is turned in its reference frame: Core Motion's `CMAttitude`, signs included.
///
/// The quaternion maps device to reference; ``rotationMatrix``, as in Core Motion, maps
/// reference to device and is the transpose of the quaternion's own matrix.
public struct Attitude: Hashable, Sendable, Codable {
  /// The unit quaternion from device to reference: `reference = quaternion.act(device)`.
  public var quaternion: Quaternion<Double>

  /// The attitude of this unit quaternion, device to reference.
  public init(quaternion: Quaternion<Double>) { self.quaternion = quaternion }

  /// The attitude of a device whose axes are the reference's.
  public static let identity = Attitude(quaternion: .identity)

  /// The direction of gravity in the device frame, in g: (0, 0, -1) for a device that lies face
  /// up. It is ``rotationMatrix`` times (0, 0, -1).
  public var gravity: Vector3<Double> { quaternion.conjugate.act(Vector3(0, 0, -1)) }
}

// MARK: - Rotation matrix

extension Attitude {
  /// The matrix from reference to device: `device = rotationMatrix * reference`.
  public var rotationMatrix: Matrix3<Double> { Matrix3(quaternion.conjugate) }

  /// The attitude of this rotation matrix from reference to device.
  ///
  /// - Parameter rotationMatrix: Core Motion's matrix; one that is not quite orthonormal gives
  ///   an attitude near its rotation.
  public init(rotationMatrix: Matrix3<Double>) {
    self.init(quaternion: Quaternion(rotationMatrix).conjugate)
  }
}

// MARK: - Composition

extension Attitude {
  /// Makes this the attitude as seen from `reference`'s device frame: `conj(q₀) q`.
  ///
  /// With Core Motion's matrices this is *M* *M*₀⁻¹: take a vector from `reference`'s device
  /// frame to the common reference frame, then to this device's. Apple's text says no more than
  /// "change in attitude"; this is the order that its results have. After it, an attitude equal
  /// to `reference` is ``identity``, and ``pitch``, ``roll`` and ``yaw`` are the turns since.
  public mutating func multiply(byInverseOf reference: Attitude) {
    self = multiplied(byInverseOf: reference)
  }

  /// This attitude as seen from `reference`'s device frame: see ``multiply(byInverseOf:)``.
  public func multiplied(byInverseOf reference: Attitude) -> Attitude {
    Attitude(quaternion: reference.quaternion.conjugate * quaternion)
  }
}
