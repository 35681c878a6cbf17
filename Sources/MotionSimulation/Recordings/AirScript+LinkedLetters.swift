internal import MotionFusion
internal import RealModule

extension AirScript {
  /// The smallest overlap of a letter and the movement before or after it, as a share of the
  /// shorter of the two movements that meet: the hand is never at rest there. Otherwise it is that
  /// of the writer's corners.
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
