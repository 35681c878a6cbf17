package import MotionFusion
internal import RealModule

/// Features of the shape of a gesture of one or several strokes: maps of direction, and a
/// trajectory.
///
/// The gesture is centred and scaled, its proportions halved (the logarithm of width over height).
/// - *Maps*: the length of the ink on a grid, separately for eight directions, smoothed over cells
///   and directions (Z.-L. Bai, Q. Huo, *A study on the use of 8-directional features for online
///   handwritten Chinese character recognition*, 2005, doi:10.1109/ICDAR.2005.152). Further maps
///   use four undirected directions, which do not depend on the order and direction of strokes, and
///   a coarser grid for the straight movements of the lifted pen. All values are square roots.
/// - *Trajectory*: positions and tangents at equal distances along the strokes joined in order.
///
/// Only the order of the times is used: speed, pauses and the sample rate do not change a feature.
package struct StrokeFeatures: Hashable, Sendable {
  /// The cells of the grid of the ink, each way. Default: 6.
  package let grid: Int
  /// The cells of the grid of the lifted pen, each way. Default: 3.
  package let liftedGrid: Int
  /// The points of the trajectory. Default: 16.
  package let pointCount: Int

  /// The valid numbers of cells each way, and of points.
  package static let (grids, pointCounts) = (1...16, 2...128)
  /// The directions of a map.
  private static let directions = 8
  /// The standard deviation of the smoothing, in cells.
  private static let smoothing = 0.72
  /// The longest piece of ink that counts for one place, as a share of the gesture's size.
  private static let piece = 0.03
  /// The minimum width or height as a share of the larger one, so that lines stay thin.
  private static let thinnest = 0.1

  /// Creates features with these grids.
  package init(grid: Int = 6, liftedGrid: Int = 3, pointCount: Int = 16) {
    precondition(
      Self.grids.contains(grid) && Self.grids.contains(liftedGrid)
        && Self.pointCounts.contains(pointCount),
      "expected 1 to 16 cells and 2 to 128 points, got \(grid), \(liftedGrid) and \(pointCount)")
    self.grid = grid
    self.liftedGrid = liftedGrid
    self.pointCount = pointCount
  }

  /// The lengths of the groups of features, in order: directed maps, undirected maps, maps of the
  /// lifted pen, positions, and tangents.
  package var groups: [Int] {
    [
      Self.directions * grid * grid, Self.directions / 2 * grid * grid,
      Self.directions * liftedGrid * liftedGrid, 2 * pointCount, 2 * pointCount,
    ]
  }

  package var count: Int { groups.reduce(0, +) }

  /// The features of a gesture.
  ///
  /// - Parameters:
  ///   - gesture: The points in order of time.
  ///   - minSize: The smallest size that is magnified, in the gesture's unit.
  /// - Complexity: O(*n* + length of the ink).
  package func vector(of gesture: [Sample2D], minSize: Double = 0) throws(GestureError) -> [Float] {
    let outline = try StrokeOutline(gesture, minSize: minSize, thinnest: Self.thinnest)
    var vector: [Float] = []
    vector.reserveCapacity(count)
    let ink = map(of: outline, lifted: false, grid: grid)
    let half = ink.count / 2
    vector += ink.map { Float($0.squareRoot()) }
    vector += (0..<half).map { Float((ink[$0] + ink[half + $0]).squareRoot()) }
    vector += map(of: outline, lifted: true, grid: liftedGrid).map { Float($0.squareRoot()) }
    appendTrajectory(of: outline, to: &vector)
    return vector
  }

  /// The smoothed length on each cell, direction by direction, row by row.
  private func map(of outline: StrokeOutline, lifted: Bool, grid: Int) -> [Double] {
    let cells = grid * grid
    var map = [Double](repeating: 0, count: Self.directions * cells)
    var (columns, rows) = ([Double](repeating: 0, count: grid), [Double](repeating: 0, count: grid))
    let scale = Double(grid) * Double(grid) / (2 * Self.smoothing * Self.smoothing)
    func weigh(_ coordinate: Double, _ weights: inout [Double]) {
      for cell in 0..<grid {
        let distance = coordinate - ((Double(cell) + 0.5) / Double(grid) - 0.5)
        weights[cell] = Double.exp(-distance * distance * scale)
      }
    }
    for segment in outline.segments where segment.isLifted == lifted {
      let turns = Double.atan2(y: segment.step.y, x: segment.step.x) / (2 * .pi)
      let place = (turns - turns.rounded(.down)) * Double(Self.directions)
      let first = Int(place) % Self.directions
      let share = place - place.rounded(.down)
      let next = (first + 1) % Self.directions
      let count = max(1, Int((segment.length / Self.piece).rounded(.up)))
      for index in 0..<count {
        let point = segment.start + segment.step * ((Double(index) + 0.5) / Double(count))
        weigh(point.x, &columns)
        weigh(point.y, &rows)
        let length = segment.length / Double(count)
        for row in 0..<grid {
          let weight = length * rows[row]
          for column in 0..<grid {
            let value = weight * columns[column]
            map[first * cells + row * grid + column] += value * (1 - share)
            map[next * cells + row * grid + column] += value * share
          }
        }
      }
    }
    return map
  }

  private func appendTrajectory(of outline: StrokeOutline, to vector: inout [Float]) {
    let points = outline.resampled(count: pointCount)
    let step = outline.length / Double(pointCount - 1)
    vector += points.map { Float($0.x) }
    vector += points.map { Float($0.y) }
    let tangents = points.indices.map { index in
      let (before, after) = (max(0, index - 1), min(points.count - 1, index + 1))
      return (points[after] - points[before]) / (step * Double(after - before))
    }
    vector += tangents.map { Float($0.x) }
    vector += tangents.map { Float($0.y) }
  }
}

extension StrokeFeatures: ModelPart {
  package init(_ part: Self?, in file: inout ModelCoder) throws(ModelError) {
    let grid = try file.coded(part?.grid)
    let liftedGrid = try file.coded(part?.liftedGrid)
    let points = try file.coded(part?.pointCount)
    guard Self.grids.contains(grid), Self.grids.contains(liftedGrid),
      Self.pointCounts.contains(points)
    else {
      throw .inconsistent(
        "expected 1 to 16 cells and 2 to 128 points, got \(grid), \(liftedGrid) and \(points)")
    }
    self.init(grid: grid, liftedGrid: liftedGrid, pointCount: points)
  }
}

/// A gesture as centred, scaled segments: those of its strokes, and between them those of the
/// lifted pen.
package struct StrokeOutline {
  struct Segment {
    var start: Vector2<Double>
    var step: Vector2<Double>
    var length: Double
    var isLifted: Bool
  }

  /// The segments in order, all longer than 0.
  private(set) var segments: [Segment] = []
  /// The sum of their lengths.
  private(set) var length = 0.0

  /// - Parameters:
  ///   - thinnest: The least extent along an axis as a share of the larger one.
  init(_ gesture: [Sample2D], minSize: Double, thinnest: Double) throws(GestureError) {
    guard gesture.count >= 2 else { throw .tooFewSamples(count: gesture.count, minimum: 2) }
    if let index = gesture.indices.dropFirst().first(where: {
      gesture[$0].timestamp < gesture[$0 - 1].timestamp
    }) {
      throw .timeRunsBackward(sample: index)
    }
    guard gesture[gesture.count - 1].timestamp > gesture[0].timestamp else { throw .zeroDuration }
    // The box is centred in the unit square and keeps its proportions.
    let box = try StrokeRescaler(minSize: minSize, alignment: .center).box(around: gesture)
    let points = gesture.map { box.place($0) - Vector2(0.5, 0.5) }
    let extent = points.reduce(Vector2(0.0, 0.0)) {
      Vector2(max($0.x, abs($1.x)), max($0.y, abs($1.y)))
    }
    // A half of the proportions: the square root of each extent relative to the larger one.
    let scale = Vector2(
      max(2 * extent.x, thinnest).squareRoot(), max(2 * extent.y, thinnest).squareRoot())
    let scaled = points.map { Vector2($0.x / scale.x, $0.y / scale.y) }
    segments.reserveCapacity(gesture.count)
    for index in scaled.indices.dropFirst() {
      let step = scaled[index] - scaled[index - 1]
      let length = step.length
      guard length > 0 else { continue }
      segments.append(
        Segment(
          start: scaled[index - 1], step: step, length: length,
          isLifted: gesture[index].stroke != gesture[index - 1].stroke))
      self.length += length
    }
    guard length > 0 else { throw .noExtent }
  }

  /// The height as a share of the width below which a line counts as flat.
  private static let flatness = 0.1
  /// The vertical movement that counts, as a share of the height.
  private static let slightMovement = 0.15

  /// The resemblance of a gesture to several characters side by side, as in a word: the logarithm
  /// of width over height, plus log(1 + *n*) for *n* reversals of the vertical movement.
  ///
  /// On development data, 99 % of capitals (UNIPEN) are below 2.1, 98.5 % of lower-case letters
  /// below 2.4, and 5 % of words.
  package static func sequenceScore(of gesture: [Sample2D]) -> Double {
    guard let first = gesture.first else { return 0 }
    var (low, high) = (Vector2(first.x, first.y), Vector2(first.x, first.y))
    for sample in gesture {
      low = Vector2(min(low.x, sample.x), min(low.y, sample.y))
      high = Vector2(max(high.x, sample.x), max(high.y, sample.y))
    }
    let width = high.x - low.x
    let height = max(high.y - low.y, flatness * width)
    guard width > 0, height > 0 else { return 0 }
    var (reversals, direction, extreme) = (0, 0.0, first.y)
    for sample in gesture {
      let step = sample.y - extreme
      if step * direction > 0 || direction == 0 && abs(step) > slightMovement * height {
        (direction, extreme) = (step > 0 ? 1 : -1, sample.y)
      } else if direction != 0, -step * direction > slightMovement * height {
        (direction, extreme) = (-direction, sample.y)
        reversals += 1
      }
    }
    return .log(width / height) + .log(1 + Double(reversals))
  }

  /// `count` points at equal distances, the first and the last point included.
  ///
  /// - Precondition: `count` is 2 or more.
  func resampled(count: Int) -> [Vector2<Double>] {
    var points: [Vector2<Double>] = []
    points.reserveCapacity(count)
    var index = 0
    var passed = 0.0
    for point in 0..<count {
      let goal = length * Double(point) / Double(count - 1)
      while index + 1 < segments.count, passed + segments[index].length < goal {
        passed += segments[index].length
        index += 1
      }
      let segment = segments[index]
      points.append(segment.start + segment.step * min(1, max(0, (goal - passed) / segment.length)))
    }
    return points
  }
}
