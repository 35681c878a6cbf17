/// Brings the numbers of a source to the units and axes of ``SensorSample``.
///
/// In this order: the units, a map of each sensor's own axes, a map of the axes of all sensors, and
/// the rotation of the mount. ``SensorConsistency`` finds out which correction a source needs.
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

  /// The rotation of all sensors: the mount after the axes.
  package let rotation: Quaternion<Double>
  private let rateMatrix: Matrix3<Double>
  private let forceMatrix: Matrix3<Double>
  private let fieldMatrix: Matrix3<Double>
  private let isNone: Bool

  /// The correction that changes nothing.
  public static let none = SensorCorrection(
    unchecked: .standard, axes: .identity, mount: .identity, gyroscope: .identity,
    accelerometer: .identity, magnetometer: .identity)

  /// A correction by its parts; default: none of them.
  ///
  /// - Parameters:
  ///   - units: The units of the source.
  ///   - axes: The map of the axes of all sensors.
  ///   - mount: The rotation from the mounted sensors' frame to the device frame, of any length.
  ///   - gyroscopeAxes: The map of the gyroscope's axes; it may be mirrored.
  ///   - accelerometerAxes: The map of the accelerometer's axes; it may be mirrored.
  ///   - magnetometerAxes: The map of the magnetometer's axes; it may be mirrored.
  /// - Throws: ``SensorCorrectionError/mirroredAxes(_:)`` or
  ///   ``SensorCorrectionError/rotation(_:)`` for a quaternion that is zero or not finite.
  public init(
    units: SensorUnits = .standard, axes: AxisMap = .identity,
    mount: Quaternion<Double> = .identity, gyroscopeAxes: AxisMap = .identity,
    accelerometerAxes: AxisMap = .identity, magnetometerAxes: AxisMap = .identity
  ) throws(SensorCorrectionError) {
    guard !axes.isMirrored else { throw .mirroredAxes(axes) }
    guard let rotation = mount.normalized() else {
      throw .rotation("\(mount.x),\(mount.y),\(mount.z),\(mount.w)")
    }
    self.init(
      unchecked: units, axes: axes, mount: rotation, gyroscope: gyroscopeAxes,
      accelerometer: accelerometerAxes, magnetometer: magnetometerAxes)
  }

  private init(
    unchecked units: SensorUnits, axes: AxisMap, mount: Quaternion<Double>, gyroscope: AxisMap,
    accelerometer: AxisMap, magnetometer: AxisMap
  ) {
    self.units = units
    self.axes = axes
    self.mount = mount
    gyroscopeAxes = gyroscope
    accelerometerAxes = accelerometer
    magnetometerAxes = magnetometer
    let common = Matrix3(mount) * axes.matrix
    rotation = mount * Quaternion(axes.matrix)
    rateMatrix = common * gyroscope.matrix * units.rotationRate
    forceMatrix = common * accelerometer.matrix * units.acceleration
    fieldMatrix = common * magnetometer.matrix * units.magneticField
    isNone =
      units == .standard && axes == .identity && mount == .identity && gyroscope == .identity
      && accelerometer == .identity && magnetometer == .identity
  }

  /// Whether the correction is the same rotation for all sensors, without a change of units.
  package var isRotation: Bool {
    units == .standard && gyroscopeAxes == .identity && accelerometerAxes == .identity
      && magnetometerAxes == .identity
  }

  /// Returns the sample in the units and axes of ``SensorSample``.
  public func applied(to sample: SensorSample) -> SensorSample {
    guard !isNone else { return sample }
    var sample = sample
    sample.timestamp *= units.time
    sample.rotationRate = sample.rotationRate.map { rateMatrix * $0 }
    sample.acceleration = sample.acceleration.map { forceMatrix * $0 }
    sample.magneticField = sample.magneticField.map { fieldMatrix * $0 }
    return sample
  }

  /// Returns motion that a device estimated itself, in the corrected device frame.
  ///
  /// Only the axes of all sensors and the mount apply; the device has used its own sensors' units.
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
  /// The rotation of a text: pitch, roll and yaw in degrees, or a quaternion *x*, *y*, *z*, *w*.
  ///
  /// Angles are those of ``Attitude``, of the device frame seen from the sensors' frame.
  ///
  /// - Throws: ``SensorCorrectionError/rotation(_:)``.
  public static func rotation(
    _ text: String
  ) throws(SensorCorrectionError) -> Quaternion<Double> {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { Double($0.filter { $0 != " " }) }
    guard numbers.count == fields.count, numbers.allSatisfy({ $0.isFinite }) else {
      throw .rotation(text)
    }
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
