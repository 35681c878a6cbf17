internal import ArgumentParser

/// What a subcommand takes of raw samples.
struct SampleOptions: ParsableArguments {
  @Option(help: "Which sensors of raw samples are used.")
  var mode = SensorMode.nineAxis

  @Option(
    help: ArgumentHelp("Take means of blocks of this many raw samples first.", valueName: "count"))
  var decimate = 1

  func validate() throws {
    guard decimate >= 1 else {
      throw ValidationError("--decimate \(decimate) is no number of samples; expected 1 or more.")
    }
  }
}
