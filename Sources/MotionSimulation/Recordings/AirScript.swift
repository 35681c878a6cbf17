internal import MotionFusion

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
