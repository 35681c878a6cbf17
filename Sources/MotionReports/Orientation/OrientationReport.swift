internal import MotionFusion

/// A page with attitude and errors over time, one section for each recording.
///
/// Bands are standard deviations: around the estimate, and behind an error from zero.
package struct OrientationReport {
  /// The section of one recording.
  struct Section {
    var name: String
    var summary: String
    var tiles: [HTML.Tile]
    var motions: [DeviceMotion]
    /// The standard deviations at each of the motions, or none.
    var uncertainties: [OrientationUncertainty]
    var errors: AttitudeErrors?
    var gravity: GravityComparison?
    var tilt: TiltSeries?

    var hasDeviations: Bool { uncertainties.count == motions.count }
  }

  /// The method, in words.
  var lead: String
  var sections: [Section]

  /// The self-contained page.
  package var html: String {
    let body = sections.map { section in
      HTML.plotSection(
        section.name, tiles: section.tiles, summary: section.summary,
        plots: Self.charts(of: section))
    }
    return HTML.plotPage(
      title: "Orientation", lead: "\(lead) \(HTML.plotKey)", body: body.joined(separator: "\n"))
  }

  private static func charts(of section: Section) -> String {
    attitude(of: section) + accuracy(of: section)
      + (section.gravity.map { chart(of: $0) } ?? "") + (section.tilt?.chart.svg ?? "")
  }

  /// The angles of the attitude, with the true ones dashed.
  private static func attitude(of section: Section) -> String {
    let times = section.motions.map(\.timestamp)
    let angles: [(name: String, of: (Attitude) -> Double)] = [
      ("pitch", \.pitch), ("roll", \.roll), ("yaw", \.yaw),
    ]
    let lines = angles.enumerated().flatMap { index, angle in
      LineChart.Line.estimate(
        angle.name, times, section.motions.map { angle.of($0.attitude) * degreesPerRadian },
        deviations: section.hasDeviations
          ? section.uncertainties.map {
            (angle.name == "yaw" ? $0.heading : $0.inclination) * degreesPerRadian
          } : [],
        truth: section.errors.map { errors in
          (errors.timestamps, errors.trueAttitudes.map { angle.of($0) * degreesPerRadian })
        }, color: index)
    }
    return LineChart(title: "Attitude", unit: "°", lines: lines, period: 360).svg
  }

  /// The errors, or without a reference the standard deviations.
  private static func accuracy(of section: Section) -> String {
    let times = section.motions.map(\.timestamp)
    let parts: [(name: String, sigma: (OrientationUncertainty) -> Double)] = [
      ("heading", \.heading), ("inclination", \.inclination),
    ]
    guard let errors = section.errors else {
      guard section.hasDeviations else { return "" }
      let lines = parts.enumerated().map { index, part in
        LineChart.Line(
          part.name, times, section.uncertainties.map { part.sigma($0) * degreesPerRadian },
          color: index)
      }
      return LineChart(title: "Standard deviation", unit: "°", lines: lines).svg
    }
    let values = [
      errors.errors.map(\.inDegrees.heading), errors.errors.map(\.inDegrees.inclination),
    ]
    let lines = parts.indices.map { index in
      var place = 0
      let deviations: [Double] =
        section.hasDeviations
        ? errors.timestamps.map { time in
          while section.motions[place].timestamp < time { place += 1 }
          return parts[index].sigma(section.uncertainties[place]) * degreesPerRadian
        } : []
      return LineChart.Line(
        parts[index].name, errors.timestamps, values[index], color: index, deviations: deviations)
    }
    return LineChart(title: "Error", unit: "°", lines: lines).svg
  }

  /// The errors of low-passed and fused gravity, or without a reference the angle between them.
  private static func chart(of gravity: GravityComparison) -> String {
    func line(_ name: String, _ times: [Double], _ angles: [Double], color: Int = 0)
      -> LineChart.Line
    {
      LineChart.Line(name, times, angles.map { $0 * degreesPerRadian }, color: color)
    }
    guard gravity.lowPassErrors.isEmpty else {
      return LineChart(
        title: "Error of gravity", unit: "°",
        lines: [
          line(
            "low-pass of the accelerometer", gravity.referenceTimestamps, gravity.lowPassErrors),
          line("device motion", gravity.referenceTimestamps, gravity.fusedErrors, color: 1),
        ]
      ).svg
    }
    return LineChart(
      title: "Gravity: from a low-pass of the accelerometer to device motion", unit: "°",
      lines: [line("angle", gravity.timestamps, gravity.angles)]
    ).svg
  }
}
