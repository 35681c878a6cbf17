internal import MotionFusion
internal import MotionRecordings

/// The table of attitudes of `--output`, written motion by motion.
final class AttitudeTable {
  /// The axes of the reference frame of the table.
  let axes: WorldAxes
  /// Whether the columns are qx, qy, qz, qw.
  let scalarLast: Bool
  /// Whether there are columns of sigma, if the method has them.
  let hasSigma: Bool
  private let turn: Quaternion<Double>
  private let file: PendingFile
  /// Whether nothing is written before the end, so that an error leaves nothing behind.
  private let isHeld: Bool
  private var text = ""
  private var isEmpty = true

  /// A table in the file at `path`.
  ///
  /// - Parameter heading: That of the reference frame of the motions.
  init(
    path: String, axes: WorldAxes?, heading: ReferenceHeading, scalarLast: Bool, hasSigma: Bool,
    isHeld: Bool
  ) throws {
    let current = heading == .east ? WorldAxes.eastNorthUp : .northWestUp
    self.axes = axes ?? current
    self.scalarLast = scalarLast
    self.hasSigma = hasSigma
    self.isHeld = isHeld
    turn = self.axes.turn(from: current)
    file = try PendingFile(path)
  }

  /// Adds the attitude of a motion.
  func add(_ motion: DeviceMotion, _ uncertainty: OrientationUncertainty?) throws {
    let sigma = hasSigma ? uncertainty : nil
    if isEmpty { addHeader(hasSigma: sigma != nil) }
    let q = turn * motion.attitude.quaternion
    text += "\(motion.timestamp),"
    text += scalarLast ? "\(q.x),\(q.y),\(q.z),\(q.w)" : "\(q.w),\(q.x),\(q.y),\(q.z)"
    if let sigma {
      let degrees = 180 / Double.pi
      text += ",\(sigma.inclination * degrees),\(sigma.heading * degrees)"
    }
    text += "\n"
    guard !isHeld, text.utf8.count > PendingFile.pieceLength else { return }
    try file.write(text)
    text = ""
  }

  /// Ends the table.
  func finish() throws {
    if isEmpty { addHeader(hasSigma: false) }
    try file.write(text)
    try file.finish()
  }

  private func addHeader(hasSigma: Bool) {
    isEmpty = false
    text += scalarLast ? "t,qx,qy,qz,qw" : "t,qw,qx,qy,qz"
    text += hasSigma ? ",inclination_sigma,heading_sigma\n" : "\n"
  }
}
