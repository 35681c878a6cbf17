internal import ArgumentParser
internal import Foundation
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources

/// Where `inertial live` and `inertial collect` take their samples from.
struct LiveSource: ParsableArguments {
  @Argument(
    help: """
      Lines of samples: a pipe, a serial line, or - for standard input; with --replay a recording \
      of any format, with --iio none.
      """)
  var input = "-"

  @Flag(help: "Replay a recording in real time.")
  var replay = false

  @Option(help: ArgumentHelp("Replay so many times as fast.", valueName: "factor"))
  var speed = 1.0

  @Flag(help: "Take the sensors of this machine, by the kernel's Industrial I/O.")
  var iio = false

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      "With --iio: a device to use, such as iio:device0 or its driver's name; may be repeated.",
      valueName: "name"))
  var devices: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --iio: read the sensors at this interval in seconds, instead of using the kernel's "
        + "buffers.",
      valueName: "seconds"))
  var poll: Double?

  @Option(
    help: ArgumentHelp(
      "With --iio: the rate in Hz that the devices are set to.", valueName: "hertz"))
  var rate: Double?

  @Option(help: ArgumentHelp("With --iio: the folder of the devices.", valueName: "folder"))
  var iioRoot = IndustrialSource.systemRoot

  @Option(help: ArgumentHelp("With --iio: the folder of their nodes.", valueName: "folder"))
  var iioNodes = "/dev"

  @Flag(help: "Believe what sensors report before they are settled at their start.")
  var keepStartup = false

  @OptionGroup var reading: RecordingOptions

  func validate() throws {
    try reading.requireFormat()
    guard !(iio && (replay || input != "-")) else {
      throw ValidationError("With --iio name no other source.")
    }
    guard iio || (devices.isEmpty && poll == nil && rate == nil) else {
      throw ValidationError("--device, --poll and --rate go with --iio.")
    }
    guard poll == nil || rate == nil else {
      throw ValidationError("--rate goes with the kernel's buffers, not with --poll.")
    }
    if let rate, !(rate > 0 && rate.isFinite) {
      throw ValidationError("--rate \(rate) is no rate; expected hertz, such as 100.")
    }
    guard speed > 0, speed.isFinite else {
      throw ValidationError("--speed \(speed) is no factor; expected a positive number.")
    }
    if let poll, !(poll > 0 && poll < 1e6) {
      throw ValidationError("--poll \(poll) is no interval; expected seconds, such as 0.01.")
    }
  }

  /// A manager's configuration for this source.
  var configuration: MotionManager.Configuration {
    var configuration = MotionManager.Configuration()
    configuration.skipsStartup = !keepStartup
    return configuration
  }

  /// The source that was asked for.
  func open() throws -> any MotionSource {
    if iio {
      return try IndustrialSource(
        devices: devices, mode: poll.map { .polled(every: $0) } ?? .buffered, rate: rate,
        root: iioRoot, nodes: iioNodes)
    }
    if replay {
      guard let recording = try reading.read(input, for: .rawSamples).sensorSamples.first else {
        throw RecordingError(
          file: input, problem: .malformed("no raw sensor samples are in it; expected some"))
      }
      return ReplaySource(
        recording.samples, pace: .realTime(by: ContinuousClock(), speed: speed))
    }
    let options = ReadingOptions(damage: reading.skipBadSamples ? .skip : .reject)
    guard input != "-" else { return LineSource.standardInput(options: options) }
    return LineSource(descriptor: try descriptor(), name: input, options: options)
  }

  /// The source without its start-up transient, unless that is kept.
  func openSettled() throws -> any MotionSource {
    let opened = try open()
    return keepStartup ? opened : StartupSkippingSource(opened)
  }

  /// The descriptor of the lines, open until the program ends.
  func descriptor() throws -> Int32 {
    guard input != "-" else { return STDIN_FILENO }
    guard !InputFile.isFolder(input) else {
      throw FileError.unreadable(path: input, reason: "it is a folder; with --replay it is read")
    }
    let descriptor = Foundation.open(input, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw FileError.missing(path: input) }
      throw FileError.unreadable(path: input, reason: systemReason(errno))
    }
    return descriptor
  }
}
