internal import DeadReckoning
internal import MotionFusion

/// A page with paths in three views, and position and speed over time.
///
/// Bands are standard deviations.
package struct TrackReport {
  /// The section of one recording.
  struct Section {
    var name: String
    var summary: String
    var tiles: [HTML.Tile]
    var path: [PathPoint]
    /// The true path, in the frame of `path`; empty if unknown.
    var truth: [(timestamp: Double, position: Vector3<Double>)]
  }

  /// The method, in words.
  var lead: String
  var sections: [Section]

  /// The self-contained page.
  package var html: String {
    let body = sections.map { section in
      HTML.plotSection(
        section.name, tiles: section.tiles, summary: section.summary,
        plots: """
          <div class="views">
          \(PathViews(points: section.path, truth: section.truth).svg)</div>
          \(Self.movements(of: section))
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

  /// The movements between stationary phases, each from the most informative side.
  private static func movements(of section: Section) -> String {
    let movements = section.path.split { $0.isStationary }.map(Array.init)
      .compactMap { MovementView(points: $0, truth: section.truth) }
    guard movements.count > 1 else { return "" }
    let shown = movements.prefix(largestMovementCount)
    let rest = movements.count - shown.count
    let title =
      "Movements between stationary phases"
      + (rest > 0 ? ", the first \(shown.count) of \(movements.count)" : "")
    return "<h3>\(title)</h3>\n<div class=\"views\">\n\(shown.map(\.svg).joined())</div>\n"
  }

  private static let largestMovementCount = 24

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

extension TrackAnswer.File {
  /// The figures for the report.
  var tiles: [HTML.Tile] {
    func length(_ meters: Double, places: Int = 3) -> String {
      decimal(meters, places: places) + " m"
    }
    var tiles = [
      HTML.Tile(length(pathLength, places: 2), "path", "in \(decimal(seconds, places: 1)) s")
    ]
    if let endDeviation {
      tiles.append(HTML.Tile("± \(length(endDeviation))", "sigma of the position", "at the end"))
    }
    if let rmse, let endError {
      let note = "root mean square; \(length(endError)) at the end"
      tiles.append(HTML.Tile(length(rmse), "error", note))
    }
    if let loopClosureError {
      let share = percentage(loopClosureError / max(pathLength, .leastNormalMagnitude))
      tiles.append(
        HTML.Tile(length(loopClosureError), "loop-closure error", share + " of the path"))
    }
    tiles.append(HTML.Tile("\(rests)", "stationary phases", counted(revisions, "revision")))
    return tiles
  }
}

/// A path from above, from the front and from the side, at one scale, with the true one dashed.
///
/// A ribbon along the device's *x* axis shows the attitude.
struct PathViews {
  var points: [PathPoint]
  /// The true path, in the frame of `points`; empty if unknown.
  var truth: [(timestamp: Double, position: Vector3<Double>)] = []

  private typealias Place = Vector3<Double>
  /// A quadrilateral of the ribbon.
  fileprivate typealias Tile = (corners: [Vector3<Double>], color: String)

  /// The largest number of drawn points: some a pixel.
  private static let mostPoints = 1500
  private static let size = (width: 320.0, height: 294.0)
  private static let views:
    [(title: String, across: Vector3<Double>, up: Vector3<Double>, names: (String, String))] = [
      ("From above", .unitX, .unitY, ("x", "y")), ("From the front", .unitX, .unitZ, ("x", "z")),
      ("From the side", .unitY, .unitZ, ("y", "z")),
    ]

  /// The three drawings; empty without a finite point.
  var svg: String {
    let shown = Self.thinned(points.filter { $0.position.isFinite })
    let dashes = Self.thinned(truth)
    guard var (low, high) = shown.first.map({ ($0.position, $0.position) }) else { return "" }
    for position in shown.map(\.position) + dashes.map(\.position) {
      low = low.map(position) { min($0, $1) }
      high = high.map(position) { max($0, $1) }
    }
    let extent = max((high - low).maximumMagnitude, 1e-3)
    let middle = (low + high) * 0.5
    let ribbon = Self.ribbon(of: shown, width: extent / 20)
    return Self.views.map { view in
      func axis(_ direction: Vector3<Double>) -> Axis {
        let (center, half) = (middle.dot(direction), 0.55 * extent)
        return Axis(from: center - half, to: center + half, parts: 4, widened: false)
      }
      let plot = Plot(
        kind: .place, title: view.title, across: axis(view.across), up: axis(view.up),
        units: (" m", " m"), names: view.names, size: Self.size)
      return plot.figure(
        of: shown, ribbon: ribbon, truth: dashes.map(\.position), times: dashes.map(\.timestamp)
      ) { ($0.dot(view.across), $0.dot(view.up)) }
    }.joined()
  }

  fileprivate static func thinned<Element>(_ all: [Element]) -> [Element] {
    let step = max(1, (all.count + mostPoints - 1) / mostPoints)
    guard step > 1, let last = all.last else { return all }
    // The end is drawn, too.
    return stride(from: 0, to: all.count - 1, by: step).map { all[$0] } + [last]
  }

  /// The quadrilaterals of the ribbon, `width` metres wide.
  fileprivate static func ribbon(of shown: [PathPoint], width: Double) -> [Tile] {
    func edges(_ point: PathPoint) -> (Place, Place) {
      let axis = point.attitude.quaternion.act(.unitX) * (width / 2)
      return (point.position - axis, point.position + axis)
    }
    let steps = Array(zip(shown, shown.dropFirst()))
    let lengths = steps.map { $0.0.position.distance(to: $0.1.position) }
    let length = max(lengths.reduce(0, +), .leastNormalMagnitude)
    var gone = 0.0
    return zip(steps, lengths).map { step, part in
      gone += part
      let ((a, b), (c, d)) = (edges(step.0), edges(step.1))
      // Colours pass through violet, because green marks the start.
      return ([a, b, d, c], "hsl(\(Int(220 + 140 * gone / length)) 70% 60%)")
    }
  }
}

/// One movement in the plane of its two largest extents: along the ground, across that, or upwards.
///
/// A vertical axis points up, and the device's *x* axis points to the right.
struct MovementView {
  private let points: [PathPoint]
  private let truth: [Vector3<Double>]
  private let across: Vector3<Double>
  private let up: Vector3<Double>
  private let extent: Double

  /// Movements under this extent in metres are not drawn.
  private static let smallestExtent = 0.03

  /// `nil` for a movement of less than 3 cm.
  init?(points: [PathPoint], truth: [(timestamp: Double, position: Vector3<Double>)]) {
    let points = PathViews.thinned(points.filter { $0.position.isFinite })
    guard let first = points.first, let last = points.last else { return nil }
    let positions = points.map(\.position)
    let mean = positions.reduce(.zero, +) * (1 / Double(positions.count))
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for offset in positions.map({ $0 - mean }) {
      xx += offset.x * offset.x
      xy += offset.x * offset.y
      yy += offset.y * offset.y
    }
    let angle = 0.5 * Double.atan2(y: 2 * xy, x: xx - yy)
    var along = Vector3(Double.cos(angle), Double.sin(angle), 0)
    let right = points.reduce(.zero) { $0 + $1.attitude.quaternion.act(.unitX) }
    if right.dot(along) < 0 { along = -along }
    func extent(_ axis: Vector3<Double>) -> Double {
      let places = positions.map { $0.dot(axis) }
      return (places.max() ?? 0) - (places.min() ?? 0)
    }
    let beside = Vector3.unitZ.cross(along)
    let isFlat = extent(.unitZ) < extent(beside)
    self.points = points
    (across, up) = (along, isFlat ? beside : .unitZ)
    self.extent = max(extent(across), extent(up))
    guard self.extent >= Self.smallestExtent else { return nil }
    // Both start at one point, because another plot shows the error before the movement.
    let inside = truth.filter { (first.timestamp...last.timestamp).contains($0.timestamp) }
    let shift = inside.first.map { first.position - $0.position } ?? .zero
    self.truth = PathViews.thinned(inside).map { $0.position + shift }
  }

  var svg: String {
    func axis(_ direction: Vector3<Double>) -> Axis {
      let places = (points.map(\.position) + truth).map { $0.dot(direction) }
      let center = ((places.min() ?? 0) + (places.max() ?? 0)) / 2
      let half = 0.65 * extent
      return Axis(from: center - half, to: center + half, parts: 2, widened: false)
    }
    let times = [points[0], points[points.count - 1]].map { decimal($0.timestamp, places: 1) }
    let plot = Plot(
      kind: .place, title: "\(times[0]) s to \(times[1]) s", across: axis(across), up: axis(up),
      units: (" m", " m"), size: (width: 240, height: 206))
    return plot.figure(
      of: points, ribbon: PathViews.ribbon(of: points, width: extent / 12), truth: truth
    ) { ($0.dot(across), $0.dot(up)) }
  }
}

extension Plot {
  /// A path with its ribbon and its ends, and the true path dashed.
  ///
  /// - Parameters:
  ///   - times: The times of the true path; empty if unknown.
  ///   - point: Projects a position to the plane of the plot.
  fileprivate func figure(
    of path: [PathPoint], ribbon: [PathViews.Tile], truth: [Vector3<Double>], times: [Double] = [],
    _ point: (Vector3<Double>) -> Point
  ) -> String {
    let places = path.map { point($0.position) }
    var curves = ribbon.map { tile($0.corners.map(point), color: $0.color) }.joined()
    curves += curve(
      places, name: "estimate", color: "currentColor", times: path.map(\.timestamp))
    if !truth.isEmpty {
      curves += curve(
        truth.map(point), name: "reference", color: "var(--soft)", isDashed: true, times: times)
    }
    if let first = places.first, let last = places.last {
      curves += dot(first, color: "var(--third)") + dot(last, color: "var(--second)")
    }
    return figure(curves)
  }
}
