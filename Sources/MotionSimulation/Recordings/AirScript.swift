internal import MotionFusion
internal import RealModule
internal import RotationMath

/// The path of the hand through a text: a sequence of pauses, letters and travels.
///
/// Plane coordinates, in metres: *x* to the right, *y* up, *z* towards the user; the middle of a
/// letter is the origin. Every phase begins and ends with zero velocity.
struct AirScript {
  /// One phase of the path.
  struct Phase {
    /// The start of the phase, in seconds of the recording.
    var start: Double
    /// The path of the hand, from time 0 of the phase.
    var path: MinimumJerkPath<Vector3<Double>>
    /// The additional rotation vector of the phone, about a fixed axis, from time 0 of the phase.
    var turn: MinimumJerkPath<Vector3<Double>>?
  }

  /// Standard deviation of the logarithm of the letter height, by recording.
  static let heightSpread = 0.2
  /// Standard deviation of the depth at each corner, in letter heights.
  private static let depthDeviation = 0.04
  /// The pause after a letter, and again before the next, in seconds.
  private static let pauseBetweenLetters = 0.25
  /// The additional pause at a space, in seconds.
  private static let pauseAtSpace = 0.8
  /// The duration of the travel from one letter to the next, in seconds.
  private static let travelTime = 0.6

  private(set) var phases: [Phase] = []
  var letters: [(label: String, times: ClosedRange<Double>)] = []
  private(set) var duration = 0.0
  /// The place of the hand at the end.
  private(set) var place = Vector3<Double>.zero
  /// The additional rotation vector of the phone at the end.
  private(set) var attitude = Vector3<Double>.zero

  /// A script without phases.
  init() {}

  /// - Parameters:
  ///   - random: The source of the letters' sizes and depths.
  ///   - travels: The source of the variation of travels.
  init(
    letters written: [WrittenLetter], writer: Writer,
    configuration: AirSimulator.Configuration, random: inout SplitMix64,
    travels: inout SplitMix64
  ) throws(SimulationError) {
    let height = random.logNormal(
      median: configuration.letterHeight, spread: Self.heightSpread)
    var first = true
    for letter in written {
      let flat = try writer.path(of: letter.character, take: letter.take)
      let path = Self.path(
        flat, height: height, timeFactor: configuration.timeFactor, random: &random)
      if first {
        place = path.start
        pause(configuration.pauseAtEnds)
        first = false
      } else {
        pause(Self.pauseBetweenLetters + (letter.beginsWord ? Self.pauseAtSpace : 0))
        travel(to: path.start, height: height, variation: configuration.travels, random: &travels)
        pause(Self.pauseBetweenLetters)
      }
      letters.append((Symbol.label(of: letter.character), duration...duration + path.duration))
      append(path)
    }
    pause(configuration.pauseAtEnds)
    if first { pause(configuration.pauseAtEnds) }
  }

  /// Adds a path; a movement begins at the present place and attitude.
  mutating func append(
    _ path: MinimumJerkPath<Vector3<Double>>, turn: MinimumJerkPath<Vector3<Double>>? = nil
  ) {
    phases.append(Phase(start: duration, path: path, turn: turn))
    duration += path.duration
    place = path.end
    attitude = turn?.end ?? .zero
  }

  /// Adds a pause at the present place and attitude.
  mutating func pause(_ seconds: Double) {
    append(
      MinimumJerkPath(start: place, movements: [], duration: seconds),
      turn: attitude == .zero
        ? nil : MinimumJerkPath(start: attitude, movements: [], duration: seconds))
  }

  /// A movement to `goal`; varied in duration, along an arc, with a turn of the phone and back.
  private mutating func travel(
    to goal: Vector3<Double>, height: Double, variation: AirSimulator.TravelVariation?,
    random: inout SplitMix64
  ) {
    guard let variation else {
      append(
        MinimumJerkPath(
          start: place,
          movements: [.init(onset: 0, duration: Self.travelTime, displacement: goal - place)]))
      return
    }
    let time = random.logNormal(median: Self.travelTime, spread: variation.timeSpread)
    let arc = random.nextNormalVector() * (variation.arcDeviation * height)
    let turn = random.nextNormalVector() * variation.turnDeviation
    let half = time / 2
    append(
      MinimumJerkPath(
        start: place,
        movements: [
          .init(onset: 0, duration: time, displacement: goal - place),
          .init(onset: 0, duration: half, displacement: arc),
          .init(onset: half, duration: half, displacement: -arc),
        ]),
      turn: MinimumJerkPath(
        start: .zero,
        movements: [
          .init(onset: 0, duration: half, displacement: turn),
          .init(onset: half, duration: half, displacement: -turn),
        ]))
  }

  /// The letter's path in space: scaled, slowed down, with random depth.
  static func path(
    _ flat: MinimumJerkPath<Vector2<Double>>, height: Double, timeFactor: Double,
    random: inout SplitMix64
  ) -> MinimumJerkPath<Vector3<Double>> {
    let deviation = depthDeviation * height
    var depth = random.normal(deviation: deviation)
    let start = Vector3(
      (flat.start.x - 0.35) * height, (0.5 - flat.start.y) * height, depth)
    let movements = flat.movements.map { movement in
      let next = random.normal(deviation: deviation)
      defer { depth = next }
      return MinimumJerkPath<Vector3<Double>>.Movement(
        onset: movement.onset * timeFactor, duration: movement.duration * timeFactor,
        displacement: Vector3(
          movement.displacement.x * height, -movement.displacement.y * height, next - depth))
    }
    return MinimumJerkPath(
      start: start, movements: movements, duration: flat.duration * timeFactor)
  }
}

extension AirScript {
  /// The smallest overlap of a letter and the movement before or after it, as a share of the
  /// shorter of the two movements. The hand is not at rest there. Otherwise it equals the overlap
  /// at the writer's corners.
  private static let leastOverlap = 0.1
  /// Standard deviation of the logarithm of the speed of movements between letters, relative to
  /// that of the writer's strokes, by writer and by movement.
  private static let linkSpeedSpreads = (writer: 0.25, movement: 0.2)
  /// The shortest movement between letters, in letter heights: it bounds the duration.
  private static let shortestLink = 0.15
  /// Standard deviation of each component of an arc's height above the straight line, in letter
  /// heights.
  private static let linkArcDeviation = 0.15
  /// Standard deviation of each component of the rotation vector by which the phone turns out and
  /// back, in radians.
  private static let linkTurnDeviation = 0.15
  /// The duration of a movement at a space, relative to the others.
  private static let spaceFactor = 1.5

  /// Letters by a writer who never rests: the movement to the next letter begins before the last
  /// stroke of a letter ends, and lasts into the first stroke of the next one.
  ///
  /// The figures are our choice. A letter's time is that of its strokes.
  init(
    linking written: [WrittenLetter], writer: Writer, configuration: AirSimulator.Configuration,
    random: inout SplitMix64, travels: inout SplitMix64
  ) throws(SimulationError) {
    self.init()
    typealias Movement = MinimumJerkPath<Vector3<Double>>.Movement
    let height = random.logNormal(
      median: configuration.letterHeight, spread: Self.heightSpread)
    let speed = travels.logNormal(median: 1, spread: Self.linkSpeedSpreads.writer)
    var start: Vector3<Double>?
    var end = Vector3<Double>.zero
    var movements: [Movement] = []
    var turns: [Movement] = []
    // The time at which the next movement begins if nothing overlaps.
    var time = configuration.pauseAtEnds

    /// The onset of a movement of this duration that overlaps the last one.
    func onset(_ duration: Double) -> Double {
      guard let last = movements.last else { return time }
      return time
        - max(Self.leastOverlap, writer.style.cornerOverlap) * min(last.duration, duration)
    }

    for letter in written {
      let flat = try writer.path(of: letter.character, take: letter.take)
      let path = Self.path(
        flat, height: height, timeFactor: configuration.timeFactor, random: &random)
      if start == nil {
        start = path.start
      } else {
        let way = path.start - end
        let relative = Double.pow(
          max(way.length / height, Self.shortestLink), writer.style.timeExponent)
        let duration =
          writer.style.movementTime * configuration.timeFactor * relative * speed
          * travels.logNormal(median: 1, spread: Self.linkSpeedSpreads.movement)
          * (letter.beginsWord ? Self.spaceFactor : 1)
        let begin = onset(duration)
        let half = duration / 2
        let arc = travels.nextNormalVector() * (Self.linkArcDeviation * height)
        let turn = travels.nextNormalVector() * Self.linkTurnDeviation
        for (place, sign) in [(begin, 1.0), (begin + half, -1.0)] {
          movements.append(.init(onset: place, duration: half, displacement: arc * sign))
          turns.append(.init(onset: place, duration: half, displacement: turn * sign))
        }
        movements.append(.init(onset: begin, duration: duration, displacement: way))
        time = begin + duration
      }
      var begin: Double?
      var previous: Movement?
      for stroke in path.movements {
        // Stops within a letter become corners.
        let gap = previous.map { min(0, stroke.onset - $0.onset - $0.duration) }
        let place = gap.map { time + $0 } ?? onset(stroke.duration)
        if begin == nil { begin = place }
        previous = stroke
        movements.append(
          .init(onset: place, duration: stroke.duration, displacement: stroke.displacement))
        time = place + stroke.duration
      }
      end = path.end
      letters.append((Symbol.label(of: letter.character), (begin ?? time)...time))
    }
    append(
      MinimumJerkPath(
        start: start ?? .zero, movements: movements, duration: time + configuration.pauseAtEnds),
      turn: MinimumJerkPath(start: .zero, movements: turns))
  }
}

extension AirScript {
  /// The pauses of the thumb on the screen before and after a gesture, in seconds.
  private static let touchPauses = 0.02...0.12
  /// The pause of the hand between two movements, in seconds.
  private static let restTimes = 0.4...0.7
  /// The duration of the slow movement back to the hand's place, in seconds.
  private static let returnTimes = 0.7...1.2

  /// The hand gestures in order, each from the same place, with a slow return after it.
  init(gestures: [HandGesture], writer: Writer, pauseAtEnds: Double, random: inout SplitMix64) {
    self.init()
    pause(pauseAtEnds)
    for gesture in gestures {
      var habit = SplitMix64(
        seed: writer.seed, stream: RandomStream.gestureHabit,
        UInt64(HandGesture.allCases.firstIndex(of: gesture) ?? 0))
      let movement = HandMovement(
        gesture, speed: writer.relativeMovementTime, habit: &habit, random: &random)
      let start = duration
      pause(Double.random(in: Self.touchPauses, using: &random))
      append(movement.path, turn: movement.turn)
      pause(Double.random(in: Self.touchPauses, using: &random))
      letters.append((gesture.rawValue, start...duration))
      pause(Double.random(in: Self.restTimes, using: &random))
      let time = Double.random(in: Self.returnTimes, using: &random)
      goBack(in: time)
      pause(Double.random(in: Self.restTimes, using: &random))
    }
    pause(pauseAtEnds)
  }

  /// A slow movement to the place and the attitude of the start.
  private mutating func goBack(in time: Double) {
    append(
      MinimumJerkPath(
        start: place, movements: [.init(onset: 0, duration: time, displacement: -place)]),
      turn: MinimumJerkPath(
        start: attitude, movements: [.init(onset: 0, duration: time, displacement: -attitude)]))
  }
}

/// One letter of a text to simulate.
struct WrittenLetter {
  /// The letter, A to Z.
  var character: Character
  /// The number of earlier occurrences in the text.
  var take: Int
  /// Whether a space precedes it.
  var beginsWord: Bool

  /// The letters of `text`, in order, without its spaces.
  static func letters(of text: String) throws(SimulationError) -> [WrittenLetter] {
    var counts: [Character: Int] = [:]
    var letters: [WrittenLetter] = []
    var afterSpace = false
    for (position, character) in text.enumerated() {
      if character == " " {
        afterSpace = true
        continue
      }
      guard LetterShape.shape(of: character) != nil else {
        throw .unsupportedCharacter(character, position: position)
      }
      let take = counts[character, default: 0]
      counts[character] = take + 1
      letters.append(
        WrittenLetter(
          character: character, take: take, beginsWord: afterSpace && !letters.isEmpty))
      afterSpace = false
    }
    return letters
  }
}
