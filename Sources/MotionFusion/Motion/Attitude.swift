/// The orientation of a device in a reference frame: Core Motion's `CMAttitude`, with its signs.
///
/// The quaternion maps device to reference; ``rotationMatrix``, as in Core Motion, maps
/// reference to device and is the transpose of the quaternion's own matrix.
public struct Attitude: Hashable, Sendable, Codable {
  /// The unit quaternion from device to reference: `reference = quaternion.act(device)`.
  public var quaternion: Quaternion<Double>

  /// The attitude of a unit quaternion, device to reference.
  public init(quaternion: Quaternion<Double>) { self.quaternion = quaternion }

  /// The attitude of a device aligned with the reference frame.
  public static let identity = Attitude(quaternion: .identity)

  /// Gravity in the device frame, in g: (0, 0, -1) face up, ``rotationMatrix`` times (0, 0, -1).
  public var gravity: Vector3<Double> { quaternion.conjugate.act(Vector3(0, 0, -1)) }
}

// MARK: - Rotation matrix

extension Attitude {
  /// The matrix from reference to device: `device = rotationMatrix * reference`.
  public var rotationMatrix: Matrix3<Double> { Matrix3(quaternion.conjugate) }

  /// The attitude of a rotation matrix from reference to device.
  ///
  /// - Parameter rotationMatrix: Core Motion's matrix, orthonormal within rounding.
  public init(rotationMatrix: Matrix3<Double>) {
    self.init(quaternion: Quaternion(rotationMatrix).conjugate)
  }
}

// MARK: - Composition

extension Attitude {
  /// Replaces this attitude by the one relative to `reference`'s device frame: `conj(q₀) q`.
  ///
  /// With Core Motion's matrices this is *M* *M*₀⁻¹. Apple's documentation says "change in
  /// attitude" only; the order is that of its results. An attitude equal to `reference` becomes
  /// ``identity``.
  public mutating func multiply(byInverseOf reference: Attitude) {
    self = multiplied(byInverseOf: reference)
  }

  /// The attitude relative to `reference`'s device frame: see ``multiply(byInverseOf:)``.
  public func multiplied(byInverseOf reference: Attitude) -> Attitude {
    Attitude(quaternion: reference.quaternion.conjugate * quaternion)
  }
}
