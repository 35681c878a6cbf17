internal import GestureRecognition
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources
internal import Platform
internal import StudioEngine
internal import WebServer

/// What one WebSocket or one app sends: samples, and commands with a `type`.
///
/// Samples are the package's JSON Lines or messages of Sensor Logger, which may be late, repeated
/// or out of order.
struct LiveClient: WebSocketReceiver {
  private let hub: LiveHub
  private let id: Int
  private let controls: Bool
  private var decoder = PushedMotionDecoder(name: "motion")

  /// - Parameters:
  ///   - hub: The hub that takes the samples.
  ///   - id: The number of the page, from ``LiveHub/subscribe(_:)``.
  ///   - controls: Whether it may do more than to send motion: replay and collect.
  init(_ hub: LiveHub, id: Int, controls: Bool = true) {
    self.hub = hub
    self.id = id
    self.controls = controls
  }

  mutating func receive(_ message: [UInt8]) async {
    if let reason = await take(message) { await hub.send(.error(reason), to: id) }
  }

  func close() async { await hub.unsubscribe(id) }

  /// Takes a message; returns the reason if it was rejected.
  mutating func take(_ message: [UInt8]) async -> String? {
    if let json = JSON(message), let type = json["type"]?.text { return await take(type, json) }
    do throws(RecordingError) {
      let samples = try decoder.decode(message)
      if !samples.isEmpty { await hub.add(samples, from: "Phone", of: id) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func take(_ type: String, _ json: JSON) async -> String? {
    guard controls || !["collect", "replay"].contains(type) else {
      return "a phone sends motion and writing only"
    }
    do throws(RequestFailure) {
      switch type {
      case "here": break
      case "hold": await hub.hold(try json.optional("down") { $0.flag } ?? false, by: id)
      case "devicemotion":
        await hub.add(try BrowserMotion.samples(json), from: "Phone page", of: id)
      case "collect":
        await hub.collect(try json.optional("collects") { $0.flag } ?? false, by: id)
      case "replay": try await hub.control(json, by: id)
      default: return "expected hold, collect, replay or devicemotion, got \(type)"
      }
      return nil
    } catch {
      return error.reason
    }
  }
}
