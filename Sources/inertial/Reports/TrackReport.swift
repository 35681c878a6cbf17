internal import DeadReckoning
internal import MotionFusion

/// An HTML page with paths in three views, and speed and uncertainty over time.
struct TrackReport {
  /// The section of one recording.
  struct Section {
    var name: String
    var summary: String
    var path: [PathPoint]
  }

  var sections: [Section]

  /// The self-contained page.
  var html: String {
    let body = sections.map { section in
      let times = section.path.map(\.timestamp)
      var lines = [("speed", section.path.map(\.velocity.length))]
      if section.path.contains(where: { $0.uncertainty != nil }) {
        lines.append(
          ("standard deviation", section.path.map { $0.uncertainty?.velocityDeviation ?? .nan }))
      }
      var part =
        "<h2>\(HTML.escaped(section.name))</h2>\n<p>\(HTML.escaped(section.summary))</p>\n"
        + "<main>\(PathViews(points: section.path).svg)</main>\n"
        + LineChart(title: "Speed", unit: " m/s", times: times, lines: lines).svg
      if section.path.contains(where: { $0.uncertainty != nil }) {
        let deviations = section.path.map { 100 * ($0.uncertainty?.positionDeviation ?? .nan) }
        part +=
          LineChart(
            title: "Standard deviation of the position", unit: " cm", times: times,
            lines: [("deviation", deviations)]
          ).svg
      }
      return part
    }
    return HTML.page(
      title: "Track", style: Self.style,
      body:
        "<h1>Track</h1>\n<p>The ribbon lies along the device's x axis; its colour changes from "
        + "blue to red along the path. Green marks the start, orange the end.</p>\n"
        + body.joined(separator: "\n"))
  }

  private static let style = """
    main { display: grid; grid-template-columns: repeat(auto-fit, minmax(20em, 1fr)); gap: 1em; }
    svg { width: 100%; }
    """
}
