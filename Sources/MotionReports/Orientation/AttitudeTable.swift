package import MotionFusion
internal import MotionRecordings

/// The table of attitudes of `--output`, written motion by motion.
package final class AttitudeTable {
  /// The axes of the reference frame of the table.
  private let axes: WorldAxes
  /// Whether the columns are qx, qy, qz, qw.
  private let scalarLast: Bool
  /// Whether there are columns of sigma, if the method has them.
  private let hasSigma: Bool
  private let turn: Quaternion<Double>
  private let file: PendingFile
  /// `nil` before the first motion.
  private var table: TableWriter?

  /// A table in the file at `path`.
  ///
  /// - Parameters:
  ///   - heading: The heading of the motions' reference frame.
  ///   - isHeld: Whether the table is written only at the end, so that an error leaves no output.
  package init(
    path: String, axes: WorldAxes?, heading: ReferenceHeading, scalarLast: Bool, hasSigma: Bool,
    isHeld: Bool
  ) throws {
    let current = heading.axes
    self.axes = axes ?? current
    self.scalarLast = scalarLast
    self.hasSigma = hasSigma
    turn = self.axes.turn(from: current)
    file = try PendingFile(path, isHeld: isHeld)
  }

  /// Adds the attitude of a motion.
  package func add(_ motion: DeviceMotion) throws {
    let sigma = hasSigma ? motion.uncertainty : nil
    var table = table.take() ?? header(hasSigma: sigma != nil)
    let attitude = turn * motion.attitude.quaternion
    table.add(motion.timestamp)
    if scalarLast {
      table.add(attitude.vector)
      table.add(attitude.w)
    } else {
      table.add(attitude)
    }
    if let sigma {
      table.add(sigma.inclination * degreesPerRadian)
      table.add(sigma.heading * degreesPerRadian)
      // Seen from below, turns have the opposite sign.
      let sign = axes == .northEastDown ? -degreesPerRadian : degreesPerRadian
      table.add((motion.headingCorrection ?? 0) * sign)
    }
    table.endRow()
    try file.write(table.takeText())
    self.table = table
  }

  /// Ends the table.
  package func finish() throws {
    if table == nil { try file.write(header(hasSigma: false).text) }
    try file.finish()
  }

  private func header(hasSigma: Bool) -> TableWriter {
    TableWriter(
      ["t"] + (scalarLast ? ["qx", "qy", "qz", "qw"] : ["qw", "qx", "qy", "qz"])
        + (hasSigma ? ["inclination_sigma", "heading_sigma", "heading_correction"] : []))
  }
}
