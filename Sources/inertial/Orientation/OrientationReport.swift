internal import MotionFusion

/// A page with attitude and errors over time, one section a recording.
struct OrientationReport {
  /// One recording's part of the page.
  struct Section {
    var name: String
    var summary: String
    var attitudes: [TimedAttitude]
    var errors: AttitudeErrors?
  }

  var sections: [Section]

  /// The page, whole in itself.
  var html: String {
    let body = sections.map { section in
      let degrees = 180 / Double.pi
      let times = section.attitudes.map(\.timestamp)
      let attitudes = section.attitudes.map { Attitude(quaternion: $0.attitude) }
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
      if let points = section.errors?.points {
        part +=
          LineChart(
            title: "Error", unit: "°", times: points.map(\.timestamp),
            lines: [
              ("heading", points.map(\.error.inDegrees.heading)),
              ("inclination", points.map(\.error.inDegrees.inclination)),
            ]
          ).svg
      }
      return part
    }
    return HTML.page(
      title: "Orientation",
      style: "svg { width: 100%; }",
      body: "<h1>Orientation</h1>\n" + body.joined(separator: "\n"))
  }
}
