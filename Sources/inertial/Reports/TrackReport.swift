internal import DeadReckoning
internal import MotionFusion

/// A page with paths in three views, and position and speed over time.
///
/// Bands are standard deviations.
struct TrackReport {
  /// The section of one recording.
  struct Section {
    var name: String
    var summary: String
    var tiles: [HTML.Tile]
    var path: [PathPoint]
    /// The true path, in the frame of `path`; empty where unknown.
    var truth: [(timestamp: Double, position: Vector3<Double>)]
  }

  /// The method, in words.
  var lead: String
  var sections: [Section]

  /// The self-contained page.
  var html: String {
    let body = sections.map { section in
      HTML.plotSection(
        section.name, tiles: section.tiles, summary: section.summary,
        plots: """
          <div class="views">
          \(PathViews(points: section.path, truth: section.truth).svg)</div>
          \(Self.position(of: section) + Self.speed(of: section))
          """)
    }
    return HTML.plotPage(
      title: "Track",
      lead:
        "\(lead) \(HTML.plotKey) The ribbon lies along the device's x axis and turns from blue to red along "
        + "the path. Green marks the start, orange the end.",
      body: body.joined(separator: "\n"))
  }

  /// The coordinates of the position, with the true ones dashed.
  private static func position(of section: Section) -> String {
    let axes: [(name: String, direction: Vector3<Double>)] = [
      ("x", .unitX), ("y", .unitY), ("z", .unitZ),
    ]
    let times = section.path.map(\.timestamp)
    let hasDeviations = section.path.contains { $0.uncertainty != nil }
    let truthTimes = section.truth.map(\.timestamp)
    let lines = axes.enumerated().flatMap { index, axis in
      let deviations = section.path.map { point in
        point.uncertainty.map {
          100 * max(($0.position * axis.direction).dot(axis.direction), 0).squareRoot()
        } ?? .nan
      }
      return LineChart.Line.estimate(
        axis.name, times, section.path.map { 100 * $0.position.dot(axis.direction) },
        deviations: hasDeviations ? deviations : [],
        truth: section.truth.isEmpty
          ? nil
          : (truthTimes, section.truth.map { 100 * $0.position.dot(axis.direction) }),
        color: index)
    }
    return LineChart(title: "Position", unit: " cm", lines: lines).svg
  }

  private static func speed(of section: Section) -> String {
    let deviations = section.path.map { $0.uncertainty?.velocityDeviation ?? .nan }
    return LineChart(
      title: "Speed", unit: " m/s",
      lines: [
        LineChart.Line(
          "speed", section.path.map(\.timestamp), section.path.map(\.velocity.length),
          deviations: deviations.contains(where: \.isFinite) ? deviations : [])
      ]
    ).svg
  }
}
