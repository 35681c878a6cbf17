internal import Foundation

/// Which messages are printed, and how.
struct MessageSettings: Sendable {
  /// From few to many.
  enum Detail: Sendable {
    case errors, warnings, everything
  }

  /// When messages have colours.
  enum Color: String, CaseIterable, Sendable {
    case auto, always, never
  }

  var detail = Detail.warnings
  var color = Color.auto

  /// Whether messages have colours: by the convention of no-color.org.
  var hasColor: Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      let environment = ProcessInfo.processInfo.environment
      return Console.messagesGoToTerminal && environment["NO_COLOR", default: ""].isEmpty
        && environment["TERM"] != "dumb"
    }
  }
}
