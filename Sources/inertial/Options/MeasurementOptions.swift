internal import ArgumentParser
internal import MotionFusion
internal import MotionRecordings

/// Options for measurements from outside.
struct MeasurementOptions: ParsableArguments {
  @Option(
    name: .customLong("measurements"),
    help: ArgumentHelp(
      """
      Measurements from outside, such as of satellite navigation, a camera or a compass: a table \
      with the column time_s and those of one or more quantities, position (pos_x_m, pos_y_m, \
      pos_z_m, pos_sigma_m), velocity (vel_x_m_s, vel_y_m_s, vel_z_m_s, vel_sigma_m_s), heading \
      (heading_deg, heading_sigma_deg; clockwise from north) and attitude (qw, qx, qy, qz, \
      attitude_sigma_deg). Empty fields are not measured. Headings and attitudes correct the \
      attitude of raw samples, positions and velocities a path by the navigator.
      """,
      valueName: "file"))
  var file: String?

  @Option(
    name: .customLong("measurement-frame"),
    help: "The axes of --measurements; default: those of the reference frame.")
  var frame: WorldAxes?

  func validate() throws {
    guard frame == nil || file != nil else {
      throw ValidationError("--measurement-frame requires --measurements.")
    }
  }

  /// The measurements; prints the reader's warnings.
  func read() throws -> Measurements {
    guard let file else { return Measurements() }
    let name = InputFile.displayName(file)
    let table = try MotionMeasurements(try InputFile.read(file), name: name)
    for warning in table.warnings { Console.warning("\(warning)") }
    return Measurements(name: name, frame: frame, values: table.measurements)
  }
}

/// Measurements from outside, in their axes.
struct Measurements {
  var name = ""
  /// Their axes; `nil` for those of the reference frame.
  var frame: WorldAxes?
  var values: [MotionMeasurement] = []

  /// The headings and attitudes, or the positions and velocities, in a reference frame.
  ///
  /// - Parameters:
  ///   - heading: The direction of *x* in the frame that is the default for the measurements.
  ///   - axes: The axes of the result.
  func values(
    angular: Bool, of heading: ReferenceHeading, in axes: WorldAxes
  ) -> [MotionMeasurement] {
    let turn = axes.turn(from: frame ?? heading.axes)
    return values.filter { $0.isAngular == angular }.map { $0.turned(by: turn) }
  }

  /// The number of measurements that a recording used, for its answer; `nil` without any.
  ///
  /// Warns if it is zero.
  ///
  /// - Parameters:
  ///   - count: That number.
  ///   - angular: Whether headings and attitudes are of use, or the others; `nil` for all.
  func used(_ count: Int, by recording: String, angular: Bool?) -> Int? {
    guard !values.isEmpty else { return nil }
    guard count == 0 else { return count }
    let kind =
      switch angular {
      case true?: "heading or attitude"
      case false?: "position or velocity"
      case nil: "measurement"
      }
    Console.warning("\(name): expected a usable \(kind) in the time of \(recording), got none")
    return count
  }

  /// Throws the reason why raw samples yield no motion, if it is the measurements: there are
  /// headings or attitudes, but none in the time of the samples.
  func explainNoMotion(of recording: String) throws(ToolError) {
    guard values.contains(where: \.isAngular) else { return }
    throw ToolError(
      .badData,
      "\(name): expected a heading or an attitude in the time of \(recording), got none: its "
        + "frame is unknown")
  }
}
