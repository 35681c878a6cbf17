internal import ArgumentParser
internal import MotionDelivery
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources
internal import Platform

/// The live source of `inertial live` and `inertial collect`.
struct LiveSource: ParsableArguments {
  @Argument(
    help: "Lines of samples; - is standard input. With --replay, a recording of any format.")
  var input = "-"

  @Flag(help: "Replay a recording in real time.")
  var replay = false

  @Option(
    help: ArgumentHelp("With --replay: a multiple of real time.", valueName: "factor"))
  var speed = 1.0

  #if Studio
    @Option(
      help: ArgumentHelp(
        "Listen for the app Sensor Logger over HTTP. Without a host, only this machine can connect; 0.0.0.0 is any.",
        valueName: "[host:]port"))
    var listen: String?

    @Option(
      help: ArgumentHelp(
        "With --listen: a secret that the phone must send, in the printed address or as 'Authorization: Bearer TOKEN'.",
        valueName: "token"))
    var token: String?

    @Option(
      help: ArgumentHelp(
        "Connect to a phone: http://PHONE:PORT for phyphox, ws://PHONE:PORT for SensorServer.",
        valueName: "url"))
    var connect: String?
  #endif

  @Flag(help: "Read this machine's sensors through Linux Industrial I/O.")
  var iio = false

  @OptionGroup(title: "Linux Industrial I/O") var machine: MachineOptions

  @Flag(help: "Keep the start-up transient of the sensors.")
  var keepStartup = false

  @OptionGroup var reading: RecordingOptions

  func validate() throws {
    try reading.requireFormat()
    try validatePhone()
    guard !(iio && (replay || input != "-")) else {
      throw ValidationError("--iio: expected no other source; remove --replay and the file.")
    }
    guard iio || !machine.isGiven else {
      throw ValidationError("--device, --poll and --rate require --iio.")
    }
    guard speed > 0, speed.isFinite else {
      throw ValidationError("--speed: expected a positive number, got \(speed).")
    }
  }

  /// The configuration of a motion manager for this source.
  var configuration: MotionManager.Configuration {
    var configuration = MotionManager.Configuration()
    configuration.skipsStartup = !keepStartup
    // A replayed recording is corrected when it is read.
    if !replay { configuration.correction = reading.corrections.correction }
    return configuration
  }

  /// The option that makes this a source of motion, not of lines; `nil` for lines.
  var motionOption: String? {
    if replay { return "--replay" }
    if iio { return "--iio" }
    #if Studio
      if listen != nil { return "--listen" }
      if connect != nil { return "--connect" }
    #endif
    return nil
  }

  func open() throws -> any MotionSource {
    if let phone = try phone() { return phone }
    if iio {
      return try machine.source()
    }
    if replay {
      let recordings = try reading.read(input, for: .rawSamples).sensorSamples
      guard let recording = recordings.first else {
        throw RecordingError(
          file: input, problem: .malformed("expected raw sensor samples, got none"))
      }
      if recordings.count > 1 {
        Console.warning(
          "\(recording.name) is replayed, the first of \(recordings.count) recordings")
      }
      return ReplaySource(
        recording.samples, pace: .realTime(by: ContinuousClock(), speed: speed))
    }
    let options = ReadingOptions(damage: reading.skipBadSamples ? .skip : .reject)
    guard input != "-" else {
      Console.awaitInput("lines of samples")
      return LineSource.standardInput(options: options)
    }
    return LineSource(descriptor: try descriptor(), name: input, options: options)
  }

  /// Opens the source; the start-up transient is removed without --keep-startup.
  func openSettled() throws -> any MotionSource {
    let opened = try open()
    return keepStartup ? opened : StartupSkippingSource(opened)
  }

  /// Whether the samples are typed on the terminal, so that it has no keys.
  var readsTerminal: Bool {
    (replay || motionOption == nil) && input == "-" && isatty(STDIN_FILENO) == 1
  }

  /// Opens the input as a file descriptor, which stays open until the program ends.
  func descriptor() throws -> Int32 {
    guard input != "-" else {
      Console.awaitInput("lines of samples")
      return STDIN_FILENO
    }
    guard !InputFile.isFolder(input) else {
      throw FileError.unreadable(
        path: input, reason: "expected lines of samples, got a folder; replay it with --replay")
    }
    let descriptor = Platform.open(input, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw FileError.missing(path: input) }
      throw FileError.unreadable(path: input, reason: systemReason(errno))
    }
    return descriptor
  }
}

/// The sensors of this machine.
struct MachineOptions: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      "A device, such as iio:device0; may be repeated.",
      valueName: "name"))
  private var devices: [String] = []

  @Option(
    help: ArgumentHelp(
      "Poll at this interval, without kernel buffers.",
      valueName: "seconds"))
  private var poll: Double?

  @Option(help: ArgumentHelp("The sample rate to set, in Hz.", valueName: "hertz"))
  private var rate: Double?

  @Option(help: ArgumentHelp("The sysfs folder.", valueName: "folder"))
  private var iioRoot = IndustrialSource.systemRoot

  @Option(help: ArgumentHelp("The folder of device nodes.", valueName: "folder"))
  private var iioNodes = "/dev"

  /// Whether a device, an interval or a rate is present.
  var isGiven: Bool { !devices.isEmpty || poll != nil || rate != nil }

  func validate() throws {
    guard poll == nil || rate == nil else {
      throw ValidationError("Expected --rate or --poll, got both.")
    }
    if let rate, !(rate > 0 && rate.isFinite) {
      throw ValidationError("--rate: expected hertz, such as 100, got \(rate).")
    }
    if let poll, !(poll > 0 && poll < 1e6) {
      throw ValidationError("--poll: expected seconds, such as 0.01, got \(poll).")
    }
  }

  /// Opens the devices.
  func source() throws -> IndustrialSource {
    try IndustrialSource(
      devices: devices, mode: poll.map { .polled(every: $0) } ?? .buffered, rate: rate,
      root: iioRoot, nodes: iioNodes)
  }
}

// MARK: - Phones

extension LiveSource {
  #if Studio
    private func validatePhone() throws {
      let isOther = replay || iio || input != "-"
      guard listen == nil && connect == nil || !isOther, listen == nil || connect == nil else {
        throw ValidationError(
          "Expected one source, got \(listen == nil ? "--connect" : "--listen") and another one.")
      }
      guard token == nil || listen != nil else {
        throw ValidationError("--token requires --listen.")
      }
      guard token?.isEmpty != true else {
        throw ValidationError("--token: expected a text, got none.")
      }
      do throws(MotionSourceError) {
        _ = try phone()
      } catch {
        throw ValidationError("\(listen == nil ? "--connect" : "--listen"): \(error).")
      }
    }

    /// The phone that pushes, or that is connected to.
    private func phone() throws(MotionSourceError) -> (any MotionSource)? {
      if let listen {
        var configuration = HTTPPushSource.Configuration()
        configuration.platform = reading.platform
        configuration.token = token
        return try HTTPPushSource(listeningAt: listen, configuration: configuration) { addresses in
          Console.note("Listening. Enter in the app: \(addresses.joined(separator: " or "))")
        }
      }
      return try connect.map { (url) throws(MotionSourceError) in
        try PhoneConnection.source(url: url, platform: reading.platform ?? .android)
      }
    }
  #else
    private func validatePhone() throws {}
    private func phone() throws -> (any MotionSource)? { nil }
  #endif
}
