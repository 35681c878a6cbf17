internal import ArgumentParser
internal import MotionFusion

/// The options of `inertial live --values`.
struct ValuesOptions: ParsableArguments {
  @Flag(
    help: """
      Print all numbers of a motion display: attitude, rotation rate, gravity and user \
      acceleration, the raw readings, the attitude by the gyroscope alone with its drift, and the \
      tilt.
      """)
  var values = false

  @Option(
    help: ArgumentHelp(
      "With --values: the process noise of the tilt's Kalman filter, a variance a sample "
        + "(default: 0.1).", valueName: "rad^2"))
  var tiltProcessNoise: Double?

  @Option(
    help: ArgumentHelp(
      "With --values: the measurement noise of the tilt's Kalman filter (default: 0.1).",
      valueName: "rad^2"))
  var tiltMeasurementNoise: Double?

  @Option(
    help: ArgumentHelp(
      "With --values: the initial variance of the tilt's Kalman filter (default: 0.1).",
      valueName: "rad^2"))
  var tiltInitialVariance: Double?

  func validate() throws {
    let noises = [
      ("--tilt-process-noise", tiltProcessNoise),
      ("--tilt-measurement-noise", tiltMeasurementNoise),
      ("--tilt-initial-variance", tiltInitialVariance),
    ]
    for case (let name, let value?) in noises {
      guard values else { throw ValidationError("\(name) requires --values.") }
      let isMeasurement = name == "--tilt-measurement-noise"
      guard value.isFinite, value > 0 || (value == 0 && !isMeasurement) else {
        let bound = isMeasurement ? "above 0" : "of 0 or more"
        throw ValidationError("\(name): expected a variance \(bound), got \(value).")
      }
    }
  }

  /// The filter of the tilt, with these constants.
  var tiltFilter: ScalarKalmanFilter {
    guard tiltProcessNoise != nil || tiltMeasurementNoise != nil || tiltInitialVariance != nil
    else { return .tilt }
    return ScalarKalmanFilter(
      processNoise: tiltProcessNoise ?? 0.1, measurementNoise: tiltMeasurementNoise ?? 0.1,
      initialVariance: tiltInitialVariance ?? 0.1)
  }
}
