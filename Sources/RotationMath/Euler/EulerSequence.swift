/// Which three axes Euler angles turn about, in which order, and whether the axes turn along.
///
/// Twelve triples of axes, each intrinsic (about the axes of the body as already turned) or
/// extrinsic (about the fixed axes): 24 sequences. The intrinsic sequence *ijk* is the extrinsic
/// *kji* with its angles in reverse.
@frozen
public struct EulerSequence: Hashable, Sendable {
  /// The axis of the first turn.
  public let first: CoordinateAxis
  /// The axis of the second turn; another than the first and the third.
  public let second: CoordinateAxis
  /// The axis of the third turn.
  public let third: CoordinateAxis
  /// Whether the axes turn along with the body.
  public let isIntrinsic: Bool

  /// The sequence about these axes, or `nil` when two that follow each other are the same.
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

  /// Whether the first and the third axis are the same: proper Euler angles, such as *zxz*, whose
  /// second angle runs from 0 to π. Otherwise, as in *zyx* (Tait and Bryan), from -π/2 to π/2.
  @inlinable public var isSymmetric: Bool { first == third }

  /// The same rotations with the angles in reverse: intrinsic *zyx* for extrinsic *xyz*.
  @inlinable public var reversed: Self {
    Self(unchecked: third, second, first, isIntrinsic: !isIntrinsic)
  }
}

extension EulerSequence: CaseIterable, LosslessStringConvertible {
  /// All 24 sequences, the extrinsic ones first.
  public static let allCases: [Self] = [false, true].flatMap { isIntrinsic in
    CoordinateAxis.allCases.flatMap { first in
      CoordinateAxis.allCases.flatMap { second in
        CoordinateAxis.allCases.compactMap { Self(first, second, $0, isIntrinsic: isIntrinsic) }
      }
    }
  }

  /// The sequence that SciPy writes so: `ZYX` for intrinsic axes, `xyz` for extrinsic ones.
  public init?(_ description: String) {
    guard let sequence = Self.allCases.first(where: { $0.description == description }) else {
      return nil
    }
    self = sequence
  }

  /// Three letters as SciPy writes them: capitals for intrinsic axes.
  public var description: String {
    let letters = [first, second, third].map { "xyz"[$0.rawValue] }
    return String(isIntrinsic ? letters.map { Character($0.uppercased()) } : letters)
  }
}

extension EulerSequence: Codable {
  /// Reads three letters, such as `ZYX`.
  ///
  /// - Throws: `DecodingError` where they are not the description of a sequence.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let letters = try container.decode(String.self)
    guard let sequence = Self(letters) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(letters)” is no sequence of axes; it takes three of xyz or of XYZ,"
          + " no two neighbours alike")
    }
    self = sequence
  }

  /// Writes the three letters of the description.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension String {
  fileprivate subscript(offset: Int) -> Character { self[index(startIndex, offsetBy: offset)] }
}

extension EulerSequence {
  /// Intrinsic *zyx*: yaw, pitch and roll of aerospace.
  public static let yawPitchRoll = Self(unchecked: .z, .y, .x, isIntrinsic: true)
  /// Intrinsic *zxy*: yaw, pitch and roll of Core Motion's `CMAttitude`.
  public static let coreMotion = Self(unchecked: .z, .x, .y, isIntrinsic: true)
  /// Intrinsic *zxz*: Euler's own.
  public static let properEuler = Self(unchecked: .z, .x, .z, isIntrinsic: true)
}
