#if Studio
  internal import Foundation
  internal import MotionSources

  /// The web app: a page on 127.0.0.1 to write on, or in the air, that shows how it is recognised.
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

    private let server: WebServer
    private let service: StudioService

    /// Prepares a studio and starts to listen.
    ///
    /// - Throws: ``StudioError``.
    public init(_ configuration: StudioConfiguration) throws(StudioError) {
      for origin in configuration.origins where !StudioConfiguration.isOrigin(origin) {
        throw .origin(origin)
      }
      service = try StudioService(configuration)
      let token = try AccessToken.load(folder: configuration.folder)
      let limits = WebServer.Limits(
        connections: StudioServer.mostConnections, idleTimeout: StudioServer.idleTimeout)
      do {
        server = try WebServer(
          host: "127.0.0.1", port: configuration.port, limits: limits
        ) { [service] port in
          StudioServer(
            gate: RequestGuard(token: token, port: port, origins: configuration.origins),
            service: service)
        }
      } catch {
        throw error.number == EADDRINUSE
          ? .portInUse(configuration.port)
          : .cannotListen(port: configuration.port, reason: error.reason)
      }
      port = server.port
      address = "http://127.0.0.1:\(port)/?token=\(token)"
    }

    /// Serves until the task is cancelled.
    public func run() async {
      await server.run()
      await service.hub.close()
    }
  }
#endif
