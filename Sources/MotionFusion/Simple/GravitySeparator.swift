/// Gravity by a low-pass of first order, user acceleration by what is left: the textbook's way
/// for a device without a gyro.
///
/// Each sample moves gravity by the share ``smoothing`` towards the reading, whatever the rate:
/// at 100 Hz and 0.1 the time constant is about 0.1 s. It mistakes turning for acceleration and
/// slow acceleration for turning; an ``OrientationFilter`` does not.
public struct GravitySeparator: Hashable, Sendable, Codable {
  /// The share of a new reading, above 0 through 1.
  public let smoothing: Double
  /// Gravity in the device frame, in g; `nil` before the first reading.
  public private(set) var gravity: Vector3<Double>?
  /// The last reading without gravity, in g, with Core Motion's sign.
  public private(set) var userAcceleration = Vector3<Double>.zero

  /// A separator that has seen nothing yet.
  ///
  /// - Precondition: `smoothing` is above 0 and at most 1.
  public init(smoothing: Double = 0.1) {
    precondition(smoothing > 0 && smoothing <= 1, "smoothing \(smoothing) is not in 0...1")
    self.smoothing = smoothing
  }

  /// Takes a reading in g, with Core Motion's sign; one that is not finite changes nothing.
  public mutating func update(_ acceleration: Vector3<Double>) {
    guard acceleration.isFinite else { return }
    let known = gravity ?? acceleration
    let next = acceleration * smoothing + known * (1 - smoothing)
    gravity = next
    userAcceleration = acceleration - next
  }
}
