package import MotionFusion
package import MotionRecordings

/// Data that an analysis cannot process.
package struct AnalysisError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, its place, and what was expected.
  package let description: String

  package init(_ description: String) { self.description = description }

  /// A problem that faults of the samples may explain.
  init(_ description: String, after faults: SampleFaults) {
    self.description = faults.text.map { "\(description); \($0)" } ?? description
  }
}

/// External measurements, in their axes.
package struct OutsideMeasurements: Sendable {
  /// The name of the table, for messages.
  private let name: String
  /// The axes of the measurements; `nil` for those of the reference frame.
  private let frame: WorldAxes?
  private let values: [MotionMeasurement]

  /// No measurements.
  package init() { (name, frame, values) = ("", nil, []) }

  /// The measurements of a table that messages call `name`.
  package init(_ table: MotionMeasurements, name: String, frame: WorldAxes?) {
    (self.name, self.frame, values) = (name, frame, table.measurements)
  }

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
  /// - Parameters:
  ///   - count: That number.
  ///   - angular: Whether headings and attitudes are of use, or the others; `nil` for all.
  ///   - warn: Receives a warning if the number is zero.
  func used(_ count: Int, by recording: String, angular: Bool?, warn: (String) -> Void) -> Int? {
    guard !values.isEmpty else { return nil }
    guard count == 0 else { return count }
    let kind =
      switch angular {
      case true?: "heading or attitude"
      case false?: "position or velocity"
      case nil: "measurement"
      }
    warn("\(name): expected a usable \(kind) in the time of \(recording), got none")
    return count
  }

  /// Throws an error if raw samples yield no motion because of the measurements: there are headings
  /// or attitudes, but none during the samples.
  func explainNoMotion(of recording: String) throws(AnalysisError) {
    guard values.contains(where: \.isAngular) else { return }
    throw AnalysisError(
      "\(name): expected a heading or an attitude in the time of \(recording), got none: its "
        + "frame is unknown")
  }
}
