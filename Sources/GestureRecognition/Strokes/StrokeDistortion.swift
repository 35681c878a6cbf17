internal import MotionFusion
internal import RealModule
internal import RotationMath

/// Distorts gestures at random, so that a classifier sees more hands than wrote its examples.
///
/// Rotation, shear, proportions, a smooth warp of the plane, and the place and size of each stroke.
/// The deviations are our choice; none was fitted.
struct StrokeDistortion: Hashable, Sendable {
  /// The deviation of the rotation, in radians. Default: 0.12.
  var rotation = 0.12
  /// The deviation of the shear of *x* along *y*. Default: 0.15.
  var shear = 0.15
  /// The deviation of the logarithm of the proportions. Default: 0.12.
  var proportions = 0.12
  /// The deviation of the warp, as a share of the gesture's size. Default: 0.03.
  var warp = 0.03
  /// The deviation of the place of a stroke, likewise. Default: 0.025.
  var strokePlace = 0.025
  /// The deviation of the logarithm of the size of a stroke. Default: 0.06.
  var strokeSize = 0.06

  /// A distorted copy of a gesture with an extent; times do not change.
  func applied(to gesture: [Sample2D], using random: inout SplitMix64) -> [Sample2D] {
    guard let box = try? StrokeRescaler(alignment: .center).box(around: [gesture]) else {
      return gesture
    }
    let turn = random.nextNormal() * rotation
    let lean = random.nextNormal() * shear
    let width = Double.exp(random.nextNormal() * proportions)
    let (sine, cosine) = (Double.sin(turn), Double.cos(turn))
    let waves = (0..<4).map { _ in Wave(using: &random) }
    var result = gesture
    for index in result.indices {
      let point = box.place(gesture[index]) - Vector2(0.5, 0.5)
      let warped = Vector2(
        point.x + warp * (waves[0].value(at: point) + waves[1].value(at: point)),
        point.y + warp * (waves[2].value(at: point) + waves[3].value(at: point)))
      let (x, y) = (warped.x * width + lean * warped.y / width, warped.y / width)
      result[index].x = cosine * x - sine * y
      result[index].y = sine * x + cosine * y
    }
    var start = 0
    for end in 1...max(1, result.count) {
      guard end == result.count || gesture[end].stroke != gesture[start].stroke else { continue }
      move(&result, start..<end, using: &random)
      start = end
    }
    return result
  }

  /// Scales a stroke about its middle, and moves it.
  private func move(
    _ gesture: inout [Sample2D], _ range: Range<Int>, using random: inout SplitMix64
  ) {
    let count = Double(range.count)
    let middle = range.reduce(Vector2(0.0, 0.0)) {
      $0 + Vector2(gesture[$1].x, gesture[$1].y) / count
    }
    let size = Vector2(
      Double.exp(random.nextNormal() * strokeSize), Double.exp(random.nextNormal() * strokeSize))
    let shift = Vector2(random.nextNormal(), random.nextNormal()) * strokePlace
    for index in range {
      gesture[index].x = middle.x + shift.x + (gesture[index].x - middle.x) * size.x
      gesture[index].y = middle.y + shift.y + (gesture[index].y - middle.y) * size.y
    }
  }

  /// A sine wave over the unit square, of about half a period.
  private struct Wave {
    var direction: Vector2<Double>
    var phase: Double

    init(using random: inout SplitMix64) {
      direction = Vector2(random.nextNormal(), random.nextNormal()) * 3.5
      phase = Double.random(in: 0..<2 * .pi, using: &random)
    }

    func value(at point: Vector2<Double>) -> Double { .sin(direction.dot(point) + phase) }
  }
}
