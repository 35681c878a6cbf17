/// The axes of Euler angles, their order, and whether the rotations are intrinsic.
///
/// There are 24 sequences: twelve triples of axes, each intrinsic (about the axes of the rotated
/// body) or extrinsic (about the fixed axes). The intrinsic sequence *ijk* equals the extrinsic
/// sequence *kji* with its angles in reverse order.
@frozen
public struct EulerSequence: Hashable, Sendable {
  /// The axis of the first rotation.
  public let first: CoordinateAxis
  /// The axis of the second rotation, different from the first and the third.
  public let second: CoordinateAxis
  /// The axis of the third rotation.
  public let third: CoordinateAxis
  /// Whether the rotations are intrinsic: about the axes of the rotated body.
  public let isIntrinsic: Bool

  /// Creates a sequence, or returns `nil` if two consecutive axes are equal.
  @inlinable public init?(
    _ first: CoordinateAxis, _ second: CoordinateAxis, _ third: CoordinateAxis, isIntrinsic: Bool
  ) {
    guard first != second, second != third else { return nil }
    self.init(unchecked: first, second, third, isIntrinsic: isIntrinsic)
  }

  @usableFromInline
  init(
    unchecked first: CoordinateAxis, _ second: CoordinateAxis, _ third: CoordinateAxis,
    isIntrinsic: Bool
  ) {
    self.first = first
    self.second = second
    self.third = third
    self.isIntrinsic = isIntrinsic
  }

  /// Whether the first and the third axis are equal.
  ///
  /// Symmetric sequences, such as *zxz*, are proper Euler angles: the second angle is in 0...π. The
  /// others, such as *zyx*, are Tait-Bryan angles: the second angle is in -π/2...π/2.
  @inlinable public var isSymmetric: Bool { first == third }

  /// The sequence for the reversed angles: intrinsic *zyx* for extrinsic *xyz*.
  @inlinable public var reversed: Self {
    Self(unchecked: third, second, first, isIntrinsic: !isIntrinsic)
  }
}

extension EulerSequence: CaseIterable, LosslessStringConvertible {
  /// All 24 sequences, extrinsic first.
  public static let allCases: [Self] = [false, true].flatMap { isIntrinsic in
    CoordinateAxis.allCases.flatMap { first in
      CoordinateAxis.allCases.flatMap { second in
        CoordinateAxis.allCases.compactMap { Self(first, second, $0, isIntrinsic: isIntrinsic) }
      }
    }
  }

  /// Parses SciPy's notation: `ZYX` for intrinsic axes, `xyz` for extrinsic ones.
  public init?(_ description: String) {
    guard let sequence = Self.allCases.first(where: { $0.description == description }) else {
      return nil
    }
    self = sequence
  }

  /// Three letters in SciPy's notation: upper case for intrinsic axes.
  public var description: String {
    let letters = [first, second, third].map { "xyz"[$0.rawValue] }
    return String(isIntrinsic ? letters.map { Character($0.uppercased()) } : letters)
  }
}

#if !hasFeature(Embedded)
  extension EulerSequence: Codable {
    /// Decodes three letters, such as `ZYX`.
    ///
    /// - Throws: `DecodingError` if they are not the description of a sequence.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let letters = try container.decode(String.self)
      guard let sequence = Self(letters) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription:
            "expected three letters of xyz or of XYZ, consecutive ones different, got “\(letters)”")
      }
      self = sequence
    }

    /// Encodes the three letters of the description.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }
  }
#endif

extension String {
  fileprivate subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}

extension EulerSequence {
  /// Intrinsic *zyx*: yaw, pitch and roll as in aerospace.
  public static let yawPitchRoll = Self(unchecked: .z, .y, .x, isIntrinsic: true)
  /// Intrinsic *zxy*: yaw, pitch and roll of Core Motion's `CMAttitude`.
  public static let coreMotion = Self(unchecked: .z, .x, .y, isIntrinsic: true)
  /// Intrinsic *zxz*: the classical Euler angles.
  public static let properEuler = Self(unchecked: .z, .x, .z, isIntrinsic: true)
}
