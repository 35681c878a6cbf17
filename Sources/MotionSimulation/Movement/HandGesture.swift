internal import RotationMath

/// A hand gesture with a phone that is not writing.
///
/// Attack and dodge differ in the movement: a rotation or a translation. Wave and shake are the
/// same two, repeated; a swipe is both at once, about the elbow.
public enum HandGesture: String, Hashable, Sendable, CaseIterable {
  /// One fast rotation, such as a blow: the phone's top tips forward, or to a side.
  case attack
  /// One fast translation, or one out and back, almost without rotation.
  case dodge
  /// A translation back and forth, 3 to 5 times per second.
  case shake
  /// One fast movement sideways that turns about the elbow.
  case swipe
  /// A rotation back and forth about the screen's normal, 1.5 to 2.5 times per second.
  case wave
}

/// The translation and the rotation of the phone in one hand gesture.
///
/// All figures are our choice, from the range of a hand: 0.1 to 0.5 m, 0.1 to 0.5 s a movement.
struct HandMovement {
  /// The hand's displacement from its place, in metres; *x* right, *y* up, *z* to the user.
  var path: MinimumJerkPath<Vector3<Double>>
  /// The rotation vector of the phone, about a fixed axis, in radians.
  var turn: MinimumJerkPath<Vector3<Double>>

  private typealias Path = MinimumJerkPath<Vector3<Double>>

  /// One take of a gesture by a writer.
  ///
  /// - Parameters:
  ///   - speed: The writer's movement time, relative to the average one.
  ///   - habit: The random source of the writer's habits, equal for each take.
  ///   - random: The source of the take's variation.
  init(
    _ gesture: HandGesture, speed: Double, habit: inout SplitMix64, random: inout SplitMix64
  ) {
    // The square root: fast writers shake less faster than they write.
    let pace = speed.squareRoot()
    func size(_ median: Double, _ habit: inout SplitMix64, _ random: inout SplitMix64) -> Double {
      habit.logNormal(median: median, spread: 0.2) * random.logNormal(median: 1, spread: 0.12)
    }
    func time(_ median: Double, _ random: inout SplitMix64) -> Double {
      pace * random.logNormal(median: median, spread: 0.12)
    }
    let side: Double = Bool.random(using: &random) ? 1 : -1
    switch gesture {
    case .attack:
      let isForward = Double.random(in: 0..<1, using: &habit) < 0.7
      let main = isForward ? Vector3<Double>(-1, 0, 0) : Vector3<Double>(0, 0, side)
      let axis = Self.direction(main, deviation: 0.2, using: &random)
      let angle = size(1.4, &habit, &random)
      let steps = Self.strike(angle, time: time(0.25, &random), habit: &habit, random: &random)
      let radius = size(0.12, &habit, &random)
      self.init(turning: Self.movement(along: axis, steps, overlap: 0.25), radius: radius)
    case .wave:
      let axis = Self.direction(Vector3(0, 0, side), deviation: 0.15, using: &random)
      let angle = size(0.9, &habit, &random)
      let count = Int.random(in: 3...7, using: &random)
      let steps = Self.oscillation(angle, count: count, using: &random) { time(0.26, &$0) }
      let radius = size(0.1, &habit, &random)
      self.init(turning: Self.movement(along: axis, steps, overlap: 0.3), radius: radius)
    case .shake:
      let main: Vector3<Double> =
        Double.random(in: 0..<1, using: &habit) < 0.7 ? Vector3(side, 0, 0) : Vector3(0, side, 0)
      let axis = Self.direction(main, deviation: 0.2, using: &random)
      let length = size(0.12, &habit, &random)
      let count = Int.random(in: 5...11, using: &random)
      let steps = Self.oscillation(length, count: count, using: &random) { time(0.15, &$0) }
      self.init(
        moving: Self.movement(along: axis, steps, overlap: 0.3),
        turning: random.nextNormalVector() * 1.0)
    case .dodge:
      let isSideways = Double.random(in: 0..<1, using: &habit) < 0.7
      let main = isSideways ? Vector3<Double>(side, 0, 0) : Vector3<Double>(0, 0, 1)
      let axis = Self.direction(main, deviation: 0.2, using: &random)
      let length = size(0.3, &habit, &random)
      var steps = Self.strike(length, time: time(0.3, &random), habit: &habit, random: &random)
      if Bool.random(using: &habit) { steps.append((-length, time(0.35, &random))) }
      self.init(
        moving: Self.movement(along: axis, steps, overlap: -0.1),
        turning: random.nextNormalVector() * 0.3)
    case .swipe:
      let axis = Self.direction(Vector3(side, 0, 0), deviation: 0.12, using: &random)
      let length = size(0.38, &habit, &random)
      let steps = Self.strike(length, time: time(0.32, &random), habit: &habit, random: &random)
      let path = Self.movement(along: axis, steps, overlap: 0)
      // The elbow is 0.3 to 0.4 m behind the phone: a swipe to the right turns clockwise from
      // above.
      let elbow = habit.logNormal(median: 0.36, spread: 0.12)
      self.init(
        moving: path, turning: Vector3(0, -1 / elbow, 0) * side + random.nextNormalVector() * 0.2)
    }
  }

  /// A rotation, and the arc of the phone about a joint `radius` metres below it.
  private init(turning turn: MinimumJerkPath<Vector3<Double>>, radius: Double) {
    self.turn = turn
    path = turn
    path.movements = turn.movements.map {
      Path.Movement(
        onset: $0.onset, duration: $0.duration,
        displacement: $0.displacement.cross(Vector3(0, radius, 0)))
    }
  }

  /// A translation along a line, and a rotation in proportion, in radians a metre.
  private init(moving path: MinimumJerkPath<Vector3<Double>>, turning rate: Vector3<Double>) {
    self.path = path
    turn = path
    guard let axis = path.movements.first?.displacement.normalized() else { return }
    turn.movements = path.movements.map {
      Path.Movement(
        onset: $0.onset, duration: $0.duration, displacement: rate * $0.displacement.dot(axis))
    }
  }

  /// Movements along a line, each with its length and duration.
  private static func movement(
    along axis: Vector3<Double>, _ steps: [(length: Double, duration: Double)], overlap: Double
  ) -> MinimumJerkPath<Vector3<Double>> {
    var movements: [Path.Movement] = []
    for step in steps {
      let onset =
        movements.last.map {
          $0.onset + $0.duration - overlap * min($0.duration, step.duration)
        } ?? 0
      movements.append(
        Path.Movement(onset: onset, duration: step.duration, displacement: axis * step.length))
    }
    return Path(start: .zero, movements: movements)
  }

  /// A single movement; some people draw back before it, and some recoil after it.
  private static func strike(
    _ length: Double, time: Double, habit: inout SplitMix64, random: inout SplitMix64
  ) -> [(length: Double, duration: Double)] {
    var steps = [(length: length, duration: time)]
    if Double.random(in: 0..<1, using: &habit) < 0.35 {
      let share = Double.random(in: 0.1..<0.35, using: &random)
      steps.insert((-share * length, time * 0.9), at: 0)
    }
    if Double.random(in: 0..<1, using: &habit) < 0.5 {
      let share = Double.random(in: 0.03..<0.3, using: &random)
      steps.append((-share * length, time * 0.9))
    }
    return steps
  }

  /// Lengths back and forth about the place, and their durations; the first and the last are
  /// halved.
  private static func oscillation(
    _ length: Double, count: Int, using random: inout SplitMix64,
    time: (inout SplitMix64) -> Double
  ) -> [(length: Double, duration: Double)] {
    (0...count).map { index in
      let isEnd = index == 0 || index == count
      let share = (isEnd ? 0.5 : 1) * random.logNormal(median: 1, spread: 0.1)
      let duration = time(&random) * (isEnd ? 0.8 : 1)
      return (length * share * (index % 2 == 0 ? 1 : -1), duration)
    }
  }

  /// A direction near another one.
  private static func direction(
    _ main: Vector3<Double>, deviation: Double, using random: inout SplitMix64
  ) -> Vector3<Double> {
    (main + random.nextNormalVector() * deviation).normalized() ?? main
  }
}
