internal import MotionFusion

/// Readings of a browser's `devicemotion` events.
///
/// A reading is time in seconds, `accelerationIncludingGravity` in m/s², `rotationRate` (alpha,
/// beta and gamma, which are the rates about *x*, *y* and *z*) in degrees a second, and 1 while the
/// pad is held.
///
/// The W3C's DeviceOrientation Event specification gives the acceleration +9.8 m/s² upwards at
/// rest, the opposite of Core Motion's sign. Safari on iOS reports Core Motion's sign.
struct BrowserMotion: Decodable, Sendable {
  /// Whether the browser is that of an iPhone or iPad.
  var apple: Bool
  var readings: [[Double]]

  /// The samples.
  ///
  /// - Throws: ``RequestFailure`` for a reading of another length than eight numbers.
  func samples() throws(RequestFailure) -> [SensorSample] {
    let scale = (apple ? 1 : -1) / SensorSample.standardGravity
    var samples: [SensorSample] = []
    for reading in readings {
      guard reading.count == 8 else {
        throw .badRequest("expected readings of 8 numbers, got one of \(reading.count)")
      }
      let radians = Double.pi / 180
      samples.append(
        SensorSample(
          timestamp: reading[0],
          rotationRate: Vector3(reading[4], reading[5], reading[6]) * radians,
          acceleration: Vector3(reading[1], reading[2], reading[3]) * scale,
          isTouching: reading[7] != 0))
    }
    return samples
  }
}
