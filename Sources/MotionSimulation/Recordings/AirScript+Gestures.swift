internal import RotationMath

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
