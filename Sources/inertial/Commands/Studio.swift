#if Studio
  internal import ArgumentParser
  internal import Platform
  internal import GestureRecognition
  internal import InertialStudio

  /// `inertial studio`: the web app.
  struct Studio: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Open a web page that recognises writing on a screen and in the air.",
      discussion: """
        The command serves a page on 127.0.0.1 and prints its address, which opens the page in one \
        browser. The page recognises letters that are written with mouse, finger or pen, shows the \
        motion of a phone in 3-D, replays recordings, and trains a model on your own examples. The \
        command runs until SIGINT or SIGTERM.

        Examples and models are files in the data-set folder: strokes.csv and motions.csv for \
        'inertial train', strokes.model and motions.model for 'inertial recognize --model'. The \
        folder also contains the text, the settings, and the token for scripts.

        A phone alone needs no studio: 'Scripts/web --site' in a checkout writes the page as static \
        files. Several phones reach the studio through 'adb reverse', or over Wi-Fi through \
        inertial-studio-https, which is Scripts/studio-https in a checkout.
        """,
      examples: "inertial studio --dataset letters")

    @Option(help: ArgumentHelp("The port on 127.0.0.1; 0 chooses a free one.", valueName: "port"))
    var port: UInt16 = 8765

    @Option(
      help: ArgumentHelp(
        "The folder of examples and models (default: ~/.local/share/inertial).",
        valueName: "folder"))
    var dataset: String?

    @Option(
      help: ArgumentHelp(
        "A list of words, one per line (default: \(Lexicon.distributionPath)).",
        valueName: "file"))
    var lexicon: String?

    @OptionGroup var model: ModelOptions
    @OptionGroup(title: "Messages") var messages: MessageOptions

    @Option(
      help: ArgumentHelp(
        "The origin of a proxy in front of the studio, such as https://192.168.1.5:8443.",
        valueName: "origin"))
    var origin: [String] = []

    @Option(
      help: ArgumentHelp(
        "Serve the page from this folder, such as Sources/InertialStudio/Web, to edit it.",
        valueName: "folder"))
    var web: String?

    @Flag(help: "Print the address as one JSON object on standard output.")
    var json = false

    private struct Address: Encodable {
      var url: String
      var phone: String
      var port: UInt16
      var token: String
    }

    func validate() throws {
      for origin in origin where !StudioConfiguration.isOrigin(origin) {
        throw ValidationError("\(StudioError.origin(origin))")
      }
    }

    func run() async throws {
      var configuration = StudioConfiguration(folder: dataset ?? Self.defaultFolder)
      configuration.port = port
      configuration.modelPath = model.model
      configuration.builtIn = model.builtIn
      configuration.lexiconPath = lexicon
      configuration.origins = origin
      configuration.pageFolder = web
      let studio = try InertialStudio.Studio(configuration)
      let serving = Task { await studio.run() }
      // A caller may send a signal as soon as it reads the address.
      let interruption = Interruption { serving.cancel() }
      _ = try LineOutput().print(json ? try line(studio) : "Inertial Studio: \(studio.address)")
      if !json { Console.note("Open it in a browser. Control-C ends the studio.") }
      await serving.value
      withExtendedLifetime(interruption) {}
    }

    private func line(_ studio: InertialStudio.Studio) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(
        decoding: try encoder.encode(
          Address(
            url: studio.address, phone: studio.phoneAddress, port: studio.port,
            token: studio.token)),
        as: UTF8.self)
    }

    private static var defaultFolder: String {
      let environment = ProcessInfo.processInfo.environment
      let data =
        environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        ?? "\(environment["HOME"] ?? ".")/.local/share"
      return "\(data)/inertial"
    }
  }
#endif
