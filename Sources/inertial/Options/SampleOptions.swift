internal import ArgumentParser
internal import MotionFusion

/// Options for raw samples.
struct SampleOptions: ParsableArguments {
  @Option(help: "The sensors to use of raw samples.")
  var mode = SensorMode.nineAxis

  @Option(
    help: ArgumentHelp(
      "Average blocks of this many raw samples; attitudes are those at the mean times.",
      valueName: "count"))
  var decimate = 1

  @Flag(help: "Keep the start-up transient of the sensors.")
  var keepStartup = false

  func validate() throws {
    guard decimate >= 1 else {
      throw ValidationError("--decimate: expected 1 or more, got \(decimate).")
    }
  }

  /// The estimation of device motion with these options.
  var estimation: MotionEstimation {
    MotionEstimation(
      usesMagnetometer: mode == .nineAxis, blockSize: decimate, skipsStartup: !keepStartup)
  }

  /// The number of motions in the start-up transient, unless it is kept.
  func startupCount(in motions: [DeviceMotion]) -> Int {
    keepStartup ? 0 : StartupDetector().count(in: motions)
  }
}

/// The text for `count` skipped samples of the start-up transient; empty for 0.
func startupText(_ count: Int) -> String {
  count > 0 ? ", the first \(counted(count, "sample")) skipped: start-up" : ""
}

/// The sensors that an orientation filter uses.
enum SensorMode: String, ExplainedArgument {
  case nineAxis = "9d"
  case sixAxis = "6d"

  var explanation: String {
    switch self {
    case .nineAxis: "gyroscope, accelerometer, and magnetometer if present"
    case .sixAxis: "gyroscope and accelerometer: the heading is arbitrary"
    }
  }
}
