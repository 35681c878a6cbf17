/// The sensors whose axes or units differ, by the directions of gravity and of the magnetic field.
///
/// With corrections *G* of the gyroscope and *A* of the accelerometer, both signed permutations,
/// gravity shows the map *R* = det(*A*) *A*ᵀ *G*, and the field likewise: a rotation if the
/// gyroscope is right, and *A* = ±*R*ᵀ then.
struct RotationVerdict {
  let findings: [SensorFinding]

  init(gravity: DirectionMonitor, field: DirectionMonitor) {
    let gravity = gravity.conclusion
    let field = field.conclusion
    var findings: [SensorFinding] = []
    if let unit = Self.unit(gravity ?? field) { findings.append(unit) }
    let force = gravity.map(RotationHypotheses.map)
    let magnetic = field.map(RotationHypotheses.map)
    findings += Self.axes(force: force, magnetic: magnetic)
    self.findings = findings
  }

  // MARK: - Unit

  private static func unit(_ hypothesis: Int?) -> SensorFinding? {
    guard let hypothesis else { return nil }
    let factor = RotationHypotheses.factors[RotationHypotheses.family(of: hypothesis)]
    guard abs(factor) != 1 else { return nil }
    let seen =
      "expected 1 rad of rotation of the device for each rad of the gyroscope, got "
      + "\(figures(factor)): the numbers are "
    return factor < 1
      ? SensorFinding(.gyroscopeUnit, seen + "in degrees", remedies: [.unit("deg/s")])
      : SensorFinding(.gyroscopeUnit, seen + "1/57.3 of those in rad/s, converted twice")
  }

  // MARK: - Axes

  private static func axes(force: AxisMap?, magnetic: AxisMap?) -> [SensorFinding] {
    switch (force, magnetic) {
    case (let force?, let magnetic?):
      if force == magnetic {
        return force == .identity
          ? [] : [gyroscope(force, against: "gravity and the magnetic field")]
      }
      if magnetic == .identity { return [accelerometer(force)] }
      if force == .identity { return [magnetometer(magnetic)] }
      // Two sensors differ. A mirrored map is the gyroscope's, and is shown by both directions.
      if force.isMirrored {
        return [
          gyroscope(force, against: "gravity"), magnetometer(magnetic * force.inverse),
        ]
      }
      return [accelerometer(force), magnetometer(magnetic)]
    case (let force?, nil):
      if force == .identity { return [] }
      let isDecided = force.isMirrored
      return [
        gyroscope(
          force, against: "gravity",
          alternative: isDecided ? nil : .accelerometerAxes(force.inverse))
      ]
    case (nil, let magnetic?):
      if magnetic == .identity { return [] }
      let isDecided = magnetic.isMirrored
      return [
        gyroscope(
          magnetic, against: "the magnetic field",
          alternative: isDecided ? nil : .magnetometerAxes(magnetic.inverse))
      ]
    case (nil, nil): return []
    }
  }

  private static func gyroscope(
    _ map: AxisMap, against name: String, alternative: SensorFinding.Remedy? = nil
  ) -> SensorFinding {
    let kind =
      map == -AxisMap.identity
      ? "the rates have the opposite sign, or the axes of all sensors are mirrored"
      : map.isMirrored ? "the axes are mirrored" : "the axes are rotated"
    return SensorFinding(
      .gyroscopeAxes,
      "expected \(name) to rotate as the gyroscope's x,y,z report, found the rotation of \(map): "
        + kind, remedies: [.gyroscopeAxes(map)] + (alternative.map { [$0] } ?? []))
  }

  private static func accelerometer(_ map: AxisMap) -> SensorFinding {
    SensorFinding(
      .accelerometerAxes,
      "expected gravity to rotate as gyroscope and magnetometer do, found the rotation of \(map): "
        + "the accelerometer's axes are rotated, or mirrored",
      remedies: [.accelerometerAxes(map.inverse), .accelerometerAxes(-map.inverse)])
  }

  private static func magnetometer(_ map: AxisMap) -> SensorFinding {
    SensorFinding(
      .magnetometerAxes,
      "expected the magnetic field to rotate as gyroscope and accelerometer do, found the rotation "
        + "of \(map): the magnetometer's axes are rotated, or mirrored",
      remedies: [.magnetometerAxes(map.inverse), .magnetometerAxes(-map.inverse)])
  }
}
