#if Studio
  internal import Foundation
  public import MotionFusion
  internal import Synchronization

  /// Motion of an Android phone with the app SensorServer, by its WebSocket.
  ///
  /// ```swift
  /// let source = try SensorServerSource(url: "ws://192.168.1.20:8080")
  /// ```
  ///
  /// The source reads accelerometer, gyroscope and magnetic field over one connection, and the
  /// touches of the app's touch screen over another one: after the first touch, samples state
  /// whether the screen is touched. Source: `README.md` of umer0586/SensorServer.
  public struct SensorServerSource: MotionSource {
    /// The address, the name of the source in messages.
    public let url: String
    /// The seconds without a message after which the source fails.
    public let patience: Double
    /// `nil`: the sensors are unknown before the messages.
    public var sensors: MotionSensors? { nil }

    private let place: HostPort
    private let target: String

    /// A source that connects when it runs.
    ///
    /// - Parameters:
    ///   - url: The address that the app shows, such as `ws://192.168.1.20:8080`; with a path, such
    ///     as `/sensors/connect?types=[...]`, the sensors of that path.
    ///   - patience: The seconds without a message after which the source fails (default: 5).
    /// - Throws: `MotionSourceError` for another address.
    /// - Precondition: `patience` is positive.
    public init(url: String, patience: Double = 5) throws(MotionSourceError) {
      precondition(patience > 0 && patience < 1e6, "expected a patience in seconds")
      guard let parts = URLComponents(string: url), let place = HostPort(parts, scheme: "ws")
      else {
        throw MotionSourceError(
          source: url, kind: .unavailable,
          reason: "expected the address that SensorServer shows, such as ws://192.168.1.20:8080")
      }
      self.url = url
      self.patience = patience
      self.place = place
      let types =
        #"["android.sensor.accelerometer","android.sensor.gyroscope","#
        + #""android.sensor.magnetic_field"]"#
      let encoded = types.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
      target =
        parts.percentEncodedPath.count > 1
        ? parts.percentEncodedPath + query : "/sensors/connect?types=\(encoded)"
    }

    /// Passes the samples to `receive` until the task is cancelled.
    ///
    /// - Parameter receive: Takes one sample.
    /// - Throws: `MotionSourceError` if the phone cannot be reached, closes the connection, or is
    ///   silent for longer than ``patience``.
    public func run(
      _ receive: (SensorSample) async -> Void
    ) async throws(MotionSourceError) {
      let connection: WebSocketConnection
      do throws(MotionSourceError) {
        connection = try await connect()
      } catch {
        if Task.isCancelled { return }
        throw error
      }
      let screen = TouchScreen()
      let touching = Task { [place] in
        // Without the touch screen the samples have no touch.
        let touches = try await WebSocketConnection(to: place, target: "/touchscreen")
        try await touches?.run(patience: nil) { screen.update($0) }
      }
      defer { touching.cancel() }
      var decoder = SensorServerDecoder()
      var reason = "the phone closed the connection, or was silent for \(patience) s"
      do {
        try await connection.run(patience: patience) { message in
          for sample in decoder.decode(message, isTouching: screen.isTouching) {
            await receive(sample)
          }
        }
      } catch {
        reason = "\(error)"
      }
      for sample in decoder.finish() { await receive(sample) }
      guard Task.isCancelled else {
        throw MotionSourceError(source: url, kind: .brokenOff, reason: reason)
      }
    }

    private func connect() async throws(MotionSourceError) -> WebSocketConnection {
      var reason = "expected SensorServer's WebSocket, got another server"
      do {
        if let connection = try await WebSocketConnection(to: place, target: target) {
          return connection
        }
      } catch {
        reason = "cannot connect: \(error)"
      }
      throw MotionSourceError(
        source: url, kind: .unavailable,
        reason: reason + "; start the server in the app, which shows the address")
    }
  }

  /// The state of the phone's touch screen; unknown before the first touch.
  private final class TouchScreen: Sendable {
    private struct Event: Decodable { var action: String }

    private let state = Mutex<Bool?>(nil)

    var isTouching: Bool? { state.withLock { $0 } }

    func update(_ message: [UInt8]) {
      guard let event = try? JSONDecoder().decode(Event.self, from: Data(message)) else { return }
      state.withLock { $0 = event.action != "ACTION_UP" }
    }
  }
#endif
