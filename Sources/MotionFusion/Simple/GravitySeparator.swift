/// Gravity by a first-order low-pass, user acceleration by the remainder (a high-pass), for a
/// device without a gyroscope.
///
/// Each sample moves gravity towards the reading by a fixed share: at 100 Hz and 0.1 the time
/// constant is about 0.1 s. Turns are taken for acceleration and slow acceleration for turns;
/// ``MotionEstimator`` separates them.
public struct GravitySeparator: Hashable, Sendable, Codable {
  private let smoothing: Double
  /// Gravity in the device frame, in g; `nil` before the first reading.
  public private(set) var gravity: Vector3<Double>?
  /// The last reading minus gravity, in g, with Core Motion's sign.
  public private(set) var userAcceleration = Vector3<Double>.zero

  /// A separator in its initial state.
  ///
  /// - Parameter smoothing: The share of a new reading.
  /// - Precondition: `smoothing` is above 0 and at most 1.
  public init(smoothing: Double = 0.1) {
    precondition(
      smoothing > 0 && smoothing <= 1,
      "expected a smoothing above 0 and at most 1, got \(smoothing)")
    self.smoothing = smoothing
  }

  /// Takes a reading in g, with Core Motion's sign; a reading that is not finite is ignored.
  public mutating func update(_ acceleration: Vector3<Double>) {
    guard acceleration.isFinite else { return }
    let known = gravity ?? acceleration
    let next = acceleration * smoothing + known * (1 - smoothing)
    gravity = next
    userAcceleration = acceleration - next
  }
}
