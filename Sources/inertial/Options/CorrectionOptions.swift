internal import ArgumentParser
internal import MotionFusion

/// The corrections of units and axes of raw samples.
struct CorrectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The units of the numbers, such as deg/s,m/s2: s, ms, us or ns; rad/s or deg/s; g, mg or "
        + "m/s2; uT, nT, T or gauss (default: those of the format).",
      valueName: "units"),
    transform: { try SensorUnits($0) })
  var units: SensorUnits?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The device's x, y and z by the sensors' axes, such as +y,-x,+z: a rotation by quarter turns.",
      valueName: "map"),
    transform: { try AxisMap($0) })
  var axes: AxisMap?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The rotation from the sensors' frame to the device frame: pitch, roll and yaw in degrees, "
        + "or a quaternion x,y,z,w. It follows --axes.",
      valueName: "rotation"),
    transform: { try SensorCorrection.rotation($0) })
  var mount: Quaternion<Double>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A map of the gyroscope's axes only, before --axes; it may be mirrored.", valueName: "map"),
    transform: { try AxisMap($0) })
  var gyroAxes: AxisMap?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A map of the accelerometer's axes only; -x,-y,-z changes its sign.", valueName: "map"),
    transform: { try AxisMap($0) })
  var accelAxes: AxisMap?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A map of the magnetometer's axes only.", valueName: "map"),
    transform: { try AxisMap($0) })
  var magAxes: AxisMap?

  func validate() throws {
    do {
      _ = try checked()
    } catch {
      throw ValidationError("--axes: \(error).")
    }
  }

  /// The correction of all options.
  var correction: SensorCorrection { (try? checked()) ?? .none }

  private func checked() throws(SensorCorrectionError) -> SensorCorrection {
    try SensorCorrection(
      units: units ?? .standard, axes: axes ?? .identity, mount: mount ?? .identity,
      gyroscopeAxes: gyroAxes ?? .identity, accelerometerAxes: accelAxes ?? .identity,
      magnetometerAxes: magAxes ?? .identity)
  }
}
