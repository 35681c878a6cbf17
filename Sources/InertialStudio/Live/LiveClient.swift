internal import Foundation
internal import MotionFusion
internal import MotionRecordings
internal import MotionSources

/// What one WebSocket or one app sends: samples, and commands with a `type`.
///
/// Samples are the package's JSON Lines or messages of Sensor Logger, which may be late, repeated
/// or out of order.
struct LiveClient: Sendable {
  private let hub: LiveHub
  private let id: Int
  private var decoder = PushedMotionDecoder(name: "motion")

  /// - Parameters:
  ///   - hub: The hub that takes the samples.
  ///   - id: The number of the page, from ``LiveHub/subscribe(_:)``.
  init(_ hub: LiveHub, id: Int) {
    self.hub = hub
    self.id = id
  }

  private struct Command: Decodable {
    var type: String
    var down: Bool?
  }

  /// Takes a message; returns the reason if it was rejected.
  mutating func take(_ message: [UInt8]) async -> String? {
    let data = Data(message)
    if let command = try? JSONDecoder().decode(Command.self, from: data) {
      return await take(command, data)
    }
    do throws(RecordingError) {
      let samples = try decoder.decode(message)
      if !samples.isEmpty { await hub.add(samples, from: "Phone") }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func take(_ command: Command, _ data: Data) async -> String? {
    do {
      switch command.type {
      case "here": break
      case "hold": await hub.hold(command.down ?? false, by: id)
      case "devicemotion":
        let motion = try JSONDecoder().decode(BrowserMotion.self, from: data)
        await hub.add(try motion.samples(), from: "Phone page")
      case "replay": await hub.control(try JSONDecoder().decode(ReplayCommand.self, from: data))
      default: return "expected hold, replay or devicemotion, got \(command.type)"
      }
      return nil
    } catch let failure as RequestFailure {
      return failure.reason
    } catch {
      return "the command \(command.type) is not as expected"
    }
  }
}
