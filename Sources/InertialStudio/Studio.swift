#if Studio
  internal import FlyingFox
  internal import FlyingSocks
  internal import Foundation

  /// The web app: a page on 127.0.0.1 to write on, or in the air, and to see it read.
  ///
  /// ```swift
  /// let studio = try Studio(StudioConfiguration(folder: "examples"))
  /// print(studio.address)
  /// try await studio.run()
  /// ```
  ///
  /// The page and its scripts come from the program itself; files are read and written in the
  /// folder of the configuration only. Every request needs the random token of ``address``.
  public final class Studio: Sendable {
    /// The address of the page, with its token.
    public let address: String
    /// The port on 127.0.0.1.
    public let port: UInt16

    private let server: HTTPServer
    private let service: StudioService

    /// Prepares a studio and starts to listen.
    ///
    /// - Throws: ``StudioError``.
    public init(_ configuration: StudioConfiguration) throws(StudioError) {
      for origin in configuration.origins where RequestGuard.host(of: origin) == nil {
        throw .origin(origin)
      }
      service = try StudioService(configuration)
      let token = try AccessToken.load(folder: configuration.folder)
      port = try StudioServer.freePort(configuration.port)
      address = "http://127.0.0.1:\(port)/?token=\(token)"
      let gate = RequestGuard(token: token, port: port, origins: configuration.origins)
      server = try StudioServer.make(port: port, gate: gate, service: service)
    }

    /// Serves until the task is cancelled.
    ///
    /// - Throws: ``StudioError/portInUse(_:)`` or ``StudioError/cannotListen(port:reason:)``.
    public func run() async throws {
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await StudioServer.run(server, port: port))
      } catch {
        outcome = .failure(error)
      }
      await service.hub.close()
      try outcome.get()
    }

    /// Waits until the studio answers.
    public func waitUntilListening() async throws {
      try await server.waitUntilListening(timeout: 60)
    }
  }
#endif
