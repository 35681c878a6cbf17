package import GestureRecognition
internal import Platform
internal import WebServer

#if Studio
  /// The web app: a page on 127.0.0.1 that shows how writing on it or in the air is recognised.
  ///
  /// ```swift
  /// let studio = try Studio(StudioConfiguration(folder: "examples"))
  /// print(studio.address)
  /// try await studio.run()
  /// ```
  ///
  /// The page comes from the program, or from the configured folder. Other files are read and
  /// written in the folder of examples only. Every request needs the session that ``address``
  /// opens, or the token for scripts; both end with the studio.
  public final class Studio: Sendable {
    /// The address of the page, which opens it in one browser.
    public let address: String
    /// The address of the phone's page, at the first origin of a proxy if there is one.
    package let phoneAddress: String
    /// The secret of scripts, for `Authorization: Bearer`, new at each start.
    package let token: String
    /// The port on 127.0.0.1.
    package let port: UInt16

    private let folder: StudioFolder
    private let server: WebServer
    private let service: StudioService

    /// Prepares a studio and starts to listen.
    ///
    /// - Throws: ``StudioError``.
    public init(_ configuration: StudioConfiguration) throws(StudioError) {
      for origin in configuration.origins where !StudioConfiguration.isOrigin(origin) {
        throw .origin(origin)
      }
      try StudioFolder.make(configuration.folder)
      service = try StudioService(configuration)
      var made: RequestGuard?
      let limits = WebServer.Limits(
        connections: StudioServer.mostConnections, idleTimeout: StudioServer.idleTimeout)
      do {
        server = try WebServer(
          host: "127.0.0.1", port: configuration.port, limits: limits
        ) { [service] port in
          let gate = RequestGuard(port: port, origins: configuration.origins)
          made = gate
          return StudioServer(gate: gate, service: service)
        }
      } catch {
        throw error.number == EADDRINUSE
          ? .portInUse(configuration.port)
          : .cannotListen(port: configuration.port, reason: error.reason)
      }
      folder = try StudioFolder(configuration.folder)
      port = server.port
      guard let gate = made else { preconditionFailure("a server has a guard") }
      token = gate.token
      address = "http://127.0.0.1:\(port)/?code=\(gate.makeCode(for: .browser))"
      phoneAddress = "\(gate.deviceOrigins[0])/phone?code=\(gate.makeCode(for: .phone))"
    }

    /// Serves until the task is cancelled.
    public func run() async {
      await server.run()
      await service.hub.close()
    }
  }
#endif

/// The settings of a ``Studio``.
public struct StudioConfiguration: Sendable {
  /// The port on 127.0.0.1; 0 chooses a free one. Default: 8765.
  public var port: UInt16 = 8765
  /// The folder of examples and models; it is created with the first of them.
  public var folder: String
  /// A model to offer in addition to the built-in ones; `nil` for none.
  public var modelPath: String?
  /// The built-in model to begin with, unless ``modelPath`` names another; `nil` for the model of
  /// the last run, or else letters.
  package var builtIn: BuiltInModel?
  /// A list of words for decoding, one per line; `nil` for that of the distribution, if there is
  /// one.
  package var lexiconPath: String?
  /// The folder of the page's files, read at each request; `nil` for the page in the program.
  package var pageFolder: String?
  /// The origins of proxies in front of the studio, such as `https://192.168.1.5:8443`.
  ///
  /// A request's `Host` and `Origin` are those of the studio or one of these.
  package var origins: [String] = []

  /// Whether `text` is an origin: http or https, host and port.
  package static func isOrigin(_ text: String) -> Bool { RequestGuard.host(of: text) != nil }

  /// Creates settings with a folder for examples and models.
  public init(folder: String) { self.folder = folder }
}

/// An error that keeps a studio from starting.
public enum StudioError: Error, Sendable {
  /// The port is in use by another program.
  case portInUse(UInt16)
  /// The server cannot listen.
  case cannotListen(port: UInt16, reason: String)
  /// The model cannot be read.
  case model(path: String, cause: any Error)
  /// The list of words cannot be read.
  case lexicon(path: String, cause: any Error)
  /// The folder of examples cannot be used.
  case folder(path: String, cause: any Error)
  /// The folder has no page.
  case page(folder: String)
  /// The origin is not one of a web page.
  case origin(String)
}

extension StudioError: CustomStringConvertible {
  /// The error, and what to do.
  public var description: String {
    switch self {
    case .portInUse(let port):
      "port \(port) is in use: another studio may run; choose another port, or 0 for a free one"
    case .cannotListen(let port, let reason):
      "cannot listen on 127.0.0.1:\(port): \(reason)"
    case .model(let path, let cause), .lexicon(let path, let cause), .folder(let path, let cause):
      // Errors of files and recordings begin with the path.
      "\(cause)".hasPrefix(path) ? "\(cause)" : "\(path): \(cause)"
    case .page(let folder): "\(folder): expected a folder with index.html"
    case .origin(let origin):
      "expected an origin such as https://192.168.1.5:8443, got '\(origin)'"
    }
  }
}
