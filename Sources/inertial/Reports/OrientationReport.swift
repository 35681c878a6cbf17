internal import MotionFusion

/// A page with attitude and errors over time, one section for each recording.
///
/// A band behind an error is its standard deviation.
struct OrientationReport {
  /// The section of one recording.
  struct Section {
    var name: String
    var summary: String
    var motions: [DeviceMotion]
    /// The standard deviations at each of the motions, or none.
    var uncertainties: [OrientationUncertainty]
    var errors: AttitudeErrors?
    var gravity: GravityComparison?

    /// The standard deviations at the times of the errors, in degrees; empty without any.
    func deviations(_ part: (OrientationUncertainty) -> Double) -> [Double] {
      guard let errors, uncertainties.count == motions.count else { return [] }
      var place = 0
      return errors.timestamps.map { time in
        while motions[place].timestamp < time { place += 1 }
        return part(uncertainties[place]) * 180 / .pi
      }
    }
  }

  var sections: [Section]

  /// The self-contained page.
  var html: String {
    let body = sections.map { section in
      let degrees = 180 / Double.pi
      let times = section.motions.map(\.timestamp)
      let attitudes = section.motions.map(\.attitude)
      var part = "<h2>\(HTML.escaped(section.name))</h2>\n<p>\(HTML.escaped(section.summary))</p>\n"
      part +=
        LineChart(
          title: "Attitude", unit: "°", times: times,
          lines: [
            ("pitch", attitudes.map { $0.pitch * degrees }),
            ("roll", attitudes.map { $0.roll * degrees }),
            ("yaw", attitudes.map { $0.yaw * degrees }),
          ], period: 360
        ).svg
      if let errors = section.errors {
        part +=
          LineChart(
            title: "Error", unit: "°", times: errors.timestamps,
            lines: [
              ("heading", errors.errors.map(\.inDegrees.heading)),
              ("inclination", errors.errors.map(\.inDegrees.inclination)),
            ],
            bands: [section.deviations(\.heading), section.deviations(\.inclination)]
          ).svg
      } else if section.uncertainties.count == times.count {
        part +=
          LineChart(
            title: "Standard deviation", unit: "°", times: times,
            lines: [
              ("heading", section.uncertainties.map { $0.heading * degrees }),
              ("inclination", section.uncertainties.map { $0.inclination * degrees }),
            ]
          ).svg
      }
      if let gravity = section.gravity { part += Self.chart(of: gravity) }
      return part
    }
    return HTML.page(
      title: "Orientation",
      style: "svg { width: 100%; }",
      body: "<h1>Orientation</h1>\n" + body.joined(separator: "\n"))
  }

  /// The errors of low-passed and fused gravity, or without a reference the angle between them.
  private static func chart(of gravity: GravityComparison) -> String {
    let degrees = 180 / Double.pi
    guard gravity.lowPassErrors.isEmpty else {
      return LineChart(
        title: "Error of gravity", unit: "°", times: gravity.referenceTimestamps,
        lines: [
          ("low-pass of the accelerometer", gravity.lowPassErrors.map { $0 * degrees }),
          ("device motion", gravity.fusedErrors.map { $0 * degrees }),
        ]
      ).svg
    }
    return LineChart(
      title: "Gravity: from a low-pass of the accelerometer to device motion", unit: "°",
      times: gravity.timestamps, lines: [("angle", gravity.angles.map { $0 * degrees })]
    ).svg
  }
}
