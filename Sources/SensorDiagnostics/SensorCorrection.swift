public import MotionFusion
public import RotationMath

/// Brings the numbers of a source to the units and axes of `SensorSample`.
///
/// The parts are applied in this order: the units, a map of each sensor's own axes, a map of the
/// axes of all sensors, the rotation of the mount, and the known bias of the gyroscope.
/// ``SensorConsistency`` finds out which correction a source needs.
///
/// ```swift
/// let correction = try SensorCorrection(units: SensorUnits("deg/s"), axes: AxisMap("+y,-x,+z"))
/// let corrected = samples.map(correction.applied(to:))
/// ```
public struct SensorCorrection: Hashable, Sendable {
  /// The units of the source.
  public let units: SensorUnits
  /// The map of the axes of all sensors, a rotation.
  public let axes: AxisMap
  /// The rotation from the mounted sensors' frame to the device frame.
  public let mount: Quaternion<Double>
  /// The map of the gyroscope's axes.
  public let gyroscopeAxes: AxisMap
  /// The map of the accelerometer's axes; `-x,-y,-z` changes its sign.
  public let accelerometerAxes: AxisMap
  /// The map of the magnetometer's axes.
  public let magnetometerAxes: AxisMap

  /// The known bias of the gyroscope in the device frame, in rad/s, which is subtracted.
  public let gyroscopeBias: Vector3<Double>

  /// The rotation of all sensors: the mount after the axes.
  package let rotation: Quaternion<Double>
  private let rateMatrix: Matrix3<Double>
  private let forceMatrix: Matrix3<Double>
  private let fieldMatrix: Matrix3<Double>
  private let isNone: Bool

  /// The correction that changes nothing.
  public static let none: SensorCorrection = {
    do { return try SensorCorrection() } catch { preconditionFailure("\(error)") }
  }()

  /// A correction by its parts; default: none of them.
  ///
  /// - Parameters:
  ///   - units: The units of the source.
  ///   - axes: The map of the axes of all sensors.
  ///   - mount: The rotation from the mounted sensors' frame to the device frame, of any length.
  ///   - gyroscopeAxes: The map of the gyroscope's axes; it may be mirrored.
  ///   - accelerometerAxes: The map of the accelerometer's axes; it may be mirrored.
  ///   - magnetometerAxes: The map of the magnetometer's axes; it may be mirrored.
  ///   - gyroscopeBias: The known bias in the device frame, in rad/s. A filter then estimates the
  ///     bias that remains.
  /// - Throws: ``SensorCorrectionError/mirroredAxes(_:)``,
  ///   ``SensorCorrectionError/rotation(_:)`` for a quaternion that is zero or not finite, or
  ///   ``SensorCorrectionError/bias(_:)`` for a bias that is not finite.
  public init(
    units: SensorUnits = .standard, axes: AxisMap = .identity,
    mount: Quaternion<Double> = .identity, gyroscopeAxes: AxisMap = .identity,
    accelerometerAxes: AxisMap = .identity, magnetometerAxes: AxisMap = .identity,
    gyroscopeBias: Vector3<Double> = .zero
  ) throws(SensorCorrectionError) {
    guard !axes.isMirrored else { throw .mirroredAxes(axes) }
    guard let rotation = mount.normalized() else {
      throw .rotation("\(mount.x),\(mount.y),\(mount.z),\(mount.w)")
    }
    guard gyroscopeBias.isFinite else {
      throw .bias("\(gyroscopeBias.x),\(gyroscopeBias.y),\(gyroscopeBias.z)")
    }
    self.units = units
    self.axes = axes
    self.mount = rotation
    self.gyroscopeAxes = gyroscopeAxes
    self.accelerometerAxes = accelerometerAxes
    self.magnetometerAxes = magnetometerAxes
    self.gyroscopeBias = gyroscopeBias
    let common = Matrix3(rotation) * axes.matrix
    self.rotation = rotation * Quaternion(axes.matrix)
    rateMatrix = common * gyroscopeAxes.matrix * units.rotationRate
    forceMatrix = common * accelerometerAxes.matrix * units.acceleration
    fieldMatrix = common * magnetometerAxes.matrix * units.magneticField
    isNone =
      units == .standard && axes == .identity && rotation == .identity
      && gyroscopeAxes == .identity && accelerometerAxes == .identity
      && magnetometerAxes == .identity && gyroscopeBias == .zero
  }

  /// Whether the correction is the same rotation for all sensors, without other changes.
  package var isRotation: Bool {
    units == .standard && gyroscopeAxes == .identity && accelerometerAxes == .identity
      && magnetometerAxes == .identity && gyroscopeBias == .zero
  }

  /// Returns the sample in the units and axes of `SensorSample`.
  public func applied(to sample: SensorSample) -> SensorSample {
    guard !isNone else { return sample }
    var sample = sample
    sample.timestamp *= units.time
    sample.rotationRate = sample.rotationRate.map { rateMatrix * $0 - gyroscopeBias }
    sample.acceleration = sample.acceleration.map { forceMatrix * $0 }
    sample.magneticField = sample.magneticField.map { fieldMatrix * $0 }
    return sample
  }

  /// Returns motion that a device estimated itself, in the corrected device frame.
  ///
  /// Only the axes of all sensors and the mount apply, because the device has already used the
  /// units of its own sensors.
  package func applied(to motion: DeviceMotion) -> DeviceMotion {
    guard rotation != .identity else { return motion }
    var motion = motion
    motion.attitude.quaternion = motion.attitude.quaternion * rotation.conjugate
    motion.rotationRate = rotation.act(motion.rotationRate)
    motion.gravity = rotation.act(motion.gravity)
    motion.userAcceleration = rotation.act(motion.userAcceleration)
    if let field = motion.magneticField {
      motion.magneticField = CalibratedMagneticField(
        field: rotation.act(field.field), accuracy: field.accuracy)
    }
    if motion.heading != nil { motion.heading = motion.attitude.heading.map { $0 * (180 / .pi) } }
    return motion
  }
}

extension SensorCorrection {
  /// The bias of a text: *x*, *y*, *z* in °/s, as the tool prints it, in rad/s.
  ///
  /// - Throws: ``SensorCorrectionError/bias(_:)``.
  public static func gyroscopeBias(
    degrees text: String
  ) throws(SensorCorrectionError) -> Vector3<Double> {
    guard let numbers = numbers(text), numbers.count == 3 else { throw .bias(text) }
    return Vector3(numbers[0], numbers[1], numbers[2]) * (.pi / 180)
  }

  /// The finite numbers of a text between commas; `nil` for another text.
  private static func numbers(_ text: String) -> [Double]? {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { Double($0.filter { $0 != " " }) }
    return numbers.count == fields.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  /// The rotation of a text: pitch, roll and yaw in degrees, or a quaternion *x*, *y*, *z*, *w*.
  ///
  /// Angles are those of `Attitude`, of the device frame seen from the sensors' frame.
  ///
  /// - Throws: ``SensorCorrectionError/rotation(_:)``.
  public static func rotation(
    _ text: String
  ) throws(SensorCorrectionError) -> Quaternion<Double> {
    guard let numbers = numbers(text) else { throw .rotation(text) }
    let degree = Double.pi / 180
    switch numbers.count {
    case 3:
      return Attitude(
        pitch: numbers[0] * degree, roll: numbers[1] * degree, yaw: numbers[2] * degree
      ).quaternion
    case 4:
      let q = Quaternion(x: numbers[0], y: numbers[1], z: numbers[2], w: numbers[3])
      guard let rotation = q.normalized() else { throw .rotation(text) }
      return rotation
    default: throw .rotation(text)
    }
  }
}

/// A signed permutation of axes, such as `+y,-x,+z`: new *x* = old *y*, new *y* = -old *x*.
///
/// There are 48: 24 rotations by quarter turns and 24 mirrored maps.
public struct AxisMap: Hashable, Sendable, Codable {
  /// The orthogonal matrix of the map, whose rows have one 1 or -1 each.
  package let matrix: Matrix3<Double>

  private init(_ matrix: Matrix3<Double>) { self.matrix = matrix }

  /// The map that changes nothing: `+x,+y,+z`.
  public static let identity = AxisMap(.identity)

  /// A map by its text: three of `x`, `y` and `z` with a sign or none, separated by commas.
  ///
  /// - Throws: ``SensorCorrectionError/axes(_:)`` unless each axis occurs once.
  public init(_ text: String) throws(SensorCorrectionError) {
    let rows = text.split(separator: ",", omittingEmptySubsequences: false).map(Self.row)
    guard rows.count == 3, let x = rows[0], let y = rows[1], let z = rows[2] else {
      throw .axes(text)
    }
    matrix = Matrix3(rows: x, y, z)
    guard matrix.determinant != 0 else { throw .axes(text) }
  }

  private static func row(_ text: Substring) -> Vector3<Double>? {
    var name = text.filter { $0 != " " }.lowercased()
    let isNegative = name.first == "-"
    if isNegative || name.first == "+" { name.removeFirst() }
    guard let axis = axes.first(where: { $0.name == name }) else { return nil }
    return isNegative ? -axis.direction : axis.direction
  }

  private static let axes: [(name: String, direction: Vector3<Double>)] = [
    ("x", Vector3(1, 0, 0)), ("y", Vector3(0, 1, 0)), ("z", Vector3(0, 0, 1)),
  ]

  /// The old axis of each new one, from 1, with its sign.
  private var sources: [Int] {
    let v = act(Vector3(1, 2, 3))
    return [Int(v.x), Int(v.y), Int(v.z)]
  }
}

extension AxisMap: CustomStringConvertible {
  /// The text that ``init(_:)`` reads, such as `+y,-x,+z`.
  public var description: String {
    sources.map { ($0 < 0 ? "-" : "+") + Self.axes[abs($0) - 1].name }.joined(separator: ",")
  }
}

// MARK: - Algebra

extension AxisMap {
  /// Returns the vector on the new axes.
  public func act(_ v: Vector3<Double>) -> Vector3<Double> { matrix * v }

  /// Whether the map changes the handedness of the axes: its determinant is -1.
  package var isMirrored: Bool { matrix.determinant < 0 }

  /// The number of axes that move and of signs that change: of two faults that look alike, the one
  /// with the smaller number is the likelier.
  var changes: Int {
    sources.enumerated().reduce(0) { sum, source in
      sum + (abs(source.element) == source.offset + 1 ? 0 : 1) + (source.element < 0 ? 1 : 0)
    }
  }

  package var inverse: AxisMap { AxisMap(matrix.transpose) }

  /// The map with all signs changed; it has the opposite handedness.
  package static prefix func - (map: AxisMap) -> AxisMap { AxisMap(-map.matrix) }

  /// The map that applies `b` first and `a` next.
  package static func * (a: AxisMap, b: AxisMap) -> AxisMap { AxisMap(a.matrix * b.matrix) }

  /// The 24 maps that are rotations, the identity first.
  package static let rotations: [AxisMap] = {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]
    return orders.flatMap { order in
      (0..<8).map { signs in
        func row(_ index: Int) -> Vector3<Double> {
          axes[order[index]].direction * (signs >> index & 1 == 0 ? 1 : -1)
        }
        return AxisMap(Matrix3(rows: row(0), row(1), row(2)))
      }
    }.filter { !$0.isMirrored }
  }()
}

/// The units of a source's numbers, as multiples of the units of `SensorSample`.
public struct SensorUnits: Hashable, Sendable, Codable {
  /// One unit of time in seconds. Default: 1.
  public private(set) var time = 1.0
  /// One unit of angular rate in rad/s. Default: 1.
  public private(set) var rotationRate = 1.0
  /// One unit of acceleration in g. Default: 1.
  public private(set) var acceleration = 1.0
  /// One unit of the magnetic field in µT. Default: 1.
  public private(set) var magneticField = 1.0

  /// The units of `SensorSample`: s, rad/s, g and µT.
  public static let standard = SensorUnits()

  private init() {}

  /// The units by name, separated by commas, such as `deg/s,m/s2`.
  ///
  /// The names are `s`, `ms`, `us`, `ns`; `rad/s`, `deg/s`; `g`, `mg`, `m/s2`; `uT`, `nT`, `T` and
  /// `gauss`. A number before a name multiplies it, such as `9.80665g`. Quantities without a name
  /// have the unit of `SensorSample`.
  ///
  /// - Throws: ``SensorCorrectionError/units(_:)`` for another name, and for two units of one
  ///   quantity.
  public init(_ text: String) throws(SensorCorrectionError) {
    var quantities: Set<WritableKeyPath<Self, Double>> = []
    for field in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(field.filter { $0 != " " })
      let number = name.prefix { "0123456789.".contains($0) }
      let multiple = number.isEmpty ? 1 : Double(number) ?? 0
      guard let unit = Self.table.first(where: { $0.name == name.dropFirst(number.count) }),
        multiple > 0, multiple.isFinite, quantities.insert(unit.quantity).inserted
      else { throw .units(text) }
      self[keyPath: unit.quantity] = unit.factor * multiple
    }
  }

  static var names: [String] { table.map { $0.name } }

  private typealias Unit = (
    name: String, quantity: WritableKeyPath<Self, Double>, factor: Double
  )

  private static var table: [Unit] {
    [
      ("s", \.time, 1), ("ms", \.time, 1e-3), ("us", \.time, 1e-6), ("ns", \.time, 1e-9),
      ("rad/s", \.rotationRate, 1), ("deg/s", \.rotationRate, .pi / 180),
      ("g", \.acceleration, 1), ("mg", \.acceleration, 1e-3),
      ("m/s2", \.acceleration, 1 / SensorSample.standardGravity),
      ("uT", \.magneticField, 1), ("nT", \.magneticField, 1e-3), ("T", \.magneticField, 1e6),
      ("gauss", \.magneticField, 100),
    ]
  }
}

/// An invalid part of a ``SensorCorrection``.
public enum SensorCorrectionError: Error, Hashable, Sendable {
  /// A text that is not an axis map.
  case axes(String)
  /// A map for all sensors that changes the handedness.
  case mirroredAxes(AxisMap)
  /// A text or a quaternion that is not a rotation.
  case rotation(String)
  /// A text that is not a list of units.
  case units(String)
  /// A text or numbers that are not a bias.
  case bias(String)
}

extension SensorCorrectionError: CustomStringConvertible {
  /// The expected and the actual value.
  public var description: String {
    switch self {
    case .axes(let text):
      "expected each of x, y and z once, with a sign, such as +y,-x,+z; got '\(text.prefix(60))'"
    case .mirroredAxes(let map):
      "expected a rotation of the axes for all sensors, got the mirrored map \(map). In a mirrored "
        + "frame rotation rates change their sign: map the sensors separately, accelerometer and "
        + "magnetometer by \(map), gyroscope by \(-map)"
    case .rotation(let text):
      "expected pitch, roll and yaw in degrees, such as 0,0,90, or a quaternion x,y,z,w; got "
        + "'\(text.prefix(60))'"
    case .units(let text):
      "expected units of \(SensorUnits.names.joined(separator: ", ")), at most one for each "
        + "quantity; got '\(text.prefix(60))'"
    case .bias(let text):
      "expected a bias x,y,z of finite numbers, such as 0.5,-1.2,0; got '\(text.prefix(60))'"
    }
  }
}
