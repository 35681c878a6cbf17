internal import MotionFusion

/// The path of the hand through a text: phases of rest, writing and travel, one after another.
///
/// Plane coordinates, in metres: *x* to the right, *y* up, *z* towards the user; the middle of a
/// letter is the origin. Every phase begins and ends at rest.
struct AirScript {
  /// A part of the path, in its own time.
  struct Phase {
    /// When the part begins, in seconds of the recording.
    var start: Double
    /// Where the hand goes, from time 0.
    var path: MinimumJerkPath<Vector3<Double>>
  }

  private(set) var phases: [Phase] = []
  private(set) var letters: [(character: Character, times: ClosedRange<Double>)] = []
  private(set) var duration = 0.0
  private var place = Vector3<Double>.zero

  init(
    letters written: [WrittenLetter], writer: Writer,
    configuration: AirSimulator.Configuration, random: inout SplitMix64
  ) throws(SimulationError) {
    let height = random.logNormal(
      median: configuration.letterHeight, spread: configuration.heightSpread)
    var first = true
    for letter in written {
      let flat = try writer.path(of: letter.character, take: letter.take)
      let path = Self.path(flat, height: height, configuration, random: &random)
      if first {
        place = path.start
        rest(configuration.restAtEnds)
        first = false
      } else {
        rest(configuration.restBetween + (letter.beginsWord ? configuration.restAtSpace : 0))
        travel(to: path.start, time: configuration.travelTime)
        rest(configuration.restBetween)
      }
      letters.append((letter.character, duration...duration + path.duration))
      append(path)
    }
    rest(configuration.restAtEnds)
    if first { rest(configuration.restAtEnds) }
  }

  private mutating func append(_ path: MinimumJerkPath<Vector3<Double>>) {
    phases.append(Phase(start: duration, path: path))
    duration += path.duration
    place = path.end
  }

  private mutating func rest(_ seconds: Double) {
    append(MinimumJerkPath(start: place, movements: [], duration: seconds))
  }

  private mutating func travel(to goal: Vector3<Double>, time: Double) {
    append(
      MinimumJerkPath(
        start: place,
        movements: [.init(onset: 0, duration: time, displacement: goal - place)]))
  }

  /// The letter's path on a plane, as large and slow as it is in the air and with some depth.
  private static func path(
    _ flat: MinimumJerkPath<Vector2<Double>>, height: Double,
    _ configuration: AirSimulator.Configuration, random: inout SplitMix64
  ) -> MinimumJerkPath<Vector3<Double>> {
    let deviation = configuration.depthDeviation * height
    var depth = random.normal(deviation: deviation)
    let start = Vector3(
      (flat.start.x - 0.35) * height, (0.5 - flat.start.y) * height, depth)
    let movements = flat.movements.map { movement in
      let next = random.normal(deviation: deviation)
      defer { depth = next }
      return MinimumJerkPath<Vector3<Double>>.Movement(
        onset: movement.onset * configuration.timeFactor,
        duration: movement.duration * configuration.timeFactor,
        displacement: Vector3(
          movement.displacement.x * height, -movement.displacement.y * height, next - depth))
    }
    return MinimumJerkPath(
      start: start, movements: movements, duration: flat.duration * configuration.timeFactor)
  }
}
