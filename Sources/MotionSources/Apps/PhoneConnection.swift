public import MotionDelivery

#if Studio
  internal import Platform
  public import MotionFusion
  public import MotionRecordings
  internal import Synchronization

  /// Sources of phones that serve their motion, by address.
  public enum PhoneConnection {
    /// The source for an address, chosen by its scheme.
    ///
    /// `http` is phyphox, ``PhyphoxSource``; `ws` is SensorServer, ``SensorServerSource``.
    ///
    /// - Parameters:
    ///   - url: The address that the app shows, such as `http://192.168.1.20:8080`.
    ///   - platform: The platform whose sign phyphox's accelerations have (default: Android's).
    /// - Throws: `MotionSourceError` for another address.
    public static func source(
      url: String, platform: ReadingOptions.Platform = .android
    ) throws(MotionSourceError) -> any MotionSource {
      switch URLComponents(string: url)?.scheme {
      case "http": return try PhyphoxSource(url: url, platform: platform)
      case "ws": return try SensorServerSource(url: url)
      default:
        throw MotionSourceError(
          source: url, kind: .unavailable,
          reason: "expected the address of phyphox, such as http://192.168.1.20:8080, or of "
            + "SensorServer, such as ws://192.168.1.20:8080")
      }
    }
  }

  /// Motion of a phone with the app phyphox, through its remote access.
  ///
  /// ```swift
  /// let source = try PhyphoxSource(url: "http://192.168.1.20:8080")
  /// ```
  ///
  /// The experiment on the phone determines the sensors: accelerometer (with gravity), gyroscope,
  /// magnetic field. The source starts the measurement if it is paused, and polls new readings;
  /// those from before the connection are left out. Accelerations are in m/s² with Android's sign
  /// on both platforms, as in the app's exports. Source: *Remote-interface communication*, phyphox
  /// wiki, and `RemoteServer.java` in phyphox/phyphox-android.
  public struct PhyphoxSource: MotionSource {
    /// The address, the name of the source in messages.
    let url: String
    /// Seconds between polls.
    let interval: Double
    /// The seconds without an answer after which the source fails.
    package let patience: Double
    /// `nil`: the sensors are unknown before the connection.
    public var sensors: MotionSensors? { nil }

    private let place: HostPort
    private let accelerationScale: Double

    /// A source that connects when it runs.
    ///
    /// - Parameters:
    ///   - url: The address that phyphox shows, such as `http://192.168.1.20:8080`.
    ///   - platform: The platform whose sign accelerations have (default: Android's).
    ///   - interval: Seconds between polls (default: 0.05).
    ///   - patience: The seconds without an answer after which the source fails (default: 5).
    /// - Throws: `MotionSourceError` for another address.
    /// - Precondition: Interval and patience are positive.
    public init(
      url: String, platform: ReadingOptions.Platform = .android, interval: Double = 0.05,
      patience: Double = 5
    ) throws(MotionSourceError) {
      precondition(interval > 0 && interval < 1e6, "expected an interval in seconds")
      precondition(patience > 0 && patience < 1e6, "expected a patience in seconds")
      guard let place = URLComponents(string: url).flatMap({ HostPort($0, scheme: "http") })
      else {
        throw MotionSourceError(
          source: url, kind: .unavailable,
          reason: "expected the address that phyphox shows, such as http://192.168.1.20:8080")
      }
      self.url = url
      self.interval = interval
      self.patience = patience
      self.place = place
      accelerationScale = platform.accelerationScale
    }

    /// Passes the samples to `receive` until the task is cancelled.
    ///
    /// - Throws: `MotionSourceError` if the phone does not answer, its experiment has no motion
    ///   sensor, or it cannot be reached for longer than `patience`.
    public func run(_ receive: (SensorSample) async -> Void) async throws(MotionSourceError) {
      let getter = HTTPGetter(
        place: place, timeout: min(patience, 3))
      var state = try await start(getter)
      let clock = ContinuousClock()
      var answered = clock.now
      var due = clock.now
      while !Task.isCancelled {
        var samples: [SensorSample] = []
        do throws(HTTPGetter.Failure) {
          let answer = try await getter.object(
            PhyphoxAnswer.self, at: "/get", query: state.query)
          answered = clock.now
          samples = state.add(answer, accelerationScale: accelerationScale)
        } catch {
          if Task.isCancelled { break }
          guard answered.duration(to: clock.now) < .seconds(patience) else {
            for sample in state.finish() { await receive(sample) }
            throw MotionSourceError(
              source: url, kind: .brokenOff,
              reason: "the phone has not answered for \(patience) s: \(error.reason)")
          }
        }
        for sample in samples {
          guard !Task.isCancelled else { return }
          await receive(sample)
        }
        due = max(due.advanced(by: .seconds(interval)), clock.now)
        guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
      }
    }

    /// Reads the experiment, and starts it.
    private func start(_ getter: HTTPGetter) async throws(MotionSourceError) -> PhyphoxState {
      do throws(HTTPGetter.Failure) {
        let experiment = try await getter.object(PhyphoxExperiment.self, at: "/config")
        let sensors = experiment.sensors
        guard !sensors.isEmpty else {
          let found = experiment.sources.isEmpty ? ["no sensor"] : experiment.sources
          throw HTTPGetter.Failure(
            reason: "expected an experiment with the accelerometer or the gyroscope, got "
              + "'\(experiment.title ?? "")' with \(found.joined(separator: ", "))")
        }
        var state = PhyphoxState(sensors: sensors)
        // The last time of each sensor: what was measured before is left out.
        let answer = try await getter.object(
          PhyphoxAnswer.self, at: "/get", query: sensors.map(\.time).joined(separator: "&"))
        state.begin(after: answer)
        if answer.status?.measuring == false {
          let started = try await getter.object(
            PhyphoxResult.self, at: "/control", query: "cmd=start")
          guard started.result else {
            throw HTTPGetter.Failure(reason: "the measurement cannot be started")
          }
        }
        return state
      } catch {
        throw MotionSourceError(
          source: url, kind: .unavailable,
          reason: error.reason + "; phyphox's menu entry 'Allow remote access' shows the address")
      }
    }
  }

  /// Motion of an Android phone with the app SensorServer, through its WebSocket.
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
    let url: String
    /// The seconds without a message after which the source fails.
    package let patience: Double
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
      let encoded = types.percentEncoded
      let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
      target =
        parts.percentEncodedPath.count > 1
        ? parts.percentEncodedPath + query : "/sensors/connect?types=\(encoded)"
    }

    /// Passes the samples to `receive` until the task is cancelled.
    ///
    /// - Throws: `MotionSourceError` if the phone cannot be reached, closes the connection, or is
    ///   silent for longer than `patience`.
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
