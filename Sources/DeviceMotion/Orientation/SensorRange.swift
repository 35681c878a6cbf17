/// Notices readings at the end of a sensor's range, whichever range it was set to.
///
/// Noise and quantisation never let the largest value so far come three times in a row on one
/// axis; the end of the range does.
struct SensorRange: Hashable, Sendable, Codable {
  private var largest: Double
  private var previous = Vector3<Double>.zero
  private var repeats = 0

  /// The times a value must repeat.
  private static let patience = 2

  /// A sensor whose range is at least this.
  init(atLeast least: Double) { largest = least }

  /// Takes the next reading and says whether one of its components is stuck at the end.
  @inline(__always)
  mutating func isReached(by reading: Vector3<Double>) -> Bool {
    let magnitude = max(abs(reading.x), abs(reading.y), abs(reading.z))
    guard magnitude >= largest else {
      repeats = 0
      previous = reading
      return false
    }
    largest = magnitude
    let isRepeated =
      (abs(reading.x) == magnitude && reading.x == previous.x)
      || (abs(reading.y) == magnitude && reading.y == previous.y)
      || (abs(reading.z) == magnitude && reading.z == previous.z)
    repeats = isRepeated ? repeats + 1 : 0
    previous = reading
    return repeats >= Self.patience
  }
}
