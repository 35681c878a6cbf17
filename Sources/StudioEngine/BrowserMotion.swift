package import GestureRecognition
package import MotionFusion
internal import RotationMath

/// Readings of a browser's `devicemotion` events: the one place for their axes, signs, units and
/// rates.
///
/// A reading is time in seconds, `accelerationIncludingGravity` in m/s², `rotationRate` (alpha,
/// beta and gamma) in degrees per second, and whether the writer holds the pad.
///
/// | | Safari on iOS | Chrome and Firefox on Android | source |
/// |---|---|---|---|
/// | acceleration face up at rest, *z* | -9.8, Core Motion's sign | +9.8 | W3C DeviceOrientation Event, section "devicemotion": +9.8 up; WebKit's `WebCoreMotionManager` scales Core Motion's values by 9.80665 |
/// | `alpha`, `beta`, `gamma` | rates about *x*, *y*, *z* | the same | W3C: rates about *x*, *y*, *z*, in this order |
/// | unit of rates | °/s | °/s, since Chrome 66 | W3C |
/// | rate | polled at 60 Hz: readings repeat or are left out | 60 Hz at most, rounded to 0.1 m/s² and 0.1 °/s | WebKit's `WebCoreMotionManager`; W3C on fingerprinting |
/// | permission | a tap has to ask | none | W3C: `requestPermission()` |
///
/// Axes are those of the device in both: they do not turn with the screen.
package enum BrowserMotion {
  /// The samples of a message: `apple`, whether the browser is that of an iPhone or iPad, and
  /// `readings`, each without `touch` for the button of the page.
  ///
  /// - Throws: ``RequestFailure`` for vectors of another length than three numbers.
  package static func samples(_ json: JSON) throws(RequestFailure) -> [SensorSample] {
    let isApple = try json.required("apple") { $0.flag }
    let scale = (isApple ? 1 : -1) / SensorSample.standardGravity
    var samples: [SensorSample] = []
    for reading in try json.required("readings", { $0.list }) {
      let a = try reading.required("acceleration") { $0.numbers }
      let r = try reading.required("rotation") { $0.numbers }
      guard a.count == 3, r.count == 3 else {
        throw .badRequest("expected vectors of 3 numbers, got \(a.count) and \(r.count)")
      }
      samples.append(
        SensorSample(
          timestamp: try reading.required("t") { $0.number },
          rotationRate: Vector3(r[0], r[1], r[2]) * (.pi / 180),
          acceleration: Vector3(a[0], a[1], a[2]) * scale,
          isTouching: try reading.optional("touch") { $0.flag }))
    }
    return samples
  }
}
