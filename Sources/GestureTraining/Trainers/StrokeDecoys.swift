internal import GestureRecognition
internal import MotionFusion
internal import RealModule
internal import RotationMath

/// Strokes of no class, made from the examples of a training set and from random figures.
///
/// A network that is trained on examples alone has a high confidence for any input. Decoys teach it
/// a class of none: words, examples that are turned, mirrored, cut, joined
/// or strongly warped, scribbles, and regular figures.
enum StrokeDecoy: CaseIterable {
  /// Two to nine examples side by side, as in a word.
  case word
  /// A line of cursive writing: two oscillations on a steady movement (J. M. Hollerbach, *An
  /// oscillation theory of handwriting*, 1981, doi:10.1007/BF00336740), in one to four pieces.
  case cursive
  /// An example turned by 40 to 320 degrees, or mirrored.
  case turned
  /// A part of an example.
  case part
  /// An example and a part of another one on top of each other.
  case joined
  /// An example under a strong smooth warp.
  case warped
  /// A smooth random curve.
  case curve
  /// Straight movements between random points, in one or several strokes.
  case polyline
  /// Back-and-forth movements that drift slowly.
  case zigzag
  /// A spiral.
  case spiral
  /// A regular polygon or star.
  case star
  /// Points without order.
  case noise
  /// A straight movement in any direction, hardly bent; also a tap of two points.
  case line
  /// A random walk of a velocity with a memory of a few points up to all.
  case walk

  /// The kinds in turn. A network accepts turned and mirrored letters and random walks most often.
  static let cycle =
    allCases + Array(repeatElement([turned, walk], count: 6).joined()) + [word, cursive]

  /// The gestures of `count` decoys.
  static func made(
    _ count: Int, from examples: [[Sample2D]], using random: inout SplitMix64
  ) -> [[Sample2D]] {
    guard !examples.isEmpty else { return [] }
    return (0..<count).map { cycle[$0 % cycle.count].gesture(from: examples, &random) }
  }

  private func gesture(
    from examples: [[Sample2D]], _ random: inout SplitMix64
  ) -> [Sample2D] {
    func example() -> Drawing { Drawing(examples.randomElement(using: &random) ?? []) }
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    switch self {
    case .word:
      var word = Drawing()
      var x = 0.0
      let slope = random.nextNormal() * 0.05
      let isJoined = number(0...1) < 0.4
      for _ in 0..<Int.random(in: 2...9, using: &random) {
        var letter = example()
        let size = number(0.5...1.2)
        let width = letter.width * size
        letter.map { Vector2(x + $0.x * size, slope * x + ($0.y - 1) * size) }
        x += width + number(-0.1...0.35)
        word.append(letter, isJoined: isJoined)
      }
      return word.samples
    case .cursive:
      let slant = random.nextNormal() * 0.3
      let (advance, loops, phase) = (number(0.03...0.2), number(0...0.35), number(0...2 * .pi))
      let roughness = number(0...0.5)
      let pieces = Int.random(in: 1...4, using: &random)
      var word = Drawing()
      var x = 0.0
      for _ in 0..<pieces {
        var points: [Vector2<Double>] = []
        var (height, base) = (0.4, 0.0)
        for index in 0..<Int.random(in: 2...(pieces == 1 ? 12 : 6), using: &random) * 12 {
          if index % 12 == 0 {
            height = number(0...1) < 0.25 ? number(0.6...1) : number(0.2...0.45)
            base = number(0...1) < 0.15 ? number(0.2...0.6) : 0
          }
          let angle = Double(index) / 6 * .pi
          x += advance / 6 * (1 + roughness * random.nextNormal())
          let y = base - height * (0.5 - 0.5 * .cos(angle))
          points.append(Vector2(x + loops * .sin(angle + phase) * height - slant * y, y))
        }
        word.append(Drawing(points))
        x += number(0...0.2)
      }
      return word.samples
    case .turned:
      var drawing = example()
      let isMirrored = Bool.random(using: &random)
      let angle = isMirrored ? random.nextNormal() * 0.15 : number(0.7...(2 * .pi - 0.7))
      let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
      let isUpsideDown = Bool.random(using: &random)
      drawing.map { point in
        let x = isMirrored && !isUpsideDown ? -point.x : point.x
        let y = isMirrored && isUpsideDown ? -point.y : point.y
        return Vector2(cosine * x - sine * y, sine * x + cosine * y)
      }
      return drawing.samples
    case .part:
      var drawing = example()
      drawing.cut(to: number(0.3...0.7), fromStart: Bool.random(using: &random))
      return drawing.samples
    case .joined:
      var drawing = example()
      var other = example()
      other.cut(to: number(0.4...1), fromStart: Bool.random(using: &random))
      let shift = Vector2(number(-0.5...0.5), number(-0.5...0.5))
      let size = number(0.5...1.2)
      other.map { $0 * size + shift }
      // In one stroke or in several.
      drawing.append(other, isJoined: Bool.random(using: &random))
      return drawing.samples
    case .warped:
      var drawing = example()
      let waves = (0..<4).map { _ in
        (
          direction: Vector2(random.nextNormal(), random.nextNormal()) * 5,
          phase: number(0...2 * .pi)
        )
      }
      let strength = number(0.15...0.4)
      drawing.map { point in
        let values = waves.map { Double.sin($0.direction.dot(point) + $0.phase) * strength }
        return point + Vector2(values[0] + values[1], values[2] + values[3])
      }
      return drawing.samples
    case .curve:
      let waves = (1...Int.random(in: 2...6, using: &random)).map { index in
        let size = Vector2(random.nextNormal(), random.nextNormal()) / Double(index)
        let phases = Vector2(number(0...2 * .pi), number(0...2 * .pi))
        return (size: size, rate: number(0.3...1.2) * Double(index), phases: phases)
      }
      var points: [Vector2<Double>] = []
      for index in 0..<80 {
        let time = Double(index) / 79 * 2 * .pi
        var point = Vector2(0.0, 0.0)
        for wave in waves {
          point.x += wave.size.x * Double.sin(wave.rate * time + wave.phases.x)
          point.y += wave.size.y * Double.sin(wave.rate * time + wave.phases.y)
        }
        points.append(point)
      }
      return Drawing(points).samples
    case .polyline:
      var drawing = Drawing()
      let lifts = Bool.random(using: &random) ? number(0...1) : 0
      var point = Vector2(number(0...1), number(0...1))
      var stroke: [Vector2<Double>] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let next = Vector2(number(0...1), number(0...1))
        if number(0...1) < lifts, !stroke.isEmpty {
          drawing.append(Drawing(stroke))
          stroke = []
          point = Vector2(number(0...1), number(0...1))
        }
        stroke += (0...8).map { point + (next - point) * (Double($0) / 8) }
        point = next
      }
      drawing.append(Drawing(stroke))
      return drawing.samples
    case .zigzag:
      let angle = number(0...2 * .pi)
      let sweeps = Int.random(in: 3...14, using: &random)
      let drift = number(0.02...0.4)
      let roundness = number(0...1)
      return Drawing(
        (0...sweeps * 10).map { index in
          let phase = Double(index) / 10
          let place = phase - (phase / 2).rounded(.down) * 2
          let straight = place < 1 ? place : 2 - place
          let across = roundness * (0.5 - 0.5 * .cos(.pi * phase)) + (1 - roundness) * straight
          let along = phase * drift + random.nextNormal() * 0.01
          return Vector2(
            .cos(angle) * across - .sin(angle) * along, .sin(angle) * across + .cos(angle) * along)
        }
      ).samples
    case .spiral:
      let turns = number(1.6...6) * (Bool.random(using: &random) ? 1 : -1)
      let start = number(0...2 * .pi)
      let (power, flatness) = (number(0.5...1.5), number(0.5...1))
      let isInward = Bool.random(using: &random)
      return Drawing(
        (0..<100).map { index in
          let share = Double(index) / 99
          let radius = Double.pow(isInward ? 1 - share : share, power)
          let angle = start + turns * 2 * .pi * share
          return Vector2(radius * .cos(angle), radius * .sin(angle) * flatness)
        }
      ).samples
    case .star:
      let corners = Int.random(in: 3...9, using: &random)
      let step = Int.random(in: 1...max(1, (corners - 1) / 2), using: &random)
      let isPointed = Bool.random(using: &random)
      let start = number(0...2 * .pi)
      let direction = Bool.random(using: &random) ? 1.0 : -1
      let turn = direction * 2 * .pi * (isPointed ? 0.5 : Double(step)) / Double(corners)
      let points = (0...corners * (isPointed ? 2 : 1)).map { index in
        let radius = isPointed && index % 2 == 1 ? 0.45 : 1.0
        let angle = start + turn * Double(index)
        let error = Vector2(random.nextNormal(), random.nextNormal()) * 0.06
        return Vector2(radius * Double.cos(angle), radius * Double.sin(angle)) + error
      }
      var outline: [Vector2<Double>] = []
      for index in points.indices.dropFirst() {
        let side = points[index] - points[index - 1]
        outline += (0..<8).map { points[index - 1] + side * (Double($0) / 7) }
      }
      return Drawing(outline).samples
    case .line:
      let angle = number(0...2 * .pi)
      let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
      let bend = random.nextNormal() * 0.1
      let steps = Bool.random(using: &random) ? 1 : Int.random(in: 2...40, using: &random)
      return Drawing(
        (0...steps).map { index in
          let along = Double(index) / Double(steps)
          let across = bend * along * (1 - along) + random.nextNormal() * 0.003
          return Vector2(cosine * along - sine * across, sine * along + cosine * across)
        }
      ).samples
    case .walk:
      let memory = 1 - Double.pow(10, -number(0.5...4))
      var (point, velocity) = (Vector2(0.0, 0.0), Vector2(0.0, 0.0))
      return Drawing(
        (0..<Int.random(in: 40...160, using: &random)).map { _ in
          velocity = velocity * memory + Vector2(random.nextNormal(), random.nextNormal())
          point += velocity
          return point
        }
      ).samples
    case .noise:
      let isNormal = Bool.random(using: &random)
      return Drawing(
        (0..<Int.random(in: 15...80, using: &random)).map { _ in
          isNormal
            ? Vector2(random.nextNormal(), random.nextNormal())
            : Vector2(number(0...1), number(0...1))
        }
      ).samples
    }
  }
}

/// The strokes of a gesture by points, without times.
struct Drawing {
  /// The points of each stroke.
  private var strokes: [[Vector2<Double>]]

  init(strokes: [[Vector2<Double>]] = []) { self.strokes = strokes }

  init(_ stroke: [Vector2<Double>]) { strokes = [stroke] }

  /// A gesture with its top left at 0, of height or width 1, whichever is larger.
  init(_ gesture: [Sample2D]) {
    let box = try? StrokeRescaler().box(around: gesture)
    strokes = box.map { box in gesture.strokes.map { $0.map(box.place) } } ?? []
  }

  var width: Double { strokes.joined().reduce(0) { max($0, $1.x) } }

  mutating func map(_ change: (Vector2<Double>) -> Vector2<Double>) {
    for index in strokes.indices { strokes[index] = strokes[index].map(change) }
  }

  mutating func append(_ other: Drawing, isJoined: Bool = false) {
    guard isJoined, let last = strokes.indices.last, let first = other.strokes.first else {
      strokes += other.strokes
      return
    }
    strokes[last] += first
    strokes += other.strokes.dropFirst()
  }

  /// Keeps a share of the points.
  mutating func cut(to share: Double, fromStart: Bool) {
    let count = strokes.reduce(0) { $0 + $1.count }
    var left = max(2, Int(Double(count) * share))
    var kept: [[Vector2<Double>]] = []
    for stroke in fromStart ? strokes : strokes.reversed() {
      let part = fromStart ? Array(stroke.prefix(left)) : Array(stroke.suffix(left))
      left -= part.count
      if !part.isEmpty { kept.append(part) }
      if left <= 0 { break }
    }
    strokes = fromStart ? kept : kept.reversed()
  }

  /// The points, a hundredth of a second apart.
  var samples: [Sample2D] {
    var samples: [Sample2D] = []
    for (number, stroke) in strokes.enumerated() {
      for point in stroke {
        samples.append(
          Sample2D(
            x: point.x, y: point.y, timestamp: Double(samples.count) / 100, stroke: number))
      }
    }
    return samples
  }
}
