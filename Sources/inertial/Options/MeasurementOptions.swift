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

  /// Warns if a recording has no measurement.
  ///
  /// - Parameters:
  ///   - angular: Whether those of headings and attitudes are of use; `nil` for all.
  ///   - start: The time of the first motion; `nil` if there is none.
  ///   - end: That of the last one.
  /// - Throws: If there is no motion since no heading was measured in its time.
  func check(
    from start: Double?, to end: Double?, of recording: String, angular: Bool?
  ) throws(ToolError) {
    guard !values.isEmpty else { return }
    guard let start, let end else {
      guard angular != false, values.contains(where: \.isAngular) else { return }
      throw ToolError(
        .badData,
        "\(name): expected a heading or an attitude in the time of \(recording), got none: its "
          + "frame is unknown")
    }
    let used = values.filter { angular == nil || $0.isAngular == angular }
    guard !used.contains(where: { start <= $0.timestamp && $0.timestamp <= end }) else { return }
    let kind =
      switch angular {
      case true?: "heading or attitude"
      case false?: "position or velocity"
      case nil: "measurement"
      }
    Console.warning(
      "\(name): expected a \(kind) between \(decimal(start, places: 3)) s and "
        + "\(decimal(end, places: 3)) s, the times of \(recording), got none")
  }
}
