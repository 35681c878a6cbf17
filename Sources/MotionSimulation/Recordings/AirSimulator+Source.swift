public import MotionFusion

extension AirSimulator {
  /// A made-up phone whose sensors can be run like a real one's: a text written in the air.
  ///
  /// - Parameters:
  ///   - text: The letters A to Z, with spaces between words.
  ///   - writer: Who writes.
  ///   - seed: What the grip, the plane and the sensors' errors are drawn from.
  ///   - pace: How fast it is written. Default: as fast as a hand writes.
  /// - Throws: ``SimulationError/unsupportedCharacter(_:position:)`` with the character's place.
  public func source(
    of text: String, by writer: Writer, seed: UInt64 = 0, pace: ReplayPace = .realTime
  ) throws(SimulationError) -> ReplaySource {
    ReplaySource(try recording(of: text, by: writer, seed: seed).samples, pace: pace)
  }
}
